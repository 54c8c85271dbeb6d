import Display
import StarSlider
import Testing
import Touch

@testable import Settings

/// Valid and invalid values of every key.
@Suite struct KeyTests {
  /// A valid value. `change` has the same effect on default settings.
  struct Form: Sendable, CustomTestStringConvertible {
    let key: String
    let text: String
    let change: @Sendable (inout Settings) -> Void

    init(_ key: String, _ text: String, change: @escaping @Sendable (inout Settings) -> Void) {
      (self.key, self.text, self.change) = (key, text, change)
    }

    var testDescription: String { key + " = " + text }
  }

  static func memory(_ width: Int32, _ height: Int32, _ format: PixelFormat) -> DisplayName {
    .memory(Size(width: width, height: height), format)
  }

  static let forms: [Form] = [
    Form("screen display", "auto") { $0.screen.display = .auto },
    Form("screen display", "kms") { $0.screen.display = .kms(path: nil) },
    Form("screen display", "kms:/dev/dri/card1") { $0.screen.display = .kms(path: "/dev/dri/card1") },
    Form("screen display", "fb") { $0.screen.display = .framebuffer(path: nil) },
    Form("screen display", "fb:/dev/fb1") { $0.screen.display = .framebuffer(path: "/dev/fb1") },
    Form("screen display", "window") { $0.screen.display = .window(nil) },
    Form("screen display", "window:1x16384") { $0.screen.display = .window(Size(width: 1, height: 16384)) },
    Form("screen display", "memory") { $0.screen.display = memory(800, 480, .xrgb8888) },
    Form("screen display", "memory:1x16384") { $0.screen.display = memory(1, 16384, .xrgb8888) },
    Form("screen display", "memory:320x240:RGB565") { $0.screen.display = memory(320, 240, .rgb565) },
    Form("screen format", "RGB565") { $0.screen.format = .rgb565 },
    Form("screen format", "BGR888") { $0.screen.format = .bgr888 },
    Form("screen rotate", "0") { $0.screen.rotation = Rotation.none },
    Form("screen rotate", "90") { $0.screen.rotation = .quarter },
    Form("screen rotate", "180") { $0.screen.rotation = .half },
    Form("screen rotate", "270") { $0.screen.rotation = .threeQuarters },
    Form("screen commit", "atomic") { $0.screen.commit = .atomic },
    Form("screen commit", "legacy") { $0.screen.commit = .legacy },
    Form("screen buffers", "flip") { $0.screen.buffers = .flip },
    Form("screen buffers", "front") { $0.screen.buffers = .front },
    Form("screen connector", "DSI-1") { $0.screen.connector = "DSI-1" },
    Form("screen mode", "1024x600") { $0.screen.mode = Size(width: 1024, height: 600) },
    Form("touch match", "ft5x06") { $0.touch.names = ["ft5x06"] },
    Form("touch match", "raspberrypi-ts, Goodix Capacitive ,x") {
      $0.touch.names = ["raspberrypi-ts", "Goodix Capacitive", "x"]
    },
    Form("touch calibration", "none") { $0.touch.calibration = .none },
    Form("touch calibration", "1 0 0 0 1 0") { $0.touch.calibration = .matrix(.identity) },
    Form("touch swap-axes", "yes") { $0.touch.quirks.swapsAxes = true },
    Form("touch invert-x", "yes") { $0.touch.quirks.invertsX = true },
    Form("touch invert-y", "yes") { $0.touch.quirks.invertsY = true },
    Form("touch range-x", "0 799") { $0.touch.quirks.rangeX = AxisQuirks.AxisRange(0, 799) },
    Form("touch range-y", "3900 -100") { $0.touch.quirks.rangeY = AxisQuirks.AxisRange(3900, -100) },
    Form("touch device", "none") { $0.touch.device = .none },
    Form("touch device", "/dev/input/event3") { $0.touch.device = .device(path: "/dev/input/event3") },
    Form("touch device", "./event3") { $0.touch.device = .device(path: "./event3") },
    Form("touch device", "replay:visit.evemu") { $0.touch.device = .replay(path: "visit.evemu") },
    Form("touch grab", "no") { $0.touch.grab = .no },
    Form("touch grab", "false") { $0.touch.grab = .no },
    Form("touch grab", "true") { $0.touch.grab = .yes },
    Form("touch grab", "all") { $0.touch.grab = .all },
    Form("touch keys", "no") { $0.touch.acceptsKeys = false },
    Form("touch keys", "yes") { $0.touch.acceptsKeys = true },
    Form("touch key-repeat", "no") { $0.touch.repeatsKeys = false },
    Form("touch key-delay", "2000") { $0.touch.keyDelay = 2000 },
    Form("journal path", "/var/lib/j.sqlite") { $0.journal = "/var/lib/j.sqlite" },
    Form("slider stars", "1") { $0.slider.stars = 1 },
    Form("slider stars", "1000") { $0.slider.stars = 1000 },
    Form("slider step", "half") { $0.slider.step = .half },
    Form("slider step", "quarter") { $0.slider.step = .quarter },
    Form("slider step", "continuous") { $0.slider.step = .continuous },
    Form("slider step", "1/3") { $0.slider.step = try! Step(perStar: 3) },
    Form("slider step", "1/1000000") { $0.slider.step = try! Step(perStar: 1_000_000) },
    Form("slider minimum", "5") { $0.slider.minimum = Ratio(5) },
    Form("slider value", "3.249") { $0.slider.value = Ratio(3249, over: 1000) },
    Form("slider value", "10/3") { $0.slider.value = Ratio(10, over: 3) },
    Form("slider direction", "rtl") { $0.slider.direction = .rightToLeft },
    Form("slider axis", "vertical") { $0.slider.isVertical = true },
    Form("slider spacing", "0") { $0.slider.spacing = 0 },
    Form("slider spacing", "10000") { $0.slider.spacing = 10_000 },
    Form("slider margin", "12") { $0.slider.margin = 12 },
    Form("slider minimum-star-size", "48") { $0.slider.minimumStarSize = 48 },
    Form("slider zero-zone", "0") { $0.slider.zeroZone = .zero },
    Form("slider zero-zone", "1.25") { $0.slider.zeroZone = Fixed(raw: 320) },
    Form("slider clears-on-repeated-tap", "yes") { $0.slider.clearsOnRepeatedTap = true },
    Form("slider interactive", "no") { $0.slider.isInteractive = false },
    Form("slider enabled", "no") { $0.slider.isEnabled = false },
    Form("face shape", "heart") { $0.face.form = .heart },
    Form("face shape", "circle") { $0.face.form = .circle },
    Form("face shape", "star:2") { $0.face.form = .pointed(2) },
    Form("face shape", "star:64") { $0.face.form = .pointed(64) },
    Form("face shape", "smiley:awful") { $0.face.form = .smiley(.awful) },
    Form("face shape", "smiley:bad") { $0.face.form = .smiley(.bad) },
    Form("face shape", "smiley:neutral") { $0.face.form = .smiley(.neutral) },
    Form("face shape", "smiley:good") { $0.face.form = .smiley(.good) },
    Form("face shape", "smiley:great") { $0.face.form = .smiley(.great) },
    Form("face shape", "smileys") { $0.face.form = .smileys },
    Form("face inner-radius", "0.01") { $0.face.innerRadius = 10 },
    Form("face inner-radius", "1") { $0.face.innerRadius = 1000 },
    Form("face corner-radius", "0.5") { $0.face.cornerRadius = 500 },
    Form("face corner-radius", "1/8") { $0.face.cornerRadius = 125 },
    Form("face fill", "#12aBcD") { $0.face.fill = Color(rgb: 0x12_abcd) },
    Form("face empty", "#000001") { $0.face.empty = Color(rgb: 0x00_0001) },
    Form("face background", "#fedcba") { $0.face.background = Color(rgb: 0xfe_dcba) },
    Form("face stroke", "#808080") { $0.face.stroke = Color(rgb: 0x80_8080) },
    Form("face line-width", "0") { $0.face.lineWidth = .zero },
    Form("face line-width", "1.5") { $0.face.lineWidth = Fixed(raw: 384) },
    Form("face line-width", "100") { $0.face.lineWidth = Fixed(100) },
    Form("face join", "round") { $0.face.join = .round },
    Form("face blending", "encoded") { $0.face.blending = .encoded },
  ]

