import Configuration
import Testing

/// The programs read their words alike: one loop, in one place.
@Suite struct OptionTests {
  @Test(arguments: ["star-kiosk", "star-courier", "star-bench"]) func allProgramsReadWordsAlike(name: String) throws {
    let program = try Program(name)
    defer { program.remove() }
    let value = ["star-kiosk": "--snapshot", "star-courier": "--prefix", "star-bench": "--sides"][name]!
    for (words, said) in [
      (["--no-such-option"], "unknown or ambiguous option --no-such-option"),
      (["-x"], "unknown or ambiguous option -x"),
      ([value], "\(value) wants a value"),
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.errors.hasPrefix("\(name): \(said)"), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("; see \(name) --help\n"), "\(outcome.errors)")
    }
    for words in [["--help"], ["-h"], ["--hel"]] {
      let outcome = try program.run(words)
      #expect(outcome.status == 0 && outcome.output.contains("usage: \(name)") && outcome.errors.isEmpty)
    }
    for words in [["--version"], ["-V"]] {
      #expect(try program.run(words).output.hasPrefix("\(name) 0."))
    }
    // What stands behind two hyphens is no option.
    #expect(try program.run(["--", "--help"]).status == 2)
  }

  @Test func everySettingsOptionIsInTheHelp() throws {
    let program = try Program()
    defer { program.remove() }
    let words = try program.run(["--help"]).output.split { " |\n".contains($0) }
    // --grab is there as --no-grab.
    for case let option? in SettingsTable.keys.map(\.option) where "\(option)" != "grab" {
      #expect(words.contains("--\(option)"))
    }
  }
}
