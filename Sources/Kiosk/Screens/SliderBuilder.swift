import Basics
import Display
import Geometry
import Raster
import Rating
import StarSlider

/// Builds one row of stars for each scale and direction. Equal images are rendered once.
final class SliderBuilder {
  private let design: ScreenSet.Design
  /// Returns the places for a row in order of preference.
  private let places: (SliderConfiguration) -> [Rect<LayoutSpace>]
  private let transform: ScreenTransform
  private let format: PixelFormat
  private let cache = SpriteCache()
  private var sliders: [(key: SliderConfiguration, isRightToLeft: Bool, slider: StarSlider)] = []

  init(
    _ design: ScreenSet.Design, on transform: ScreenTransform, format: PixelFormat,
    places: @escaping (SliderConfiguration) -> [Rect<LayoutSpace>]
  ) {
    self.design = design
    self.places = places
    self.transform = transform
    self.format = format
  }

  /// All rows so far.
  var all: [StarSlider] { sliders.map { $0.slider } }

  func slider(_ own: SliderConfiguration, isRightToLeft: Bool) throws(ScreenError) -> StarSlider {
    for known in sliders where known.isRightToLeft == isRightToLeft && known.key == own { return known.slider }
    var configuration = own
    configuration.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    // Room for a tap on 0: the ring and half of the gap to the next widget.
    configuration.touchOutset = design.metrics.ring + design.metrics.margin / 2
    let stars = configuration.scale.starCount
    guard let bounds = places(own).first(where: { SliderLayout(configuration, bounds: $0) != nil }) else {
      throw Self.tooSmall(stars)
    }
    do throws(DisplayError) {
      try Memory.require(
        StarSlider.mostMemory(configuration, styles: [design.thanks], bounds: bounds, format: format),
        for: "the star images")
    } catch {
      throw ScreenError(.memory, error.operation, error.subject, reason: error.reason, suggestion: error.suggestion)
    }
    guard
      let slider = try? StarSlider(
        configuration, styles: [design.thanks], bounds: bounds, on: transform, format: format, cache: cache)
    else { throw Self.tooSmall(stars) }
    sliders.append((own, isRightToLeft, slider))
    return slider
  }

  private static func tooSmall(_ stars: Int32) -> ScreenError {
    ScreenError(
      .tooSmall(stars: stars), "draw", "\(stars) stars", reason: "the screen is too small",
      suggestion: "use fewer stars or a larger screen")
  }
}
