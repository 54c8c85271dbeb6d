import Foundation
import Pictures
import Screens
import Settings
import StarSlider
import TestSupport
import Testing

@testable import Kiosk

/// The slides of the start screen in a running kiosk.
@Suite struct SlideTests {
  private static func write(_ name: String, _ color: [UInt8], _ program: Program) throws {
    let rgb = (0..<800 * 480).flatMap { _ in color }
    try Data(PNG.encode(rgb: rgb, width: 800, height: 480)).write(to: URL(fileURLWithPath: program.path(name)))
  }

  /// Waits until the upper left pixel has a color.
  private static func shows(_ color: [UInt8], _ kiosk: Process, _ program: Program) throws -> Bool {
    try program.wait(15) { try pixels(ofPNG: [UInt8](program.picture(of: kiosk))).rgb.starts(with: color) }
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
    // Between two slides, with the display's buffer of 1.5 MB. While the next one is decoded, there are two.
    #expect(try kilobytes(of: kiosk, below: 7 * 1024, in: program) < 7 * 1024)
  }

  /// The settings of a configuration in a folder, where `a.png` and `b.png` are said to exist.
  private static func settings(_ text: String, in folder: String = "") throws -> Settings {
    let files = ["a.png", "b.png"].map { folder + $0 }
    var builder = SettingsBuilder()
    builder.read(Array((survey + text).utf8), name: folder + "k.conf")
    let png = try PNG.encode(rgb: [0, 0, 0], width: 1, height: 1)
    return try builder.build(decoding: Settings.decodePicture) { (path) throws(Diagnostic) in
      if files.contains(path) { return png }
      throw Diagnostic(place: path, reason: "no such file")
    }
  }

  private static func slides(_ text: String, in folder: String = "") throws -> SlideShow {
    SlideShow(try settings(text, in: folder))
  }

  /// A start screen that slides can be made for.
  private static func screen() throws -> Screen {
    let transform = ScreenTransform(physical: Size(width: 64, height: 48), rotation: .none)
    return try KioskModel(settings("slides = a.png"), wanted: nil, on: transform, format: .xrgb8888)
      .screens.screen(.attract, language: 0)
  }

  /// Only several slides on the start screen need a timer.
  @Test func onlySeveralSlidesWakeTheKiosk() throws {
    for (text, paths, due) in [
      ("", 0, nil), ("slides =", 0, nil), ("slides = a.png", 1, nil), ("slides = a.png, b.png", 2, 2_000_000_005),
      ("slides = a.png, b.png\n[kiosk]\nattract = no", 0, nil),
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
    let screen = try Self.screen()
    #expect(try slides.advance(for: screen) == nil)
    slides.load()
    #expect(throws: KioskError.self) { try slides.advance(for: screen) }
    #expect(slides.paths == ["b.png"] && !slides.isLoading && slides.isNew)
    slides.load()
    #expect(throws: KioskError.self) { try slides.advance(for: screen) }
    slides.load()
    #expect(try slides.paths == [] && !slides.isLoading && slides.advance(for: screen) == nil)
  }

  /// A slide is read in parts, and a visit that comes between stops it: the same slide comes again.
  @Test func slideIsLoadedInParts() throws {
    let program = try Program()
    defer { program.remove() }
    for (name, color) in [("a.png", Self.red), ("b.png", Self.green)] { try Self.write(name, color, program) }
    var slides = try Self.slides("slides = a.png, b.png", in: program.folder.path + "/")
    let screen = try Self.screen()
    slides.wait(from: 0)
    slides.load()
    #expect(slides.due == nil && slides.isLoading && slides.isNew)
    for _ in 0..<10 { #expect(try slides.advance(for: screen) == nil) }
    slides.stop()
    #expect(!slides.isLoading && slides.isNew)
    for count in 1...3 {
      slides.load()
      var parts = 0
      while slides.isLoading {
        if let slide = try slides.advance(for: screen) { #expect(slide.isDone && !slides.isLoading) }
        parts += 1
      }
      // 384,000 pixels to decode.
      #expect(parts > 40 && !slides.isNew, "\(count)")
    }
  }
}