  /// Returns a file with one key, and with the key without which it has no effect.
  static func file(_ key: String, _ text: String) -> String {
    let words = key.split(separator: " ")
    return "[\(words[0])]\n\(words[1]) = \(text)\n" + companion(of: key)
  }

  /// Returns the line without which a key has no effect; empty for most keys.
  static func companion(of key: String) -> String {
    ["fleet groups", "fleet snapshots"].contains(key) ? "public-key = /k.pub\n" : ""
  }

  @Test(arguments: forms + kioskForms) func validValuesAreParsed(_ form: Form) throws {
    let words = form.key.split(separator: " ")
    var expected = Settings()
    form.change(&expected)
    #expect(try settings(Self.file(form.key, form.text)) == expected)
    // As an option it has the same effect.
    let row = try #require(SettingsSchema.keys.first { $0.section.name == words[0] && $0.name == words[1] })
    if let option = row.option { #expect(try settings("", options: [("\(option)", form.text)]) == expected) }
  }

  /// Invalid values by key.
  static let refused: [(String, [String])] = [
    (
      "screen display",
      [
        "", "monitor", "window:", "window:0x0", "window:100000x1", "kms:", "fb:", "auto:1", "memory:", "memory:0x480",
        "memory:800", "memory:16385x1",
        "memory:-1x5", "memory:+8x5", "memory:8x5:YUYV", "memory:8x5:", "Memory",
      ]
    ),
    ("screen format", ["", "rgb565", "YUYV"]),
    ("screen rotate", ["", "45", "360", "-90", "90.0", "ninety"]),
    ("screen commit", ["", "Atomic", "yes"]),
    ("screen buffers", ["", "two"]),
    ("screen connector", [""]),
    ("screen mode", ["", "800", "800x", "0x480", "800x480@60", "16385x1", "Auto"]),
    ("touch match", [",", "a,", ", b", "a,,b"]),
    ("touch calibration", ["", "1 0 0 0 1", "1 0 0 0 0 0", "yes"]),
    ("touch swap-axes", ["", "x"]), ("touch invert-x", ["", "x"]), ("touch invert-y", ["", "x"]),
    ("touch range-x", ["0", "0 0", "0 a", "0 1 2", "0,799", "0 9000000"]), ("touch range-y", ["1", "7 7"]),
    ("touch device", ["", "panel", "replay:", "no"]),
    ("touch grab", ["", "YES", "1", "on"]),
    ("touch keys", ["", "YES", "1", "on"]),
    ("touch key-repeat", ["", "2"]), ("touch key-delay", ["", "-1", "2001"]),
    ("slider stars", ["", "0", "1001", "-3", "+3", "five", "5.0", "5 stars", "99999999999999999999"]),
    ("slider step", ["", "thrid", "third", "1/0", "1/1000001", "2/3", "1/", "/2", "0.5", "Half"]),
    ("slider minimum", ["", "-1", "1001", "1e3", "1/0", "a", ".5", "5.", "1.2.3", "1/2/3", "0.1234567", "0.1000000"]),
    ("slider value", ["-0.1", "nan", "inf", "1001", "3,5"]),
    ("slider direction", ["", "right", "RTL"]),
    ("slider axis", ["", "diagonal"]),
    ("slider spacing", ["-", "-1", "10001", "5px", "5.5"]),
    ("slider margin", ["", "-1", "10001"]),
    ("slider minimum-star-size", ["", "0", "10001"]),
    ("slider zero-zone", ["", "-1", "100.1"]),
    ("slider clears-on-repeated-tap", ["", "maybe"]),
    ("slider interactive", ["", "ja"]),
    ("slider enabled", ["", "0"]),
    (
      "face shape",
      ["", "hart", "star:", "star:1", "star:65", "star:five", "smiley", "smiley:", "smiley:happy", "heart:3"]
    ),
    ("face inner-radius", ["", "0", "0.009", "1.001", "-1"]),
    ("face corner-radius", ["", "0.501", "2"]),
    ("face points", ["", "0,0 1", "0,0 1,1.1", "0;0 1;1", "0, 0", "a,b"]),
    ("face fill", ["red", "#fff", "#ggffff", "ffffff", "#1234567", "0xffffff"]),
    ("face empty", ["-", "#12345"]), ("face background", ["none", "white"]), ("face stroke", ["#", "#12 456"]),
    ("face line-width", ["-", "-1", "100.5", "2px"]),
    ("face join", ["", "bevel"]),
    ("face blending", ["", "gamma"]),
  ]

  @Test(arguments: refused + kioskRefused) func invalidValuesAreRejected(_ key: String, _ texts: [String]) throws {
    let words = key.split(separator: " ")
    let row = try #require(SettingsSchema.keys.first { $0.section.name == words[0] && $0.name == words[1] })
    for text in texts {
      let shown = row.name == "service-pin" ? "(hidden)" : text
      // A suggestion may come first; MeantValueTests compares them.
      let start = "kiosk.conf:2: [\(words[0])] \(words[1]) = \(ValueParser(shown).excerpt): invalid value;"
      let found = mistakes(Self.file(key, text))
      #expect(
        found.count == 1 && found[0].hasPrefix(start) && found[0].hasSuffix(" allowed: " + row.allowed), "\(found)")
    }
  }

