import Basics
import Display
import StarSlider

/// Builds one row of stars for each scale and direction. Equal images are rendered once.
final class SliderBuilder {
  private let design: ScreenSet.Design
  /// Returns the possible places of a row in order of preference.
  private let places: (SliderConfiguration) -> [Rect<LayoutSpace>]
  private let transform: ScreenTransform
  private let format: PixelFormat
  private let cache = SpriteCache()
  private var sliders: [(key: SliderConfiguration, isRightToLeft: Bool, slider: StarSlider, motion: StarMotion?)] = []

  init(
    _ design: ScreenSet.Design, on transform: ScreenTransform, format: PixelFormat,
    places: @escaping (SliderConfiguration) -> [Rect<LayoutSpace>]
  ) {
    self.design = design
    self.places = places
    self.transform = transform
    self.format = format
  }

  /// All rows built so far on which visitors rate.
  var all: [StarSlider] { sliders.map { $0.slider } }

  func slider(_ own: SliderConfiguration, isRightToLeft: Bool) throws(ScreenError) -> StarSlider {
    try moved(own, isRightToLeft: isRightToLeft).slider
  }

  /// Returns a row of stars and its motion. The motion is `nil` if the stars do not move.
  func moved(
    _ own: SliderConfiguration, isRightToLeft: Bool
  ) throws(ScreenError) -> (slider: StarSlider, motion: StarMotion?) {
    for known in sliders where known.isRightToLeft == isRightToLeft && known.key == own {
      return (known.slider, known.motion)
    }
    let (slider, place) = try build(own, isRightToLeft: isRightToLeft, in: places(own))
    // Only the first two places leave space around the stars.
    let motion = place < 2 ? pictures(slider).map { StarMotion(slider, $0) } : nil
    sliders.append((own, isRightToLeft, slider, motion))
    return (slider, motion)
  }

  /// Paints the pictures of all moving stars.
  func preparePictures() { for slider in sliders { slider.motion?.pictures.prepare() } }

  /// Builds a row in the first of `places` that is large enough.
  private func build(
    _ own: SliderConfiguration, isRightToLeft: Bool, in places: [Rect<LayoutSpace>]
  ) throws(ScreenError) -> (slider: StarSlider, place: Int) {
    var configuration = own
    configuration.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    // Extra space for a tap on 0: the focus frame and half of the gap to the next widget.
    configuration.touchOutset = design.metrics.ring + design.metrics.margin / 2
    let stars = configuration.scale.starCount
    guard let place = places.firstIndex(where: { SliderLayout(configuration, bounds: $0) != nil }) else {
      throw Self.tooSmall(stars)
    }
    let bounds = places[place]
    do throws(DisplayError) {
      try Memory.require(
        StarSlider.mostMemory(configuration, styles: design.styles, bounds: bounds, format: format),
        for: "the star images")
    } catch {
      throw ScreenError(.memory, error.operation, error.subject, reason: error.reason, suggestion: error.suggestion)
    }
    guard
      let slider = try? StarSlider(
        configuration, styles: design.styles, bounds: bounds, on: transform, format: format, cache: cache)
    else { throw Self.tooSmall(stars) }
    return (slider, place)
  }

  /// Returns the pictures of a slider's stars. Sliders with equal stars share them.
  private func pictures(_ slider: StarSlider) -> StarPictures? {
    if !design.hasMotion || slider.background != design.theme.background { return nil }
    let (layout, faces) = (slider.layout, slider.configuration.faces)
    let isWhole = layout.scale.step.perStar == 1
    for known in sliders where known.slider.layout.starSize == layout.starSize {
      guard known.slider.configuration.faces == faces, let pictures = known.motion?.pictures else { continue }
      if isWhole || pictures.hasPartialStars { return pictures }
    }
    return StarPictures(
      slider, room: min((layout.advance - layout.starSize) / 2, 2 * design.metrics.ring), format: format)
  }

  private static func tooSmall(_ stars: Int32) -> ScreenError {
    ScreenError(
      .tooSmall(stars: stars), "draw", "\(stars) stars", reason: "the screen is too small",
      suggestion: "use fewer stars or a larger screen")
  }
}
