import Display
import Geometry
import Raster
import Rating
import StarSlider

/// One slider on the sheet.
struct Specimen {
  let caption: String
  var configuration: SliderConfiguration
  /// Millionths of a star.
  let value: Int64
  var format = PixelFormat.xrgb8888
  /// Shows that it says thank you.
  var thanks = false

  init(
    _ caption: String, _ step: Step = .continuous, faces: [Face] = [Face()], value: Int64 = 3_300_000, stars: Int32 = 5
  ) {
    guard let scale = Scale(starCount: stars, step: step) else { preconditionFailure("a specimen without a scale") }
    self.caption = caption
    self.value = value
    configuration = SliderConfiguration(scale: scale, spacing: 8)
    configuration.faces = faces
  }

  /// A specimen with something changed.
  func with(_ change: (inout Specimen) -> Void) -> Specimen {
    var specimen = self
    change(&specimen)
    return specimen
  }

  /// Draws it on a screen in memory, which is then laid on the sheet.
  func draw(in area: Rect<LayoutSpace>, on sheet: inout Sheet) {
    let size = Size<PhysicalSpace>(width: area.width, height: area.height)
    let transform = ScreenTransform(physical: size, rotation: .none)
    guard let display = MemoryDisplay(size: size, format: format),
      let slider = StarSlider(
        configuration, looks: [.thanks], bounds: Rect(transform.layout), on: transform, format: format)
    else { preconditionFailure("a specimen without room") }
    slider.set(configuration.scale.nearest(to: value, over: 1_000_000))
    slider.look = thanks ? 1 : 0
    do throws(DisplayError) {
      guard let frame = try display.nextFrame() else { return }
      _ = slider.paint(into: frame.surface, age: 0)
      // A surface does not keep its memory: the display must outlive what reads it.
      withExtendedLifetime(display) { sheet.lay(frame.surface, x: area.minX, y: area.minY) }
    } catch {
      preconditionFailure("a memory screen that fails")
    }
  }
}
