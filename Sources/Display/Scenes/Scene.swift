import Display
import StarSlider

/// A picture whose pixels must not change. The tests compare it with its golden, `tools/approve` approves it, and any board checks it by
/// its fingerprint.
package struct Scene: Sendable {
  enum Kind: Sendable {
    /// One slider.
    case stars
    /// One row of stars for each preset.
    case presets
  }

  /// The name of the golden's file, without `.png`.
  package let name: String
  let kind: Kind
  let format: PixelFormat
  var rotation = Rotation.none
  /// The value in half stars.
  let value: Int32
  /// Whether the stars show the face that thanks the visitor.
  var thanks = false

  /// The size of a picture of one slider, in pixels, before rotation.
  static let size = Size<LayoutSpace>(width: 240, height: 60)

  /// All scenes, in the order of `approved`.
  @export(interface) package static var all: [Scene] {
    let formats: [(String, PixelFormat)] = [("xrgb8888", .xrgb8888), ("rgb565", .rgb565)]
    var scenes: [Scene] = []
    for (name, format) in formats {
      for (value, title) in [(Int32(0), "-0"), (5, "-2.5"), (8, "-4"), (10, "-5")] {
        scenes.append(Scene(name: name + title, kind: .stars, format: format, value: value))
      }
      scenes.append(Scene(name: name + "-thanks", kind: .stars, format: format, value: 8, thanks: true))
    }
    for rotation in Rotation.allCases where rotation != .none {
      let name = "xrgb8888-2.5-turned-\(rotation.rawValue)"
      scenes.append(Scene(name: name, kind: .stars, format: .xrgb8888, rotation: rotation, value: 5))
    }
    for (name, format) in formats {
      for rotation in Rotation.allCases {
        let name = "presets-" + name + "-\(rotation.rawValue)"
        scenes.append(Scene(name: name, kind: .presets, format: format, rotation: rotation, value: 5))
      }
    }
    return scenes
  }

  /// Renders the scanout buffer. The picture of a rotated scene is rotated as well. Returns `nil` if a slider cannot be made.
  @export(interface) package func render() -> ScenePicture? {
    switch kind {
    case .presets: renderPresets()
    case .stars: renderStars()
    }
  }

  private func renderStars() -> ScenePicture? {
    guard let scale = try? Scale(step: .half) else { return nil }
    let configuration = SliderConfiguration(scale: scale, margin: 6)
    let thanking = Face(fill: Color(rgb: 0x2e_a043), background: Color(rgb: 0xf0_fff4), stroke: Color(rgb: 0x1a_7f37))
    return picture(of: Self.size) { surface, transform in
      guard
        let slider = try? StarSlider(
          configuration, styles: [thanking], bounds: Rect(Self.size), on: transform, format: format)
      else { return false }
      slider.set(value)
      slider.style = thanks ? 1 : 0
      _ = slider.paint(into: surface, age: 0)
      return true
    }
  }

  /// Paints a memory display; `size` is the size before rotation. Returns `nil` if `paint` returns false.
  func picture(of size: Size<LayoutSpace>, _ paint: (Surface, ScreenTransform) -> Bool) -> ScenePicture? {
    let physical: Size<PhysicalSpace> =
      rotation.swapsAxes
      ? Size(width: size.height, height: size.width) : Size(width: size.width, height: size.height)
    return ScenePicture(physical, format) { paint($0, ScreenTransform(physical: physical, rotation: rotation)) }
  }
}
