import Testing
import Touch

@testable import Settings

/// What a running terminal takes over, and what waits for a start.
@Suite struct ReloadTests {
  static let restarting = ["screen", "touch", "journal", "terminal id", "terminal keep-answers"]

  static func waits(_ section: String, _ key: String) -> Bool {
    restarting.contains(section) || restarting.contains(section + " " + key)
  }

  /// Every form of every key, from the defaults: told by its own name if it needs a start, else not at all.
  @Test(arguments: KeyTests.forms + KeyTests.terminalForms) func everyKey(_ form: KeyTests.Form) throws {
    let words = form.key.split(separator: " ")
    let running = try settings("")
    let new = try settings("[\(words[0])]\n\(words[1]) = \(form.text)\n")
    let waits = Self.waits("\(words[0])", "\(words[1])")
    let isChange = new != running
    #expect(new.changesForRestart(from: running) == (waits && isChange ? ["[\(words[0])] \(words[1])"] : []))
    #expect(new.takenOver(by: running) == (waits ? running : new))
    #expect(running.changesForRestart(from: new).isEmpty == !(waits && isChange))
  }

  /// A board's own calibration is no key of the file, and the panel's transform was made of it.
  @Test func theBoardsCalibrationStays() throws {
    var running = Settings()
    running.standardCalibration = try Calibration(parsing: "1 0 0 0 -1 1")
    #expect(Settings().takenOver(by: running) == running)
  }

  @Test func everyKeyThatWaitsIsCompared() {
    for key in SettingsTable.keys where key.section != .courier {
      let waits = Self.waits(key.section.name, key.key)
      #expect(key.isLive == !waits, "\(key.key)")
      #expect(
        !waits
          || (KeyTests.forms + KeyTests.terminalForms).contains { form in
            var new = Settings()
            form.change(&new)
            return new.changesForRestart(from: Settings()) == ["[\(key.section.name)] \(key.key)"]
          }, "\(key.key)")
    }
  }

  @Test func severalInTheOrderOfTheTable() throws {
    let running = try settings("[journal]\npath = a\n[touch]\ngrab = no")
    let new = try settings("[journal]\npath = b\n[touch]\nrange-y = 0 1\n[screen]\nrotate = 90\n[slider]\nstars = 3")
    #expect(
      new.changesForRestart(from: running) == [
        "[screen] rotate", "[touch] grab", "[touch] range-y", "[journal] path",
      ])
    let taken = new.takenOver(by: running)
    #expect(taken.stars == 3 && taken.journal == "a" && taken.rotation == nil && !taken.grabsTouch)
    #expect(taken.changesForRestart(from: running) == [])
  }

  @Test func whatIsFoundAfterwards() throws {
    var draft = SettingsDraft()
    draft.read(Array("[theme]\ntext = #777777\n[text en]\n[courier]\nusername = u\ntls = no".utf8), name: "k.conf")
    let made = try draft.finished { (_) throws(Unreadable) in throw Unreadable("no files") }
    let thin = draft.mistake(in: "text", of: .theme, reason: "3.9 : 1", .warning)
    let left = draft.mistake(in: "accent", of: .theme, reason: "2 : 1", .warning)
    let word = draft.mistake(in: "thanks", of: .text, named: "en", reason: "does not fit", .warning)
    let zone = draft.mistake(in: "time-zone", of: .terminal, reason: "unknown", .mistake)
    #expect(
      try made.with([word, left, thin]).warnings.map { $0.message } == [
        "k.conf:1: warning: [theme] accent: 2 : 1",
        "k.conf:2: warning: [theme] text = #777777: 3.9 : 1",
        "k.conf:3: warning: [text en] thanks: does not fit",
        "k.conf:5: warning: [courier] username = u: goes through the network for everybody to read, and the password with it; "
          + "say tls = yes",
      ])
    #expect(zone.message == "k.conf: [terminal] time-zone: unknown")
    #expect(throws: Mistakes.self) { try made.with([zone]) }
  }
}
