import Display
import Geometry
import Raster
import Rating
import StarSlider

/// One slider of the gallery.
struct Specimen {
  let caption: String
  var configuration: SliderConfiguration
  /// In millionths of a star.
  let value: Int64
  var format = PixelFormat.xrgb8888
  /// Whether the stars show the face that thanks the visitor.
  var thanks = false

  init(
    _ caption: String, _ step: Step = .continuous, faces: [Face] = [Face()], value: Int64 = 3_300_000, stars: Int32 = 5
  ) {
    guard let scale = Scale(starCount: stars, step: step) else { preconditionFailure("invalid number of stars") }
    self.caption = caption
    self.value = value
    configuration = SliderConfiguration(scale: scale, spacing: 8)
    configuration.faces = faces
  }

  /// Returns a changed copy.
  func with(_ change: (inout Specimen) -> Void) -> Specimen {
    var specimen = self
    change(&specimen)
    return specimen
  }

  /// Paints the slider on a memory display and copies that to the sheet.
  func draw(in area: Rect<LayoutSpace>, on sheet: inout ScenePicture) {
    let size = Size<PhysicalSpace>(width: area.width, height: area.height)
    let transform = ScreenTransform(physical: size, rotation: .none)
    guard let display = MemoryDisplay(size: size, format: format),
      let slider = StarSlider(
        configuration, styles: [.thanks], bounds: Rect(transform.layout), on: transform, format: format)
    else { preconditionFailure("the area is too small for the slider") }
    slider.set(configuration.scale.nearest(to: value, over: 1_000_000))
    slider.style = thanks ? 1 : 0
    do throws(DisplayError) {
      guard let frame = try display.nextFrame() else { return }
      _ = slider.paint(into: frame.surface, age: 0)
      // The surface's memory belongs to the display.
      withExtendedLifetime(display) { sheet.draw(frame.surface, x: area.minX, y: area.minY) }
    } catch {
      preconditionFailure("a memory display does not fail")
    }
  }
}