  /// A PIN is for a kiosk with questions; another one is warned of, without its digits.
  @Test func pinsHaveFourToEightDigits() throws {
    let question = "[question q]\n[text en]\nquestion q = How was it?\n"
    for pin in ["0000", "12345678"] {
      #expect(try settings("[kiosk]\nservice-pin = \(pin)\n" + question).kiosk.servicePIN == pin)
      let told = try settings("[kiosk]\nservice-pin = \(pin)\n").warnings.map { $0.message }
      #expect(told.count == 1 && told[0].contains("service-pin = (hidden): has no effect without questions"), "\(told)")
    }
  }

  /// Only a kiosk with questions, in another theme, has a button for contrast.
  @Test func uselessAccessIsWarnedOf() throws {
    func told(_ rest: String) throws -> [String] {
      try settings("[kiosk]\naccess = yes\n" + rest).warnings.map { $0.message }
    }
    let question = "[question q]\n[text en]\nquestion q = How was it?\n"
    let line = "kiosk.conf:2: warning: [kiosk] access = yes: has no effect "
    #expect(try told(question) == [])
    #expect(try told("") == [line + "without questions; add a [question ID] and a [text en]"])
    #expect(try told("[theme]\nbase = contrast\n" + question) == [line + "with base = contrast"])
  }

