import Basics
import Display
import Geometry
import Raster
import Rating
import StarSlider

/// Five empty stars on a screen that showed something else.
struct FirstFrame {
  let screen: Screen
  let slider: StarSlider

  init(_ screen: Screen) throws(ProgramError) {
    let transform = ScreenTransform(physical: screen.display.size, rotation: .none)
    guard let scale = Scale(starCount: 5, step: .continuous) else { throw .failure("no scale") }
    let configuration = SliderConfiguration(scale: scale)
    let bounds = SliderConfiguration.bounds(onScreen: transform.layout)
    try screen.requirePictures(configuration, bounds: bounds)
    guard let slider = StarSlider(configuration, bounds: bounds, on: transform, format: screen.display.format) else {
      throw .failure("the screen is too small for five stars")
    }
    self.screen = screen
    self.slider = slider
    let frame = try screen.nextFrame()
    frame.surface.fill(frame.surface.bounds, with: .white)
    _ = slider.paint(into: frame.surface, age: frame.age)
    try screen.present(Region(frame.surface.bounds))
  }
}
