import ArgumentParser
import Display
import Gallery
import Geometry
import Raster
import Settings
import StarSlider
import System

/// `starctl preview`: the picture that a terminal would show, without a terminal.
struct Preview: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws a terminal's stars to a PNG file, as its display controller would read it.",
    discussion: """
      Options win over the configuration file. Where neither says otherwise, the screen is 800x480 XRGB8888. A terminal's \
      words are not drawn: star-kiosk --display memory --touch none --snapshot FILE does that.
      """)

  @Option(help: ArgumentHelp("A star-kiosk's configuration.", valueName: "file"))
  var config: String?

  @Option(help: "Stars, 1 to 1000; 5 unless told otherwise.")
  var stars: String?

  @Option(help: "How full they are, in stars, as in 3.249 or 10/3; unrated if left out.")
  var value: String?

  @Option(help: "whole, half, quarter, continuous or 1/N.")
  var step: String?

  @Option(help: "The least value that a touch can give, in stars.")
  var minimum: String?

  @Option(help: "star, heart, circle, star:N, smiley:MOOD, smileys or points.")
  var face: String?

  @Option(help: ArgumentHelp("A picture in place of empty stars.", valueName: "png"))
  var imageEmpty: String?

  @Option(help: ArgumentHelp("A picture in place of stars that are neither empty nor full.", valueName: "png"))
  var imageHalf: String?

  @Option(help: ArgumentHelp("A picture in place of full stars.", valueName: "png"))
  var imageFull: String?

  @Flag(help: "The first star is on the right.")
  var rtl = false

  @Flag(help: "The first star is at the bottom.")
  var vertical = false

  @Flag(help: "The look that takes no touches.")
  var disabled = false

  @Option(help: ArgumentHelp("The screen in pixels, before rotation.", valueName: "widthxheight"))
  var size: ScreenSize?

  @Option(help: "XRGB8888, XBGR8888, ARGB8888, RGB888, BGR888, RGB565 or BGR565.")
  var format: String?

  @Option(help: "The picture on the scanout, clockwise: 0, 90, 180 or 270.")
  var rotate: String?

  @Flag(help: "The look that says thank you.")
  var thanks = false

  @Option(help: ArgumentHelp("Where the picture goes.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("A sheet of all faces, steps, directions, looks and sizes, in its place.", valueName: "file"))
  var gallery: String?

  func validate() throws {
    if output == nil && gallery == nil { throw ValidationError("Missing expected argument '--output <file>'") }
    for (name, path) in [("config", config), ("output", output), ("gallery", gallery)] where path?.isEmpty == true {
      throw ValidationError("--\(name) wants a path")
    }
    let sides = 1...MemoryDisplay.limit
    if let size, !sides.contains(size.size.width) || !sides.contains(size.size.height) {
      throw ValidationError("--size \(size): allowed are 1x1 to \(sides.upperBound)x\(sides.upperBound)")
    }
  }

  func run() throws {
    if let gallery { try write(try Gallery.png(), to: gallery) }
    guard let output else { return }
    var draft = SettingsDraft()
    try setOptions(&draft)
    if let config { try draft.readFile(config) }
    let settings: Settings
    do throws(Mistakes) {
      settings = try draft.finishedWithFiles()
    } catch {
      error.print()
      throw error.areOptions ? ExitCode.validationFailure : ExitCode(1)
    }
    try write(try picture(settings), to: output)
  }

  private func write(_ picture: [UInt8], to path: String) throws {
    do throws(SystemError) { try writeFile(path, picture) } catch { throw Failure(error.message) }
  }

  /// Hands every option on, under its name in the table of settings.
  private func setOptions(_ draft: inout SettingsDraft) throws {
    let given: [(String, String?)] = [
      ("stars", stars), ("value", value), ("step", step), ("minimum", minimum), ("face", face),
      ("image-empty", imageEmpty), ("image-half", imageHalf), ("image-full", imageFull), ("format", format),
      ("rotate", rotate),
      ("direction", rtl ? "rtl" : nil), ("axis", vertical ? "vertical" : nil), ("enabled", disabled ? "no" : nil),
    ]
    for (name, text) in given {
      guard let text else { continue }
      do throws(Diagnostic) {
        try draft.set(option: name, to: text)
      } catch {
        throw ValidationError(error.message)
      }
    }
  }

  /// A memory screen of the size and format that are asked for: by options, else by the configuration.
  private func screen(_ settings: Settings) throws -> MemoryDisplay {
    var (size, format) = (ScreenChoice.defaultSize, PixelFormat.xrgb8888)
    if case .memory(let itsSize, let itsFormat) = settings.screen { (size, format) = (itsSize, itsFormat) }
    do throws(DisplayError) {
      return try MemoryDisplay.open(size: self.size?.size ?? size, format: settings.format ?? format)
    } catch { throw Failure(error.message) }
  }

  private func picture(_ settings: Settings) throws -> [UInt8] {
    let display = try screen(settings)
    let transform = ScreenTransform(physical: display.size, rotation: settings.rotation ?? .none)
    guard let configuration = settings.slider() else {
      preconditionFailure("a draft that was finished has a slider")
    }
    let bounds = SliderConfiguration.bounds(onScreen: transform.layout)
    do throws(DisplayError) {
      try Memory.require(
        StarSlider.mostMemory(configuration, looks: [settings.thanks], bounds: bounds, format: display.format),
        for: "the stars' pictures")
    } catch { throw Failure(error.message) }
    guard
      let slider = StarSlider(
        configuration, looks: [settings.thanks], bounds: bounds, on: transform, format: display.format),
      slider.layout.starSize >= configuration.minimumStarSize
    else {
      throw Failure(
        Settings.tooSmall(transform.layout, stars: settings.stars, least: configuration.minimumStarSize))
    }
    slider.set(settings.initialValue(on: configuration.scale))
    slider.look = thanks ? 1 : 0
    guard let frame = try display.nextFrame() else { throw Failure("the memory screen lends no buffer") }
    frame.surface.fill(frame.surface.bounds, with: configuration.face.background)
    try display.present(slider.paint(into: frame.surface, age: frame.age))
    // A surface does not keep its memory: the display must outlive what reads it.
    return try withExtendedLifetime(display) { try PNG.encode(frame.surface) }
  }
}

/// `WIDTHxHEIGHT`, pixels.
struct ScreenSize: ExpressibleByArgument, CustomStringConvertible {
  let size: Size<PhysicalSpace>

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int32(sides[0]), let height = Int32(sides[1]) else { return nil }
    size = Size(width: width, height: height)
  }

  var description: String { "\(size.width)x\(size.height)" }
}
