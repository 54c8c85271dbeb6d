import Display
import Geometry
import Raster
import Rating
import StarSlider

/// A picture whose every pixel is agreed upon: rendered here, compared by the tests, approved by `tools/approve`, and
/// checked on any board by `star-kiosk selftest`.
package struct Scene: Sendable {
  enum Kind: Sendable {
    /// One slider.
    case stars
    /// A row of each preset.
    case presets
  }

  let kind: Kind
  let format: PixelFormat
  let rotation: Rotation
  /// In half stars.
  let value: Int32
  /// Shows the face that thanks.
  let thanks: Bool
  /// Of the golden's file, without `.png`.
  package let name: String

  private init(
    _ name: String, _ kind: Kind, _ format: PixelFormat, rotation: Rotation = .none, value: Int32, thanks: Bool = false
  ) {
    self.kind = kind
    self.format = format
    self.rotation = rotation
    self.value = value
    self.thanks = thanks
    self.name = name
  }

  /// Pixels as the viewer sees them.
  static let size = Size<LayoutSpace>(width: 240, height: 60)

  /// Every one, in the order of `approved`.
  package static var all: [Scene] {
    let formats: [(String, PixelFormat)] = [("xrgb8888", .xrgb8888), ("rgb565", .rgb565)]
    var scenes: [Scene] = []
    for (name, format) in formats {
      for (value, title) in [(Int32(0), "-0"), (5, "-2.5"), (8, "-4"), (10, "-5")] {
        scenes.append(Scene(name + title, .stars, format, value: value))
      }
      scenes.append(Scene(name + "-thanks", .stars, format, value: 8, thanks: true))
    }
    for rotation in Rotation.allCases where rotation != .none {
      scenes.append(
        Scene("xrgb8888-2.5-turned-\(rotation.rawValue)", .stars, .xrgb8888, rotation: rotation, value: 5))
    }
    for (name, format) in formats {
      for rotation in Rotation.allCases {
        scenes.append(
          Scene("presets-" + name + "-\(rotation.rawValue)", .presets, format, rotation: rotation, value: 5))
      }
    }
    return scenes
  }

  /// The scanout as it lies in memory: a turned picture is turned here, too. `nil` where the slider cannot be made.
  package func render() -> ScenePicture? {
    switch kind {
    case .presets: renderPresets()
    case .stars: renderStars()
    }
  }

  private func renderStars() -> ScenePicture? {
    guard let scale = Scale(step: .half) else { return nil }
    let configuration = SliderConfiguration(scale: scale, margin: 6)
    let thanking = Face(fill: Color(rgb: 0x2e_a043), background: Color(rgb: 0xf0_fff4), stroke: Color(rgb: 0x1a_7f37))
    return picture(of: Self.size) { surface, transform in
      guard
        let slider = StarSlider(
          configuration, looks: [thanking], bounds: Rect(Self.size), on: transform, format: format)
      else { return false }
      slider.set(value)
      slider.look = thanks ? 1 : 0
      _ = slider.paint(into: surface, age: 0)
      return true
    }
  }

  /// A screen in memory of a size as the viewer sees it, painted; `nil` where the painter says no.
  func picture(
    of seen: Size<LayoutSpace>, _ paint: (Surface, ScreenTransform) -> Bool
  ) -> ScenePicture? {
    let physical: Size<PhysicalSpace> =
      rotation.swapsAxes
      ? Size(width: seen.height, height: seen.width) : Size(width: seen.width, height: seen.height)
    guard let display = MemoryDisplay(size: physical, format: format), let frame = try? display.nextFrame(),
      paint(frame.surface, ScreenTransform(physical: physical, rotation: rotation))
    else { return nil }
    // A surface does not keep its memory: the display must outlive what reads it.
    return withExtendedLifetime(display) { ScenePicture(frame.surface) }
  }
}
