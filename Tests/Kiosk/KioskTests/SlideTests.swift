import Display
import Foundation
import Settings
import Testing

@testable import Kiosk

/// The slides of the start screen in a running kiosk.
@Suite struct SlideTests {
  private static func write(_ name: String, _ color: [UInt8], _ program: Program) throws {
    let rgb = (0..<800 * 480).flatMap { _ in color }
    try Data(PNG.encode(rgb: rgb, width: 800, height: 480)).write(to: URL(fileURLWithPath: program.path(name)))
  }

  /// Waits until the upper left pixel has a colour.
  private static func shows(_ color: [UInt8], _ kiosk: Process, _ program: Program) throws -> Bool {
    try program.wait(15) { try PNG.decode([UInt8](program.picture(of: kiosk))).rgb.starts(with: color) }
  }

  private static let survey = """
    [question a]
    [text en]
    question a = How was it?
    [text ar]
    question a = كيف كانت خدمتنا؟
    [theme]
    slide-seconds = 2

    """

  private static let (red, green, blue) = ([200, 0, 0], [0, 150, 0], [0, 0, 220]) as ([UInt8], [UInt8], [UInt8])

  /// Slides follow each other, are read when they are shown, and need memory for one at a time. A missing one is reported once.
  @Test func slidesFollowEachOther() throws {
    let program = try Program()
    defer { program.remove() }
    for (name, color) in [("a.png", Self.red), ("b.png", Self.green), ("c.png", Self.blue)] {
      try Self.write(name, color, program)
    }
    let kiosk = try program.startKiosk(Self.survey + "slides = a.png, b.png, c.png\n")
    defer { kiosk.terminate() }
    #expect(try program.wait(20) { try program.log().contains("drawing to") })
    #expect(try Self.shows(Self.red, kiosk, program))
    #expect(try Self.shows(Self.green, kiosk, program))
    try FileManager.default.removeItem(atPath: program.path("c.png"))
    try Self.write("a.png", Self.blue, program)
    #expect(try Self.shows(Self.blue, kiosk, program))
    #expect(try Self.shows(Self.green, kiosk, program) && Self.shows(Self.blue, kiosk, program))
    let lines = try program.log().split(separator: "\n").filter { $0.contains("c.png") }
    #expect(lines == ["star-kiosk: cannot open c.png: no such file or directory"])
    // Private memory after another slide, with the display's buffer of 1.5 MB.
    sleep(3)
    let rollup = try String(contentsOfFile: "/proc/\(kiosk.processIdentifier)/smaps_rollup", encoding: .utf8)
    let kilobytes = rollup.split(separator: "\n").filter { $0.hasPrefix("Private_") }.compactMap {
      Int($0.split(separator: " ")[1])
    }
    #expect(kilobytes.count >= 2 && kilobytes.reduce(0, +) < 8 * 1024, "\(rollup)")
  }

  private static func slides(_ text: String) throws -> SlideShow {
    let files = ["a.png", "b.png"]
    var builder = SettingsBuilder()
    builder.read(Array((survey + text).utf8), name: "k.conf")
    let png = try PNG.encode(rgb: [0, 0, 0], width: 1, height: 1)
    return SlideShow(
      try builder.build { (path) throws(Diagnostic) in
        if files.contains(path) { return png }
        throw Diagnostic(place: path, reason: "no such file")
      })
  }

  /// Only several slides on the start screen need a timer.
  @Test func onlySeveralSlidesWakeTheKiosk() throws {
    for (text, paths, due) in [
      ("", 0, nil), ("slides =", 0, nil), ("slides = a.png", 1, nil), ("slides = a.png, b.png", 2, 2_000_000_005),
      ("slides = a.png, b.png\n[terminal]\nattract = no", 0, nil),
    ] as [(String, Int, Int64?)] {
      var slides = try Self.slides(text)
      #expect(slides.paths.count == paths && slides.due == nil && slides.isNew == (paths > 0))
      slides.wait(from: 5)
      #expect(slides.due == due)
      slides.stop()
      #expect(slides.due == nil)
    }
  }

  @Test func unreadableSlidesAreLeftOut() throws {
    var slides = try Self.slides("slides = a.png, b.png")
    #expect(throws: KioskError.self) { try slides.next() }
    #expect(slides.paths == ["b.png"])
    #expect(throws: KioskError.self) { try slides.next() }
    #expect(try slides.paths == [] && slides.next() == nil)
  }
}
