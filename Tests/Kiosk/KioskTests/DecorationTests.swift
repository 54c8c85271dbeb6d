import Foundation
import KioskStatus
import Pictures
import Settings
import StarSlider
import TestSupport
import Testing

@testable import Kiosk

/// A configuration that worked yesterday starts today, whatever has happened to its pictures, fonts, translations and time zone.
@Suite struct DecorationTests {
  static let files = [
    "logo.png", "photo.png", "slide.png", "slide2.png", "icon.png", "closed.png", "empty.png", "full.png", "Font.ttf",
    "phrases/de.ini",
  ]

  static let configuration = """
    [kiosk]
    hours = 00:00-24:00
    time-zone = Europe/Berlin
    trust-clock = yes
    [theme]
    logo = logo.png
    photo = photo.png
    slides = slide.png, slide2.png
    closed-picture = closed.png
    fonts = ./Font.ttf
    fonts = sans-serif
    [face]
    image-empty = empty.png
    image-full = full.png
    [question a]
    kind = choice
    options = one, two
    icon one = icon.png
    [question b]
    [text de]
    question a = Was?
    question b = Wie war es?
    option one = Eins
    option two = Zwei
    """

  /// Writes the configuration and whole files.
  func write(_ program: Program) throws {
    try program.configure(Self.configuration)
    try FileManager.default.createDirectory(atPath: program.path("phrases"), withIntermediateDirectories: true)
    for name in Self.files.dropLast(2) {
      let shade = UInt8(name.utf8.count * 9)
      let pixels = (0..<48 * 48).flatMap { i -> [UInt8] in [UInt8(truncatingIfNeeded: i), shade, 0x60] }
      try Data(PNG.encode(rgb: pixels, width: 48, height: 48)).write(to: URL(fileURLWithPath: program.path(name)))
    }
    let sources = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    let copies = [("Tests/Support/Fonts/Thin.ttf", "Font.ttf"), ("Sources/Kiosk/Phrases/de.ini", "phrases/de.ini")]
    for (source, name) in copies {
      try Data(contentsOf: sources.appending(path: source)).write(to: URL(fileURLWithPath: program.path(name)))
    }
  }

  /// The ways in which a file breaks.
  enum Damage: CaseIterable {
    case missing, truncated, empty, garbage, pipe, folder, device, loop, huge
  }

  func damage(_ path: String, _ way: Damage, _ random: inout SplitMix64) throws {
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    func write(_ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: path)) }
    switch way {
    case .missing: break
    case .truncated: try write(content.prefix(Int(random.int32(in: 1...Int32(content.count / 2)))))
    case .empty: try write(Data())
    case .garbage: try write(Data((0..<500).map { _ in UInt8(random.int32(in: 0...255)) }))
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .device: #expect(symlink("/dev/zero", path) == 0)
    case .loop: #expect(symlink(path, path) == 0)
    case .huge:
      try write(Data())
      #expect(truncate(path, 1 << 33) == 0)
    }
  }

  /// Random subsets of the files, each broken in a random way: the screens are made, and the check still reports an error.
  @Test func randomDamage() throws {
    var random = SplitMix64(seed: 36)
    let transform = ScreenTransform(physical: Size(width: 320, height: 240), rotation: .none)
    for round in 0..<40 {
      let program = try Program()
      defer { program.remove() }
      try write(program)
      var broken: [String] = []
      for name in Self.files where round > 0 && random.oneIn(3) {
        let way = random.element(of: Array(Damage.allCases))
        // A translation that is cut off after a line lacks phrases, or only some that this kiosk does not show.
        if way == .truncated && name.hasSuffix("ini") { continue }
        try damage(program.path(name), way, &random)
        broken.append("\(name) \(way)")
      }
      if round > 0 && random.oneIn(4) {
        try program.configure(Self.configuration.replacing("Europe/Berlin", with: "Mars/Phobos"))
        broken.append("zone")
      }
      var options = Options()
      options.config = program.path("kiosk.conf")
      options.folders.phrases = program.path("phrases")
      options.board = .none
      let configured = try options.reloaded()
      let model = try KioskModel(
        configured.settings, readBy: configured.builder, wanted: nil, on: transform, format: .xrgb8888)
      let status = StatusFile()
      status.report(configured, model)
      let isZone = broken.last == "zone"
      #expect(status.faults.contains(.timeZoneMissing) == isZone, "round \(round): \(broken)")
      #expect(
        status.faults.contains(.decorationMissing) == (broken.count > (isZone ? 1 : 0)), "round \(round): \(broken)")
      let judgment = Check.judge(try options.examined(), on: transform, .xrgb8888)
      let (found, error) = (judgment.found, judgment.modelError)
      let isRejected = error != nil || found.contains { $0.severity == .error }
      #expect(isRejected == !broken.isEmpty, "round \(round): \(broken) \(found.map { $0.message })")
    }
  }

  /// The whole program: a start with everything broken shows a picture and the faults; a reload with whole files ends them.
  @Test func startsWithoutAnyDecoration() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program)
    for name in Self.files {
      try FileManager.default.removeItem(atPath: program.path(name))
      #expect(mkfifo(program.path(name), 0o600) == 0)
    }
    let broken = Self.configuration.replacing("Europe/Berlin", with: "US/Nowhere")
    try program.configure(broken)
    let words = ["--config", "kiosk.conf", "--phrases", program.path("phrases")]
    let check = try program.run(words + ["check"])
    #expect(check.status == 2 && check.errors.contains("tzdata-legacy"), "\(check.errors)")
    let kiosk = try program.start(
      words + ["--display", "memory", "--touch", "none", "--journal", "j.sqlite", "--snapshot", "screen.png"])
    func faults() throws -> [String]? {
      guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
      return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["faults"] as? [String]
    }
    #expect(
      try program.wait(30) { try faults() == ["decoration_missing", "time_zone_missing"] },
      "\((try? program.log()) ?? "")")
    let picture = try pixels(ofPNG: [UInt8](try program.picture(of: kiosk)))
    #expect(Set(picture.rgb).count > 10)
    #expect(try program.log().contains("the kiosk runs without it"))
    for name in Self.files { try FileManager.default.removeItem(atPath: program.path(name)) }
    try write(program)
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(30) { try faults() == [] }, "\((try? program.log()) ?? "")")
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(kiosk.terminationStatus == 0)
  }
}
