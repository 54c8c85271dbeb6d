import Testing

@testable import Settings

/// Files in other encodings, and empty ones: one line each, before everything else.
@Suite struct EncodingTests {
  static let text = "[kiosk]\nidle = many\n[question a]\n[text de]\nquestion a = Schön?\n"

  private func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    text.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  @Test func otherEncodings() {
    for isBig in [false, true] {
      let mark: [UInt8] = isBig ? [0xfe, 0xff] : [0xff, 0xfe]
      #expect(
        mistakes(bytes: mark + utf16(Self.text, isBig: isBig)) == [
          "kiosk.conf: the file is UTF-16; save it as UTF-8 text"
        ])
      #expect(
        mistakes(bytes: utf16(Self.text, isBig: isBig)) == [
          "kiosk.conf: the file is binary or UTF-16; save it as UTF-8 text"
        ])
    }
    let windows = Self.text.unicodeScalars.map { UInt8($0.value) }
    #expect(
      mistakes(bytes: windows) == [
        "kiosk.conf:5: invalid UTF-8, such as Windows-1252; save the file as UTF-8 text"
      ])
  }

  @Test(arguments: ["", " ", "\n\r\n\t\n"]) func emptyFiles(_ text: String) {
    var builder = SettingsBuilder()
    builder.readFile(Array(text.utf8), name: "kiosk.conf")
    let found = builder.check { (path) throws(Diagnostic) in throw Diagnostic(place: path, reason: "none") }.found
    #expect(
      found.map { $0.message } == ["kiosk.conf: the file is empty; restore it, or write at least [slider] into it"])
  }

  /// Comments alone are the sample, and a byte order mark is allowed.
  @Test(arguments: ["; nothing is set\n", "\u{feff}[slider]\n"]) func filesWithoutSettings(_ text: String) {
    var builder = SettingsBuilder()
    builder.readFile(Array(text.utf8), name: "kiosk.conf")
    #expect(builder.check { (path) throws(Diagnostic) in throw Diagnostic(place: path, reason: "none") }.found.isEmpty)
  }
}
