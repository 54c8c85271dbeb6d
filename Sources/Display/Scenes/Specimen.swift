import Display
import StarSlider

/// One slider of the gallery.
struct Specimen {
  let caption: String
  var configuration: SliderConfiguration
  /// The value in millionths of a star.
  let value: Int64
  var format = PixelFormat.xrgb8888
  /// Whether the stars show the face that thanks the visitor.
  var thanks = false

  init(
    _ caption: String, _ step: Step = .continuous, faces: [Face] = [Face()], value: Int64 = 3_300_000, stars: Int32 = 5
  ) {
    guard let scale = try? Scale(starCount: stars, step: step) else { preconditionFailure("invalid number of stars") }
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

  /// Paints the slider on a memory display and copies the result to the sheet.
  func draw(in area: Rect<LayoutSpace>, on sheet: inout ScenePicture) {
    let size = Size<PhysicalSpace>(width: area.width, height: area.height)
    let transform = ScreenTransform(physical: size, rotation: .none)
    let picture = ScenePicture(size, format) { surface in
      guard
        let slider = try? StarSlider(
          configuration, styles: [.thanks], bounds: Rect(transform.layout), on: transform, format: format)
      else { return false }
      slider.set(configuration.scale.nearest(to: value, over: 1_000_000))
      slider.style = thanks ? 1 : 0
      _ = slider.paint(into: surface, age: 0)
      return true
    }
    guard let picture else { preconditionFailure("the area is too small for the slider") }
    sheet.draw(picture, x: area.minX, y: area.minY)
  }
}
