import Foundation
import Testing

@testable import Settings

/// The manual page kiosk.conf(5).
@Suite struct ManualTests {
  static let page = SettingsSchema.manual(version: "1.2.3", date: "2026-01-31")

  @Test func everyKeyHasAParagraph() {
    var rest = Self.page[...]
    for section in SettingsSection.allCases {
      guard let header = rest.firstRange(of: ".SH \"\(section.form)\"\n") else {
        Issue.record("\(section.form) is missing")
        continue
      }
      rest = rest[header.upperBound...]
      for key in SettingsSchema.keys where key.section == section {
        let name = key.form.replacing("-", with: "\\-")
        guard let place = rest.firstRange(of: ".TP\n.B \\&\(name)\n") else {
          Issue.record("\(section.form) \(key.form) is missing")
          continue
        }
        rest = rest[place.upperBound...]
      }
    }
    #expect(
      Self.page.hasPrefix(".TH \"KIOSK.CONF\" \"5\" \"2026\\-01\\-31\" \"star\\-slider 1.2.3\" \"Star slider\"\n"))
  }

  /// Every line is a known macro or cannot be mistaken for one.
  @Test func everyLineIsAMacroOrText() {
    let macros = ["TH", "SH", "PP", "TP", "B", "br", "nf", "fi", "RS", "RE"]
    for line in Self.page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let isMacro = line.hasPrefix(".") && macros.contains(String(line.dropFirst().prefix { $0 != " " }))
      #expect(isMacro || line.hasPrefix("\\&"), "\(line)")
      // Only the known escapes occur.
      var text = line[...]
      while let place = text.firstIndex(of: "\\") {
        text = text[place...].dropFirst()
        #expect(["e", "-", "&", "("].contains(text.first), "\(line)")
        text = text.dropFirst()
      }
    }
  }

  @Test func theExampleIsValid() throws {
    let made = try settings(SettingsSchema.exampleLines.joined(separator: "\n"))
    #expect(made.questions.count == 1 && made.languages.count == 2 && made.warnings == [])
  }

  /// Without man(1), only the package's check covers this.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man"))) func manPrintsNoWarnings() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "kiosk.conf-\(UUID().uuidString).5")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.page.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/man")
    process.arguments = ["--warnings=w", "-E", "UTF-8", "-l", file.path]
    process.environment = ["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PATH": "/usr/bin:/bin", "MANROFFSEQ": ""]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && complaints.isEmpty, "\(complaints)")
    #expect(text.contains("question ID") && text.contains("keep-answers") && text.contains("Wie war unser Service?"))
  }
}
