import Basics
import Display
import StarSlider

/// Five stars with a continuous scale, as large as a screen permits.
struct FiveStars {
  let transform: ScreenTransform
  private let configuration: SliderConfiguration
  private let format: PixelFormat

  init(on screen: Screen, rotation: Rotation = .none, blending: Blending = .linear) {
    transform = ScreenTransform(physical: screen.display.size, rotation: rotation)
    configuration = Self.configuration(blending)
    format = screen.display.format
  }

  static func configuration(_ blending: Blending) -> SliderConfiguration {
    guard let scale = try? Scale(starCount: 5, step: .continuous) else { preconditionFailure("five stars are a scale") }
    return SliderConfiguration(scale: scale, face: Face(blending: blending))
  }

  private var bounds: Rect<LayoutSpace> { SliderConfiguration.bounds(onScreen: transform.layout) }

  /// Computes the layout and renders the sprites. Returns `nil` if the screen is too small.
  func makeSlider() -> StarSlider? { try? StarSlider(configuration, bounds: bounds, on: transform, format: format) }

  /// Returns a slider. Throws if memory is exhausted or the screen is too small.
  func slider() throws(ProgramError) -> StarSlider {
    try Screen.requireMemory(
      StarSlider.mostMemory(configuration, bounds: bounds, format: format), for: "the star images")
    guard let slider = makeSlider() else { throw .failure("the screen is too small for five stars") }
    return slider
  }

  /// Shows five empty stars on a screen, whatever it showed before.
  static func show(on screen: Screen) throws(ProgramError) {
    let slider = try FiveStars(on: screen).slider()
    let frame = try screen.nextFrame()
    frame.surface.fill(frame.surface.bounds, with: .white)
    _ = slider.paint(into: frame.surface, age: frame.age)
    try screen.present(Region(frame.surface.bounds))
  }
}
