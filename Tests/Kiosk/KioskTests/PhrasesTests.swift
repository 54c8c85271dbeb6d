import Foundation
import Settings
import Testing

/// Translations of buttons and messages, from files.
@Suite struct PhrasesTests {
  static let german = "[question a]\n[text de]\nquestion a = Wie war es?\n"

  /// A faulty translation is a decoration: what it lacks is reported, and shown in English.
  @Test func reloadReadsTranslations() throws {
    let program = try Program()
    defer { program.remove() }
    let file = program.path("phrases/de.ini")
    try FileManager.default.copyItem(atPath: Program.phrases, toPath: program.path("phrases"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    try program.configure(Self.german)
    let kiosk = try program.start([
      "--config", "kiosk.conf", "--phrases", "phrases", "--display", "memory", "--touch", "none", "--journal",
      "j.sqlite", "--snapshot", "screen.png", "--animation", "no",
    ])
    defer { kiosk.terminate() }
    #expect(try program.wait(20) { try program.log().contains("drawing to") })
    let first = try program.picture(of: kiosk)
    try write(text.replacing("thanks =", with: "thnaks ="))
    kill(kiosk.processIdentifier, SIGHUP)
    func applied() throws -> Int {
      try program.log().split(separator: "\n").count { $0.contains("the new configuration is in effect") }
    }
    #expect(try program.wait(10) { try applied() == 1 })
    let log = try program.log().split(separator: "\n").dropFirst()
    #expect(
      log == [
        "star-kiosk: kiosk.conf:2: warning: [text de]: missing keys; add thanks; buttons and messages belong here or in phrases/de.ini; "
          + "the kiosk runs without it",
        "star-kiosk: phrases/de.ini:7: warning: [text de] thnaks: unknown key; did you mean thanks?; the kiosk runs without it",
        "star-kiosk: the new configuration is in effect",
      ])
    #expect(try program.picture(of: kiosk) == first)
    try write(text.replacing("attract = Zum", with: "attract = Bitte zum"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try applied() == 2 })
    #expect(try program.picture(of: kiosk) != first)
  }

  /// English needs no file. Another language without a translation is one clear error.
  @Test func languagesWithoutTranslation() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure(Program.configuration(start: "Begin"))
    let english = try program.run(["--phrases", "none", "check", "kiosk.conf"])
    #expect(english.status == 0, "\(english.errors)")
    try program.configure(Self.german)
    let german = try program.run(["--phrases", "none", "check", "kiosk.conf"])
    #expect(german.status == 2)
    let rest = Phrase.allCases.filter {
      $0 != .name && $0 != .tellMore && $0.kind == nil && !$0.isOfService && !$0.isOfHours && !$0.isOfSpeech
    }
    let keys = rest.map { "\($0.key)" }.joined(separator: ", ")
    #expect(
      german.errors
        == "star-kiosk: kiosk.conf:2: [text de]: missing keys; add \(keys); buttons and messages belong here or in "
        + "none/de.ini\n")
  }
}
