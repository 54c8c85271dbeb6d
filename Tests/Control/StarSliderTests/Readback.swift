import Display
import Testing

@testable import StarSlider

/// A slider on a memory screen of its own, and its stars' pixels along the fill, read back as the viewer sees them.
struct Readback {
  let slider: StarSlider
  let arrangement: Arrangement
  private let display: MemoryDisplay

  /// `nil` where the slider cannot be made.
  init?(
    _ configuration: SliderConfiguration, _ arrangement: Arrangement, length: Int32, breadth: Int32, rotation: Rotation,
    cache: SpriteCache = SpriteCache()
  ) {
    var configuration = configuration
    arrangement.apply(to: &configuration)
    let layout = arrangement.rect(along: (0, length), across: (0, breadth)).size
    let physical: Size<PhysicalSpace> =
      rotation.swapsAxes
      ? Size(width: layout.height, height: layout.width) : Size(width: layout.width, height: layout.height)
    guard let display = MemoryDisplay(size: physical),
      let slider = try? StarSlider(
        configuration, bounds: Rect(layout), on: ScreenTransform(physical: physical, rotation: rotation),
        format: .xrgb8888, cache: cache)
    else { return nil }
    self.slider = slider
    self.arrangement = arrangement
    self.display = display
  }

  /// Shows a value, as the frame after the last one.
  func show(_ value: Int32?) throws {
    slider.set(value)
    let lent = try display.nextFrame()
    let frame = try #require(lent)
    try display.present(slider.paint(into: frame.surface, age: frame.age))
  }

  /// What is on the screen; the readback must outlive it.
  func surface() throws -> Surface { try #require(display.scanout) }

  /// A star's pixels through its middle, from its leading edge on.
  func pixels(ofStar index: Int32) throws -> [UInt32] {
    let surface = try surface()
    let star = slider.layout.star(index)
    let (low, high) = arrangement.along(star)
    let (top, bottom) = arrangement.across(star)
    let middle = (top + bottom) / 2
    let pixels = (low..<high).map { place in
      let pixel = arrangement.rect(along: (place, place + 1), across: (middle, middle + 1))
      let onScreen = slider.transform.toPhysical(pixel)
      return surface.pixel(x: onScreen.minX, y: onScreen.minY)
    }
    return arrangement.growsWithCoordinate ? pixels : pixels.reversed()
  }
}