  /// A kiosk without questions has nothing to say.
  @Test func onlyKiosksWithQuestionsSpeak() throws {
    let question = "[question q]\n[text en]\nquestion q = How was it?\n"
    for (text, mode) in [("no", .no), ("on-demand", .onDemand), ("always", .always)] as [(String, VoiceSettings.Mode)] {
      let made = try settings("[voice]\nvoice = \(text)\n" + question)
      #expect(made.voice.mode == mode && made.warnings.isEmpty)
      let told = try settings("[voice]\nvoice = \(text)\n").warnings.map { $0.message }
      #expect(
        told
          == (mode == .no
            ? []
            : [
              "kiosk.conf:2: warning: [voice] voice = \(text): has no effect without questions; add a [question ID] and a [text en]"
            ]))
    }
  }

  @Test func everyKeyIsTested() {
    // TextTests tests [question] and [text].
    for key in SettingsSchema.keys where key.section != .question && key.section != .text {
      let name = key.section.name + " " + key.name
      // These keys require files or other keys.
      let requiresMore =
        key.name == "points" || key.name.hasPrefix("image-")
        || [
          "logo", "photo", "closed-picture", "slides", "certificate", "key", "password-file", "qr-url", "service-pin",
          "access", "voice",
        ]
        .contains(key.name)
      #expect(requiresMore || (Self.forms + Self.kioskForms).contains { $0.key == name }, "\(name)")
      // Every text is a valid path.
      let isPath = key.allowed.hasPrefix("paths")
      #expect(isPath || (Self.refused + Self.kioskRefused).contains { $0.0 == name }, "\(name)")
    }
  }

  @Test func defaultsAreThoseOfTheSchema() throws {
    for key in SettingsSchema.keys where !key.defaultValue.isEmpty {
      let header = key.section == .text ? "[text en]\n" : "[\(key.section.name)]\n"
      #expect(try settings(header + "\(key.name) = \(key.defaultValue)\n") == settings(header), "\(key.name)")
    }
    #expect(try settings("") == Settings())
  }

  @Test func schemaIsConsistent() {
    for (row, key) in SettingsSchema.keys.enumerated() {
      // hours has a row for the week, and one for a date.
      let first = SettingsSchema.keys.firstIndex { $0.section == key.section && $0.name == key.name }
      #expect(SettingsSchema.index(of: key.name, in: key.section) == first && (first == row || key.name == "hours"))
      if let option = key.option { #expect(SettingsSchema.index(ofOption: "\(option)") == row) }
      #expect(!key.lines.isEmpty && (key.defaultValue.isEmpty || key.example.isEmpty), "\(key.name)")
      #expect(
        key.name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
      #expect(key.summary.hasSuffix(".") && !key.allowed.isEmpty)
    }
  }
}
