import Configuration
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
  private let background: Color
  /// What the slider shows until somebody rates, in steps; `nil` is unrated.
  private let initialValue: Int32?
  /// The screen shows something else than what was last presented: all of it is damage.
  private var screenIsUnknown = true

  init(_ settings: Settings, on transform: ScreenTransform, format: PixelFormat) throws(KioskError) {
    let seen = transform.layout
    let bounds = SliderConfiguration.bounds(onScreen: seen)
    guard let configuration = settings.slider() else {
      preconditionFailure("a draft that was finished has a slider")
    }
    guard
      let slider = StarSlider(
        configuration, looks: [settings.thanks], bounds: bounds, on: transform, format: format),
      slider.layout.starSize >= configuration.minimumStarSize
    else {
      throw .failure(
        "the screen is too small: \(seen.width)x\(seen.height) has no room for \(configuration.scale.starCount) stars of "
          + "\(configuration.minimumStarSize) px; use fewer stars or a larger screen")
    }
    self.slider = slider
    background = settings.face.background
    initialValue = settings.initialValue(on: configuration.scale)
    slider.set(initialValue)
  }

  /// What it shows while it waits for the next visitor.
  func showReady() {
    slider.look = Look.rating
    slider.set(initialValue)
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
