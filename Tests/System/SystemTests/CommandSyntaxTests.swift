import Basics
import Testing

/// The help of a table of options. Tests/Kiosk/KioskTests/OptionTests.swift tests the parsing, which a process does once.
@Suite struct CommandSyntaxTests {
  private struct Options { var path = "" }

  @Test func helpIsAlignedAndWrapped() {
    let syntax = CommandSyntax<Options>(
      "star-test run", "runs a test", usage: ["star-test run [OPTIONS]"],
      commands: [("check FILE", "Check a file.")],
      options: [
        .text("path", "FILE", String(repeating: "word ", count: 20) + "end.") { $0.path = $1 },
        .flag("hidden", "") { $0.path = "" },
        .heading("More"),
        .optionalValue("with-a-long-name", "NUMBER", "Two\nlines  of a table.") { _, _ in nil },
      ], notes: ["Note."])
    #expect(
      syntax.help == """
        star-test run: runs a test.

        usage: star-test run [OPTIONS]

          check FILE                Check a file.

          --path FILE               word word word word word word word word word word word word word word
                                    word word word word word word end.

        More:
          --with-a-long-name[=NUMBER]
                                    Two
                                    lines  of a table.
          -h, --help                Print this help.
          -V, --version             Print the version.

        Note.

        """)
  }
}
