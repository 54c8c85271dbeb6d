import Foundation
import Pictures
import Settings
import Testing

@testable import Kiosk

/// `star-kiosk check`, and what the manual says of options, as a user meets them.
@Suite struct CheckTests {
  static let terminal = """
    [kiosk]
    hours = Mo-Fr 08:00-18:00
    time-zone = %zone
    [question service]
    reasons = waiting
    [text en]
    question service = How was our service?
    reason waiting = The waiting time
    [courier]
    broker = broker.example
    username = u
    tls = %tls

    """

  func write(_ program: Program, zone: String = "", tls: String = "yes", more: String = "") throws {
    let text = Self.terminal.replacing("%zone", with: zone).replacing("%tls", with: tls) + more
    try text.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
  }

  @Test func validConfiguration() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program)
    for words in [
      ["check", "kiosk.conf"], ["--config", "kiosk.conf", "check"], ["--idle=20", "check", "kiosk.conf"],
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 0 && outcome.output == "kiosk.conf: no errors\n", "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
    }
    // Nothing was opened that is written to.
    #expect(!FileManager.default.fileExists(atPath: program.path("state")))
  }

  /// A copy in another folder is checked with the pictures of the folder that is named.
  @Test func checkOfACopy() throws {
    let program = try Program()
    defer { program.remove() }
    try FileManager.default.createDirectory(atPath: program.path("etc"), withIntermediateDirectories: true)
    try write(program, more: "[theme]\nlogo = logo.png\n")
    let pixels = [UInt8](repeating: 9, count: 8 * 8 * 3)
    try Data(PNG.encode(rgb: pixels, width: 8, height: 8)).write(to: URL(fileURLWithPath: program.path("etc/logo.png")))
    #expect(try program.run(["check", "kiosk.conf"]).status == 2)
    #expect(try program.run(["check", "--as", "etc", "kiosk.conf"]).status == 0)
    #expect(try program.run(["check", "--as", "none", "kiosk.conf"]).status == 2)
    #expect(try program.run(["--as", "etc", "devices"]).status == 2)
  }

  /// An outline that is too slow to draw is rejected without drawing it, and so is one with an invalid line.
  @Test(arguments: [(100, "takes too long to draw"), (200, "line-width = 200: invalid value")])
  func slowOutline(lineWidth: Int, reason: String) throws {
    let program = try Program()
    defer { program.remove() }
    let points = (0..<4000).map { "0.\(1000 + $0 * 2),0.\($0 % 2 == 0 ? "2" : "8")" }
    let lines = stride(from: 0, to: points.count, by: 12).map {
      "points = " + points[$0..<min($0 + 12, points.count)].joined(separator: " ")
    }
    let face = "[face]\nshape = points\nline-width = \(lineWidth)\n"
    try write(program, more: face + lines.joined(separator: "\n") + "\n")
    let start = ContinuousClock.now
    let outcome = try program.run(["check", "kiosk.conf"])
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome.errors.suffix(300))")
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func warningsKeepStatusZero() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program, tls: "no")
    let outcome = try program.run(["check", "kiosk.conf"])
    #expect(outcome.status == 0 && outcome.output == "kiosk.conf: no errors, 1 warning\n", "\(outcome.output)")
    #expect(
      outcome.errors.hasPrefix("star-kiosk: kiosk.conf:11: warning: [courier] username = u: "), "\(outcome.errors)")
  }

  /// Without the key that verifies messages, the kiosk starts, but takes no configuration and no command.
  @Test(arguments: [
    (String?.none, "no such file or directory; copy the public key"), ("no key", "; create one with starctl sign key"),
  ])
  func unusablePublicKey(content: String?, reason: String) throws {
    let program = try Program()
    defer { program.remove() }
    let path = program.path("fleet.pub")
    try content?.write(toFile: path, atomically: true, encoding: .utf8)
    try write(program, more: "[fleet]\npublic-key = \(path)\n")
    let outcome = try program.run(["check", "kiosk.conf"])
    #expect(outcome.status == 0 && outcome.output == "kiosk.conf: no errors, 1 warning\n", "\(outcome.output)")
    let place = "star-kiosk: kiosk.conf:14: warning: [fleet] public-key = \(path): "
    #expect(outcome.errors.hasPrefix(place) && outcome.errors.contains(reason), "\(outcome.errors)")
  }

  /// What the courier would refuse to start without: a terminal works without it, so it is a warning.
  @Test func missingCourierFiles() throws {
    let program = try Program()
    defer { program.remove() }
    let lines = [
      "[courier]", "broker = b", "ca = there.pem", "certificate = none.pem", "key = none/key.pem", "username = u",
      "password-file = none",
    ]
    try "x".write(toFile: program.path("there.pem"), atomically: true, encoding: .utf8)
    func check(_ lines: [String]) throws -> [String] {
      try lines.joined(separator: "\n").appending("\n")
        .write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
      let outcome = try program.run(["check", "k.conf"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.errors.split(separator: "\n").map(String.init)
    }
    let said = try check(lines)
    #expect(said.count == 3, "\(said)")
    for (line, key) in [(4, "certificate = none.pem"), (5, "key = none/key.pem"), (7, "password-file = none")] {
      let start =
        "star-kiosk: k.conf:\(line): warning: [courier] \(key): star-courier does not start without it: cannot find "
      #expect(said.contains { $0.hasPrefix(start) && $0.hasSuffix(": no such file or directory") }, "\(said)")
    }
    // Secrets are for one user.
    for (mode, count) in [(0o644, 1), (0o640, 1), (0o604, 1), (0o600, 0), (0o400, 0)] {
      try "x".write(toFile: program.path("secret"), atomically: true, encoding: .utf8)
      #expect(chmod(program.path("secret"), mode_t(mode)) == 0)
      let said = try check(["[courier]", "broker = b", "username = u", "password-file = secret"])
      #expect(
        said.count { $0.contains("k.conf:4: warning: [courier] password-file = secret: its owner's group") } == count)
    }
    // Without a broker, or without TLS, the files are not used.
    #expect(try check(lines.filter { !$0.hasPrefix("broker") }).filter { $0.contains("star-courier") } == [])
  }

  @Test func errorsAreReported() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program, tls: "no", more: "[slider]\nstars = 0\n[face]\nimage-empty = no.png\n")
    let outcome = try program.run(["check", "kiosk.conf"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        star-kiosk: kiosk.conf:11: warning: [courier] username = u: the name and the password are sent unencrypted; set tls = yes
        star-kiosk: kiosk.conf:14: [slider] stars = 0: invalid value; allowed: whole numbers from 1 to 1000
        star-kiosk: kiosk.conf:16: [face] image-empty = no.png: requires image-full
        star-kiosk: kiosk.conf:16: [face] image-empty = no.png: cannot open no.png: no such file or directory; correct the path, \
        or put a picture there

        """)
    // A start says the same, and ends the same way. Alone, a missing picture would not stop it.
    let start = try program.run(["--config", "kiosk.conf", "--display", "memory", "--touch", "none"])
    #expect(start.status == 2, "\(start.errors)")
    #expect(start.complaints.map(String.init) == outcome.complaints.map(Self.atStart))
  }

  /// Returns a line of `check` as a start logs it: what is missing on this machine is a warning.
  static func atStart(_ line: Substring) -> String {
    let effects = [
      ("; correct the path, or put a picture there", "; the kiosk runs without it"),
      ("; install the package tzdata-legacy", "; the kiosk uses UTC"),
    ]
    guard let effect = effects.first(where: { line.contains($0.0) })?.1,
      let place = line.firstRange(of: ": [")
    else { return String(line) }
    return line[..<place.lowerBound] + ": warning: " + line[place.lowerBound...].dropFirst(2) + effect
  }

  /// A script without a font is reported once, with the package that has one, however many texts and characters lack it.
  @Test func missingFontsAreNamed() throws {
    let program = try Program()
    defer { program.remove() }
    let fonts =
      "<fontconfig><dir>\(program.path("fonts"))</dir><cachedir>\(program.path("cache"))</cachedir></fontconfig>"
    try fonts.write(toFile: program.path("fonts.conf"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: program.path("fonts"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", toPath: program.path("fonts/font.ttf"))
    let command = ["/usr/bin/env", "FONTCONFIG_FILE=\(program.path("fonts.conf"))"]
    let lines = [
      "[kiosk]", "attract = yes", "[question a]", "[question b]", "[text en]", "question a = บริการ เป็นอย่างไร",
      "question b = ห้องน้ำ", "[text ja]", "question a = いかが", "question b = 清潔",
    ]
    try lines.joined(separator: "\n").write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let said = try program.run(["--display", "memory:800x480", "check", "k.conf"], command: command).errors
    let missing = said.split(separator: "\n").filter { $0.contains("no font has") }
    #expect(missing.count == 2, "\(said)")
    #expect(
      missing.first?.contains(
        "no font has U+0E1A and 13 more of its characters; install Debian's package fonts-noto-core, or add a font")
        == true, "\(said)")
    #expect(missing.last?.contains("install Debian's package fonts-noto-cjk") == true, "\(said)")
  }

  /// A mistake of each sort and a warning of each sort: of a line, of a value, of what goes together, of a picture, of this
  /// machine; of the broker, of colors, of words that do not fit or have no glyph. All in one go, each with its line.
  @Test func errorsOfAllKindsAtOnce() throws {
    let program = try Program()
    defer { program.remove() }
    let lines = [
      "[slider]", "stars = many", "minimum = 9", "colour = red", "what is this", "[kiosk]",
      "time-zone = Mars/Olympus", "[face]", "image-empty = no.png", "[theme]", "text = #aaaaaa", "logo = none.png",
      "[question a]", "reasons = b", "[text en]",
      "start-over = " + String(repeating: "Thank you so much ", count: 9),
      "done = ok", "done = again", "question a = How was it, \u{10FFFD}?", "reason b = One",
      "reason c = Two", "[courier]", "broker = b", "tls = no", "username = u",
    ]
    try lines.joined(separator: "\n").write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["--display", "memory:320x240", "check", "k.conf"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    var said: [String] = []
    for line in outcome.errors.split(separator: "\n") {
      let words = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      try #require(words.count == 4 && words[1] == " k.conf", "\(line)")
      said.append(words[2] + (words[3].hasPrefix(" warning") ? "w" : ""))
    }
    // Line 3 is not reported, because the number of stars is unknown.
    #expect(said == ["2", "4", "5", "7", "9", "9", "11w", "12", "16w", "18", "19w", "21", "25w"], "\(outcome.errors)")
    for words in [
      "7: [kiosk] time-zone = Mars/Olympus: cannot open /usr/share/zoneinfo/Mars/Olympus",
      "11: warning: [theme] text = #aaaaaa: low contrast of text on background: 2.13 to 1",
      "19: warning: [text en] question a = How was it, \u{10FFFD}?: no font has U+10FFFD; add a font that has it to [theme] fonts",
    ] {
      #expect(outcome.errors.contains("k.conf:" + words), "\(outcome.errors)")
    }
    #expect(outcome.errors.contains("does not fit into"))
    // A start refuses it with the same mistakes, and warns of what is missing on this machine.
    let start = try program.run(["--config", "k.conf", "--display", "memory", "--touch", "none"])
    #expect(start.status == 2)
    let expected = outcome.complaints.map(Self.atStart)
    for line in start.complaints { #expect(expected.contains(String(line)), "\(line)") }
    #expect(start.errors.contains("Mars/Olympus") && start.errors.contains("k.conf:2:"))
  }

  @Test func unknownTimeZone() throws {
    let program = try Program()
    defer { program.remove() }
    for zone in ["Mars/Olympus", "posixrules/x"] {
      try write(program, zone: zone)
      let outcome = try program.run(["check", "kiosk.conf"])
      let start = "star-kiosk: kiosk.conf:3: [kiosk] time-zone = \(zone): cannot open /usr/share/zoneinfo/\(zone): "
      #expect(outcome.status == 2 && outcome.errors.hasPrefix(start), "\(outcome.errors)")
    }
  }

  @Test func slowStartIsReported() {
    var builder = SettingsBuilder()
    builder.read(Array("[face]\nshape = star:63\n".utf8), name: "kiosk.conf")
    #expect(Check.slowness(2_999_999_999, builder) == nil)
    #expect(
      Check.slowness(6_100_000_000, builder)?.message
        == "kiosk.conf:2: warning: [face] shape = star:63: every start takes 6 s on this machine before it shows anything; "
        + "fewer corners, a thinner line and join = miter take less")
  }

  @Test func wrongUsage() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program)
    for words in [["check"], ["check", "a", "b"], ["check", ""], ["--config", "a", "check", "b"]] {
      let outcome = try program.run(words)
      #expect(
        outcome.status == 2 && outcome.errors.hasSuffix("; see star-kiosk --help\n"), "\(words) \(outcome.errors)")
    }
    let missing = try program.run(["check", "nowhere.conf"])
    #expect(missing.status == 1)
    #expect(missing.errors == "star-kiosk: cannot open nowhere.conf: no such file or directory\n")
  }

  /// The options of the table, as its manual page names them, are those of --help.
  @Test func helpListsEveryOption() throws {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let manual = try starctl.run(["manual", "1.0", "2026-01-31"])
    #expect(manual.status == 0 && manual.errors.isEmpty)
    let options = manual.output.components(separatedBy: "Option: \\-\\-").dropFirst().map { rest in
      String(rest.prefix { $0 != "." }).replacing("\\-", with: "-")
    }
    #expect(options.count > 40)
    let program = try Program()
    defer { program.remove() }
    let help = try program.run(["--help"]).output
    // Of the grab, the help has the short form.
    for option in options where option != "grab" { #expect(help.contains("--\(option) "), "--\(option)") }
    #expect(help.contains("check FILE "))
  }
}
