import Basics
import CLinux
import Testing

@testable import System

@Suite struct LogTests {
  @Test func onlyTheJournalGetsPriorities() {
    #expect(Standard.logLine("touched", .info, program: "star-kiosk", forJournal: true) == "<6>touched\n")
    #expect(Standard.logLine("touched", .info, program: "star-kiosk", forJournal: false) == "star-kiosk: touched\n")
    #expect([LogPriority.error, .warning, .notice, .info].map(\.rawValue) == [3, 4, 5, 6])
  }

  /// A touchscreen's name (uinput) may have a line break, which would start a log line with a forged priority.
  @Test func controlCharactersBecomeSpaces() {
    let name = "a\n<0>b\u{1b}[2J\r\u{7f}\u{85}\u{9b}m \u{a0}é\u{2c2}"
    let shown = "a <0>b [2J    m \u{a0}é\u{2c2}"
    #expect(oneLine(name) == shown && oneLine("") == "" && oneLine("\u{80}\u{9f}") == "  ")
    #expect(Standard.logLine(name, .info, program: "k", forJournal: true) == "<6>" + shown + "\n")
    #expect(Standard.logLine(name, .info, program: "k", forJournal: false) == "k: " + shown + "\n")
    #expect(jsonString("a\n\u{1b}") == #""a\u000a\u001b""#)
  }

  private func jsonString(_ text: String) -> String {
    var json = JSONWriter()
    json.add(nil, text)
    return json.text
  }

  @Test func jsonStringsAreEscaped() {
    #expect(jsonString(#"a "b" \c"#) == #""a \"b\" \\c""# && jsonString("") == "\"\"")
  }

  @Test func recognizesTheJournal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var status = stat()
    try #require(fstat(ends[1], &status) == 0)
    let named = "\(status.st_dev):\(status.st_ino)"
    #expect(Standard.isJournal(ends[1], variable: named))
    #expect(!Standard.isJournal(0x7FFF, variable: named))
    for other in [nil, "", "0:0", named + "0", "\(status.st_dev)", "\(status.st_dev):\(status.st_ino + 1)"] {
      #expect(!Standard.isJournal(ends[1], variable: other))
    }
  }
}
