import Foundation
import Settings
import Testing

@testable import Boards

/// The repository's profiles, and invalid ones.
@Suite struct ProfileTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "boards")

  static func all() throws -> [BoardProfile] {
    var profiles: [BoardProfile] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let file = folder.appending(path: name + "/board.conf")
      guard let text = FileManager.default.contents(atPath: file.path) else { continue }
      profiles.append(try BoardProfile(parsing: Array(text), name: name, file: file.path))
    }
    return profiles
  }

  static func mistakes(_ text: String) -> [String] {
    do throws(Diagnostics) {
      _ = try BoardProfile(parsing: Array(text.utf8), name: "b", file: "b.conf")
      return []
    } catch { return error.list.map { $0.message } }
  }

  static let good = """
    [board]
    title = A board
    compatible = maker,board maker,other
    screen = DSI 800x480
    [screen]
    rotate = 90
    [touch]
    range-x = 0 799
    calibration = 1 0 0 0 1 0.5
    [facts]
    size-mm = 154x86
    note = one
    note = two
    [sources]
    board.compatible = devicetree: board.dts
    board.screen = hardware: seen
    screen.rotate = unverified: guessed
    touch.range-x = driver: ts.c
    touch.calibration = issue: x#1
    facts.size-mm = qemu: no
    facts.note = driver: first
    facts.note = unverified: second
    """

  @Test func profilesAreParsed() throws {
    let profile = try BoardProfile(parsing: Array(Self.good.utf8), name: "b", file: "b.conf")
    #expect(profile.title == "A board" && profile.unverified == 2 && profile.facts.count == 8)
    #expect(profile.fact("size-mm") == "154x86" && profile.fact("damage") == nil)
    #expect(profile.facts.filter { $0.key == "note" }.map { $0.source } == ["first", "second"])
    #expect(profile.facts[0].evidence == .devicetree && profile.facts[0].source == "board.dts")
  }

  /// Options override the file, and the file the profile. The profile's calibration is kept separately.
  @Test func optionsAndFilesOverrideProfiles() throws {
    let profile = try BoardProfile(parsing: Array(Self.good.utf8), name: "b", file: "b.conf")
    func settings(file: String? = nil, option: String? = nil) throws -> Settings {
      var builder = SettingsBuilder()
      if let option { try builder.set(option: "rotate", to: option) }
      if let file { builder.read(Array("[screen]\nrotate = \(file)\n".utf8), name: "kiosk.conf") }
      profile.apply(to: &builder, place: "b.conf")
      return try builder.build { (path) throws(Diagnostic) in throw Diagnostic(place: path, reason: "no files") }
    }
    #expect(try settings().screen.rotation == .quarter)
    #expect(try settings(file: "180").screen.rotation == .half)
    #expect(try settings(file: "180", option: "270").screen.rotation == .threeQuarters)
    #expect(try settings(option: "0").screen.rotation?.rawValue == 0)
    #expect(try settings(option: "auto").screen.rotation == nil)
    let plain = try settings()
    #expect(plain.touch.calibration == .auto && plain.touch.boardCalibration?.f == 32768)
    #expect(plain.touch.quirks.rangeX?.maximum == 799)
  }

  /// All errors are reported, each with its line.
  @Test func allErrorsAreReported() {
    let text = """
      [board]
      compatble = x,y
      [screne]
      x = y
      [screen]
      rotate = 45
      rotat = 90
      [touch]
      range-x =
      [facts]
      size-mm = 7 inches
      damage = some
      touch-rate-hz = fast
      [sources]
      screen.rotate = seen
      screen.rotated = driver: x
      facts.damage = driver:
      nonsense
      """
    let told = Self.mistakes(text)
    for words in [
      "b.conf: [board] title: missing", "b.conf: [board]: matches no machine; add compatible, model or product",
      "b.conf:2: [board] compatble: unknown key; did you mean compatible?",
      "b.conf:3: [screne]: unknown section; did you mean screen?",
      "b.conf:6: [screen] rotate = 45: invalid value; allowed: auto, 0, 90, 180, 270",
      "b.conf:7: [screen] rotat: unknown key; did you mean rotate?",
      "b.conf:9: [touch] range-x: empty value",
      "b.conf:11: [facts] size-mm = 7 inches: invalid value; allowed: WIDTHxHEIGHT",
      "b.conf:12: [facts] damage = some: invalid value; allowed: ",
      "b.conf:13: [facts] touch-rate-hz = fast: invalid value; allowed: whole numbers",
      "b.conf:15: [sources] screen.rotate = seen: invalid value; allowed: hardware, qemu",
      "b.conf:16: [sources] screen.rotated: no such fact; did you mean screen.rotate?",
      "b.conf:17: [sources] facts.damage = driver:: invalid value; allowed: ", "b.conf:18: invalid line",
    ] { #expect(told.contains { $0.hasPrefix(words) }, "\(words)\n\(told.joined(separator: "\n"))") }
    #expect(told.count == 17, "\(told.joined(separator: "\n"))")
    #expect(Self.mistakes(Self.good) == [])
    #expect(
      Self.mistakes(Self.good + "\nfacts.note = driver: third") == [
        "b.conf:23: [sources] facts.note: more sources than facts of this name; remove this one"
      ])
  }

  @Test func diagnosticsAreSortedByLine() {
    #expect(
      Self.mistakes("[board]\n[facts]\ndamage = some\n[sources]\nfacts.damage = driver: x") == [
        "b.conf: [board] title: missing; add the board's name for people",
        "b.conf: [board]: matches no machine; add compatible, model or product",
        "b.conf:3: [facts] damage = some: invalid value; allowed: rectangles, one rectangle, pages, whole, none",
      ])
  }

  @Test func duplicateTitlesAreReported() {
    let twice = Self.good.replacing("title = A board", with: "title = A board\ntitle = Another board")
    #expect(Self.mistakes(twice) == ["b.conf:3: [board] title: duplicate key; remove one of the lines"])
  }

  /// The kiosk uses invalid profiles as far as possible.
  @Test func aSourceOfAnUnknownKindIsUnverified() {
    let text = Self.good.replacing("screen.rotate = unverified: guessed", with: "screen.rotate = rumour: a friend")
    let profile = BoardProfile(reading: INIDocument(Array(text.utf8), name: "b.conf"), name: "b")
    let fact = profile.facts.first { $0.name == "screen.rotate" }
    #expect(fact?.evidence == .unverified && fact?.source == "rumour: a friend")
  }

  /// 20 to 600 pixels per inch are allowed, and densities that differ by half.
  @Test func panelDensitiesAreLimited() throws {
    // Ten inches.
    let size = try #require(Millimeters("254x254"))
    for (one, other, isAllowed) in [
      (200, 200, true), (190, 200, false), (6000, 6000, true), (6010, 6000, false), (1000, 1500, true),
      (1000, 1510, false),
    ] as [(Int32, Int32, Bool)] {
      #expect((PanelSize.fault(of: size, showing: (one, other)) == nil) == isAllowed, "\(one), \(other)")
      #expect((PanelSize.fault(of: size, showing: (other, one)) == nil) == isAllowed, "\(other), \(one)")
    }
  }

  /// A size in centimeters or inches, exchanged sides, and an impossible touch rate.
  @Test func implausiblePanelsAreReported() {
    func told(_ size: String, screen: String = "DSI 800x480", mode: String = "", rate: String = "60") -> [String] {
      Self.mistakes(
        """
        [board]
        title = A board
        model = M
        screen = \(screen)
        \(mode.isEmpty ? "" : "[screen]\nmode = " + mode)
        [facts]
        size-mm = \(size)
        touch-rate-hz = \(rate)
        [sources]
        board.model = driver: x
        board.screen = driver: x
        \(mode.isEmpty ? "" : "screen.mode = driver: x")
        facts.size-mm = driver: x
        facts.touch-rate-hz = driver: x
        """)
    }
    // 7 inches; a 55-inch screen; a telephone's panel; pixels that are wider than high by a third.
    #expect(told("154x86") == [] && told("1210x680", screen: "HDMI 1920x1080") == [])
    #expect(told("68x122", screen: "DSI 1080x1920") == [] && told("344x194", screen: "HDMI 640x480") == [])
    #expect(
      told("15x9") == [
        "b.conf:7: [facts] size-mm = 15x9: 800x480 pixels on 15x9 mm are 1355 per inch; allowed: 20 to 600"
      ])
    #expect(
      told("1540x860", screen: "DSI", mode: "800x480") == [
        "b.conf:8: [facts] size-mm = 1540x860: 800x480 pixels on 1540x860 mm are 13 per inch; allowed: 20 to 600"
      ])
    #expect(
      told("86x154") == [
        "b.conf:7: [facts] size-mm = 86x154: 800x480 pixels on 86x154 mm are 236 per inch across and 79 down; are "
          + "width and height swapped?"
      ])
    // Without known pixels, only the sides are checked.
    let form = "invalid value; allowed: WIDTHxHEIGHT in millimeters, in the orientation of the scanout"
    let sides = "invalid value; allowed: sides of 9 to 4000 mm"
    for (size, reason) in [
      ("0x0", sides), ("8x100", sides), ("4001x100", sides), ("154", form), ("154x86x2", form), ("-1x5", form),
    ] {
      #expect(told(size, screen: "SPI") == ["b.conf:7: [facts] size-mm = \(size): \(reason)"])
    }
    #expect(told("154x86", rate: "1") == [] && told("154x86", rate: "1000") == [])
    for rate in ["0", "1001", "-5", "60.5"] {
      #expect(
        told("154x86", rate: rate) == [
          "b.conf:8: [facts] touch-rate-hz = \(rate): invalid value; allowed: whole numbers from 1 to 1000"
        ])
    }
  }

  @Test func invalidTouchSettingsAreReported() {
    let range = Self.good.replacing("range-x = 0 799", with: "range-x = 5 5")
    #expect(
      Self.mistakes(range) == [
        "b.conf:8: [touch] range-x = 5 5: invalid value; allowed: two different whole numbers, each from -8388607 to 8388607"
      ])
    let matrix = Self.good.replacing("calibration = 1 0 0 0 1 0.5", with: "calibration = 0 0 0 0 0 0")
    #expect(
      Self.mistakes(matrix) == [
        "b.conf:9: [touch] calibration = 0 0 0 0 0 0: invalid value; allowed: auto, none, six numbers A B C D E F such as 1 0 0 0 1 0, "
          + "each from -1024 to 1024, where A x E differs from B x D (otherwise the screen would become a line or a point)"
      ])
  }

  @Test func kioskAndCheckReadTheSame() throws {
    for profile in try Self.all() {
      let text = try #require(
        FileManager.default.contents(atPath: Self.folder.path + "/" + profile.name + "/board.conf"))
      let read = BoardProfile(reading: INIDocument(Array(text), name: "x"), name: profile.name)
      #expect(read.title == profile.title && read.unverified == profile.unverified)
      #expect(read.facts.map { [$0.name, $0.text] } == profile.facts.map { [$0.name, $0.text] })
      #expect(read.facts.map { $0.evidence } == profile.facts.map { $0.evidence })
      #expect(read.rule.values.elementsEqual(profile.rule.values) { $0.key == $1.key && $0.text == $1.text })
    }
  }

  @Test func theRepositorysProfilesAreValid() throws {
    let profiles = try Self.all()
    #expect(profiles.count >= 14)
    for profile in profiles {
      let readme = try String(
        contentsOf: Self.folder.appending(path: profile.name + "/README.md"), encoding: .utf8)
      #expect(readme.hasPrefix("# " + profile.title + "\n"), "\(profile.name)")
      // No profile was tested on its board yet.
      #expect(!profile.facts.contains { $0.evidence == .hardware }, "\(profile.name)")
    }
  }
}
