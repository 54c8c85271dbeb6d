import Pictures
import Testing
import Touch

@testable import Settings

extension Settings {
  /// The settings of a running kiosk after it has read these, and the changes that wait for a start.
  fileprivate func reloaded(by running: Settings) -> (settings: Settings, changes: [String]) {
    var settings = self
    let changes = settings.keepStartSettings(of: running)
    return (settings, changes)
  }
}

/// The changes that a running kiosk applies, and those that wait for a start.
@Suite struct ReloadTests {
  static let restarting = [
    "screen", "touch", "journal", "kiosk id", "kiosk name", "kiosk place", "kiosk keep-answers", "kiosk blackbox",
    "fleet", "voice",
  ]

  static func waits(_ section: String, _ key: String) -> Bool {
    restarting.contains(section) || restarting.contains(section + " " + key)
  }

  /// A change of a key is reported by name if it requires a restart, and otherwise applied.
  @Test(arguments: KeyTests.forms + KeyTests.kioskForms) func everyKeyIsAppliedOrReported(_ form: KeyTests.Form)
    throws
  {
    let words = form.key.split(separator: " ")
    let running = try settings("[\(words[0])]\n" + KeyTests.companion(of: form.key))
    let new = try settings(KeyTests.file(form.key, form.text))
    let waits = Self.waits("\(words[0])", "\(words[1])")
    let isChange = new != running
    let reloaded = new.reloaded(by: running)
    #expect(reloaded.changes == (waits && isChange ? ["[\(words[0])] \(words[1])"] : []))
    #expect(reloaded.settings == (waits ? running : new))
    #expect(running.reloaded(by: new).changes.isEmpty == !(waits && isChange))
  }

  /// The board's calibration is part of the transform that was made at the start.
  @Test func theBoardsCalibrationIsKept() throws {
    var running = Settings()
    running.touch.boardCalibration = try Calibration(parsing: "1 0 0 0 -1 1")
    running.touch.board.names = ["ft5x06"]
    #expect(Settings().reloaded(by: running).settings == running)
  }

  /// Each row of the schema is changed in a running kiosk. A live one is applied; another keeps its value and is named.
  @Test func everyRowIsLiveOrKept() throws {
    let picture = try PNG.encode(rgb: [9, 9, 9], width: 1, height: 1)
    func made(_ lines: String) -> Settings {
      var builder = SettingsBuilder()
      builder.read(Array(("[question q]\n[text en]\n" + lines).utf8), name: "kiosk.conf")
      return builder.check(decoding: decodePicture) { (_) throws(Diagnostic) in picture }.settings
    }
    let running = made("")
    for key in SettingsSchema.keys where key.section != .courier {
      let place = "\(key.section.name) \(key.name)"
      #expect(key.isLive == !Self.waits(key.section.name, key.name), "\(place)")
      let subject = key.section == .question ? " q" : key.section == .text ? " en" : ""
      let line =
        "[\(key.section.name)\(subject)]\n\(key.name)\(key.argument.isEmpty ? "" : key.name == "hours" ? " 12-24" : " q") = "
      let known = (KeyTests.forms + KeyTests.kioskForms).filter { $0.key == place }.map { $0.text }
      // For keys without a form: texts and paths, points, numbers, a direction, and those of questions.
      let values =
        known + [
          "a.png", "0,0 1,0 0,1", "2", "rtl", "nps", "half", "x, y", "yes", "https://a.example", "4711", "random",
          "always",
        ]
      let new = try #require(values.map { made(line + $0) }.first { $0 != running }, "\(place)")
      let (settings, changes) = new.reloaded(by: running)
      #expect(changes == (key.isLive ? [] : ["[\(key.section.name)] \(key.name)"]))
      #expect(settings == (key.isLive ? new : running), "\(place)")
    }
  }

  @Test func changesAreInTheOrderOfTheSchema() throws {
    let running = try settings("[journal]\npath = a\n[touch]\ngrab = no")
    let new = try settings("[journal]\npath = b\n[touch]\nrange-y = 0 1\n[screen]\nrotate = 90\n[slider]\nstars = 3")
    let (taken, changes) = new.reloaded(by: running)
    #expect(
      changes == [
        "[screen] rotate", "[touch] grab", "[touch] range-y", "[journal] path",
      ])
    #expect(taken.slider.stars == 3 && taken.journal == "a" && taken.screen.rotation == nil && taken.touch.grab == .no)
    #expect(taken.reloaded(by: running).changes == [])
  }

  @Test func laterDiagnosticsNameTheirLines() throws {
    var builder = SettingsBuilder()
    builder.read(Array("[theme]\ntext = #777777\n[text en]\n[courier]\nusername = u\ntls = no".utf8), name: "k.conf")
    let made = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let thin = builder.diagnostic(for: "text", in: .theme, reason: "3.9 : 1", .warning)
    let left = builder.diagnostic(for: "accent", in: .theme, reason: "2 : 1", .warning)
    let word = builder.diagnostic(for: "thanks", in: .text, named: "en", reason: "does not fit", .warning)
    let zone = builder.diagnostic(for: "time-zone", in: .kiosk, reason: "unknown", .error)
    #expect(
      try made.adding([word, left, thin]).warnings.map { $0.message } == [
        "k.conf:1: warning: [theme] accent: 2 : 1",
        "k.conf:2: warning: [theme] text = #777777: 3.9 : 1",
        "k.conf:3: warning: [text en] thanks: does not fit",
        "k.conf:5: warning: [courier] username = u: the name and the password are sent unencrypted; set "
          + "tls = yes",
      ])
    #expect(zone.message == "k.conf: [kiosk] time-zone: unknown")
    #expect(throws: Diagnostics.self) { try made.adding([zone]) }
  }
}
