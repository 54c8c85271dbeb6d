import Basics
import Display
import Pictures
import Scenes
import Settings
import StarSlider
import System

struct Preview: Command {
  static var name: String { "preview" }
  static var summary: String { "draws a kiosk's stars to a PNG file, as its display controller would read them" }
  static var options: [CommandOption<Self>] {
    [
      .text("output", "FILE", "Write the picture. Required, unless --gallery is given.") { $0.output = $1 },
      .text("gallery", "FILE", "Write a sheet of all faces, steps, directions, styles and sizes.") { $0.gallery = $1 },
      .text("config", "FILE", "Read a kiosk's configuration file; options override it.") { $0.config = $1 },
      setting("stars", "N", "The number of stars, 1 to 1000, default 5."),
      setting("value", "STARS", "The rating, such as 3.249 or 10/3; by default unrated."),
      setting("step", "STEP", "whole, half, quarter, continuous or 1/N."),
      setting("minimum", "STARS", "The least value that a touch can give."),
      setting("face", "FACE", "star, heart, circle, star:N, smiley:MOOD, smileys or points."),
      setting("image-empty", "PNG", "An image for empty stars."),
      setting("image-half", "PNG", "An image for stars that are neither empty nor full."),
      setting("image-full", "PNG", "An image for full stars."),
      .flag("rtl", "Put the first star on the right.") { $0.settings.append(("direction", "rtl")) },
      .flag("vertical", "Put the first star at the bottom.") { $0.settings.append(("axis", "vertical")) },
      .flag("disabled", "Draw the style of a control that accepts no touches.") {
        $0.settings.append(("enabled", "no"))
      },
      .value("size", "WIDTHxHEIGHT", "The screen in pixels, before rotation, default 800x480.") {
        var size = MemoryDisplay.defaultSize
        let problem = size.set($1)
        $0.size = size
        return problem
      },
      setting("format", "FORMAT", "XRGB8888, XBGR8888, ARGB8888, RGB888, BGR888, RGB565 or BGR565; default XRGB8888."),
      setting("rotate", "DEGREES", "The picture on the scanout, clockwise: 0, 90, 180 or 270."),
      .flag("thanks", "Draw the style of the thank-you screen.") { $0.showsThanks = true },
    ]
  }
  static var notes: [String] {
    ["The kiosk's texts are not drawn: starctl screens draws them."]
  }

  private var config: String?
  private var output: String?
  private var gallery: String?
  private var size: Size<PhysicalSpace>?
  private var showsThanks = false
  /// The options that are settings, with their values.
  private var settings: [(name: String, text: String)] = []

  private static func setting(_ name: StaticString, _ placeholder: String, _ help: String) -> CommandOption<Self> {
    .text(name, placeholder, help, allowsEmpty: true) { $0.settings.append(("\(name)", $1)) }
  }

  func run(_ operands: [String]) throws {
    if output == nil && gallery == nil { throw Self.usage("--output FILE is missing") }
    if let gallery { try writeFile(gallery, try Gallery.render().png()) }
    guard let output else { return }
    var builder = SettingsBuilder()
    for (name, text) in settings {
      do throws(Diagnostic) { try builder.set(option: name, to: text) } catch { throw Self.usage(error.message) }
    }
    if let config { try builder.readFile(config) }
    try writeFile(output, try picture(try builder.buildReadingFiles()))
  }

  /// Opens a memory screen. Its size and format come from the options, otherwise from the configuration.
  private func screen(_ settings: Settings) throws(DisplayError) -> MemoryDisplay {
    var (size, format): (Size<PhysicalSpace>?, PixelFormat?) = (nil, nil)
    if case .memory(let ownSize, let ownFormat) = settings.screen.display { (size, format) = (ownSize, ownFormat) }
    return try MemoryDisplay.open(
      size: self.size ?? size ?? MemoryDisplay.defaultSize, format: settings.screen.format ?? format ?? .xrgb8888)
  }

  private func picture(_ settings: Settings) throws -> [UInt8] {
    let display = try screen(settings)
    let transform = ScreenTransform(physical: display.size, rotation: settings.screen.rotation ?? .none)
    guard let configuration = settings.sliderConfiguration() else {
      preconditionFailure("finished settings without a slider")
    }
    let places = [SliderConfiguration.bounds(onScreen: transform.layout), Rect(transform.layout)]
    let bounds = places.first { SliderLayout(configuration, bounds: $0) != nil } ?? places[1]
    try Memory.require(
      StarSlider.mostMemory(configuration, styles: [settings.thanks], bounds: bounds, format: display.format),
      for: "the star images")
    guard
      let slider = try? StarSlider(
        configuration, styles: [settings.thanks], bounds: bounds, on: transform, format: display.format)
    else { throw ProgramError.failure(Settings.tooSmall(transform.layout, stars: settings.slider.stars)) }
    let side = slider.layout.starSize
    if !configuration.faces.allSatisfy({ $0.showsValue(inCellOf: side) }) {
      Standard.error(Face.hiddenFill(side: side), .warning)
    }
    slider.set(settings.slider.initialValue(on: configuration.scale))
    slider.style = showsThanks ? 1 : 0
    guard let frame = try display.nextFrame() else { preconditionFailure("a memory screen without a buffer") }
    frame.surface.fill(frame.surface.bounds, with: configuration.face.background)
    try display.present(slider.paint(into: frame.surface, age: frame.age))
    // The surface's memory belongs to the display, which must outlive the encoding.
    return try withExtendedLifetime(display) { try PNG.encode(frame.surface) }
  }
}

extension Size<PhysicalSpace> {
  /// Sets the size of a memory screen from a text such as "800x480". Returns what is wrong with the text, or `nil`.
  mutating func set(_ text: String) -> String? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return "must be WIDTHxHEIGHT" }
    let allowed = 1...MemoryDisplay.limit
    if !allowed.contains(width) || !allowed.contains(height) {
      return "allowed are 1x1 to \(allowed.upperBound)x\(allowed.upperBound)"
    }
    self = Size(width: width, height: height)
    return nil
  }
}
