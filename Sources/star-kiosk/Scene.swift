import Display
import Geometry
import Raster
import Rating
import StarSlider

/// What the terminal shows: one slider in the middle of a plain screen.
final class Scene {
  /// Which faces the slider has.
  enum Look {
    static let rating = 0
    static let thanks = 1
  }

  let slider: StarSlider
  private let background = Color.white
  /// The screen shows something else than what was last presented: all of it is damage.
  private var screenIsUnknown = true

  /// Stars as large as the screen allows, with a margin of 1/26 of its width at both ends and 1/10 of its height above
  /// and below: 144 px each on 800x480.
  init(_ scale: Scale, on transform: ScreenTransform, format: PixelFormat) throws(KioskError) {
    let seen = transform.layout
    let bounds = Rect<LayoutSpace>(
      minX: seen.width / 26, minY: seen.height / 10, maxX: seen.width - seen.width / 26,
      maxY: seen.height - seen.height / 10)
    let configuration = SliderConfiguration(scale: scale)
    guard
      let slider = StarSlider(
        configuration, looks: [Self.thanksFace], bounds: bounds, on: transform, format: format),
      slider.layout.starSize >= configuration.minimumStarSize
    else {
      throw .failure(
        "the screen is too small: \(seen.width)x\(seen.height) has no room for \(scale.starCount) stars of "
          + "\(configuration.minimumStarSize) px; use fewer stars or a larger screen")
    }
    self.slider = slider
  }

  /// Green stars with a green outline, so that an answer of no stars is thanked for, too.
  private static var thanksFace: Face {
    Face(fill: Color(rgb: 0x2e_9e5b), stroke: Color(rgb: 0x1b_6b3a))
  }

  var needsPaint: Bool { screenIsUnknown || slider.needsPaint }

  /// What the buffers hold, and what is on the screen, is not known any more.
  func invalidate() {
    screenIsUnknown = true
    slider.invalidate()
  }

  /// Draws a frame; returns what differs from the one before.
  func paint(_ frame: Frame) -> Region<PhysicalSpace> {
    if frame.age == 0 { frame.surface.fill(frame.surface.bounds, with: background) }
    let damage = slider.paint(into: frame.surface, age: frame.age)
    if !screenIsUnknown { return damage }
    screenIsUnknown = false
    return Region(frame.surface.bounds)
  }
}
