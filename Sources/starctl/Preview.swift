import ArgumentParser
import Display
import Foundation
import Geometry
import Raster
import Rating
import StarSlider

/// `starctl preview`: the picture that a terminal would show, without a terminal.
struct Preview: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws the screen of a terminal to a PNG file, as its display controller would read it.")

  @Option(help: "Stars, 1 to 1000.")
  var stars: Int32 = 5

  @Option(help: "How full they are, in stars, as in 3.249; unrated if left out.")
  var value: StarValue?

  @Option(help: "whole, half, quarter or continuous.")
  var step: StepName = .whole

  @Option(help: "The screen in pixels, before rotation.")
  var size: ScreenSize = ScreenSize(width: 800, height: 480)

  @Option(help: "XRGB8888, XBGR8888, ARGB8888, RGB888, BGR888, RGB565 or BGR565.")
  var format = "XRGB8888"

  @Option(help: "The picture on the scanout, clockwise: 0, 90, 180 or 270.")
  var rotate: Int32 = 0

  @Flag(help: "The look that says thank you.")
  var thanks = false

  @Option(help: ArgumentHelp("Where the picture goes.", valueName: "file"))
  var output: String

  func run() throws {
    guard let scale = Scale(starCount: stars, step: step.step) else {
      throw ValidationError("--stars \(stars): 1 to \(Scale.mostStars)")
    }
    guard let rotation = Rotation(rawValue: rotate) else {
      throw ValidationError("--rotate \(rotate): 0, 90, 180 or 270")
    }
    guard let format = PixelFormat.named(format) else {
      throw ValidationError("--format \(self.format): no such format")
    }
    guard let display = MemoryDisplay(size: size.size, format: format) else {
      throw ValidationError("--size: 1x1 to \(MemoryDisplay.limit)x\(MemoryDisplay.limit)")
    }
    let transform = ScreenTransform(physical: display.size, rotation: rotation)
    let configuration = SliderConfiguration(scale: scale)
    guard
      let slider = StarSlider(
        configuration, looks: [.thanks], bounds: SliderConfiguration.bounds(onScreen: transform.layout), on: transform,
        format: format)
    else { throw Failure("the screen is too small for \(stars) stars") }
    slider.set(value.map { scale.nearest(to: $0.millionths, over: 1_000_000) })
    slider.look = thanks ? 1 : 0
    guard let frame = try display.nextFrame() else { throw Failure("the memory screen lends no buffer") }
    frame.surface.fill(frame.surface.bounds, with: configuration.face.background)
    try display.present(slider.paint(into: frame.surface, age: frame.age))
    try Data(PNG.encode(frame.surface)).write(to: URL(fileURLWithPath: output))
  }
}

enum StepName: String, CaseIterable, ExpressibleByArgument {
  case whole, half, quarter, continuous

  var step: Step {
    switch self {
    case .whole: .whole
    case .half: .half
    case .quarter: .quarter
    case .continuous: .continuous
    }
  }
}

/// `WIDTHxHEIGHT`, pixels.
struct ScreenSize: ExpressibleByArgument, CustomStringConvertible {
  let size: Size<PhysicalSpace>

  init(width: Int32, height: Int32) { size = Size(width: width, height: height) }

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int32(sides[0]), let height = Int32(sides[1]) else { return nil }
    self.init(width: width, height: height)
  }

  var description: String { "\(size.width)x\(size.height)" }
}

/// A decimal number of stars, 0 or more, exact to a millionth.
struct StarValue: ExpressibleByArgument {
  let millionths: Int64

  init?(argument: String) {
    guard let stars = Decimal(string: argument, locale: Locale(identifier: "en_US_POSIX")), stars >= 0, stars <= 1000
    else { return nil }
    millionths = NSDecimalNumber(decimal: stars * 1_000_000).int64Value
  }
}
