import Display
import Gallery
import Geometry
import Raster
import Rating
import StarSlider

/// A picture whose every pixel is agreed upon: rendered here, compared by the tests, approved by `tools/approve`.
public struct Scene: Sendable {
  /// Of the file, without `.png`.
  public let name: String
  let format: PixelFormat
  let rotation: Rotation
  /// In half stars.
  let value: Int32
  /// Shows the face that thanks.
  let thanks: Bool

  /// Pixels as the viewer sees them.
  static let size = Size<LayoutSpace>(width: 240, height: 60)

  public static var all: [Scene] {
    var scenes: [Scene] = []
    for format in [PixelFormat.xrgb8888, .rgb565] {
      let name = "\(format.name)".lowercased()
      for (value, title) in [(Int32(0), "0"), (5, "2.5"), (8, "4"), (10, "5")] {
        scenes.append(Scene(name: "\(name)-\(title)", format: format, rotation: .none, value: value, thanks: false))
      }
      scenes.append(Scene(name: "\(name)-thanks", format: format, rotation: .none, value: 8, thanks: true))
    }
    for rotation in Rotation.allCases where rotation != .none {
      let name = "xrgb8888-2.5-turned-\(rotation.rawValue)"
      scenes.append(Scene(name: name, format: .xrgb8888, rotation: rotation, value: 5, thanks: false))
    }
    for format in [PixelFormat.xrgb8888, .rgb565] {
      for rotation in Rotation.allCases {
        let name = presets + "-\(format.name)-".lowercased() + "\(rotation.rawValue)"
        scenes.append(Scene(name: name, format: format, rotation: rotation, value: 5, thanks: false))
      }
    }
    return scenes + [gallery]
  }

  /// Begins the names of the sheets of all presets.
  static var presets: String { "presets" }

  /// The sheet of all that the control can look like.
  private static var gallery: Scene {
    Scene(name: "gallery", format: .xrgb8888, rotation: .none, value: 0, thanks: false)
  }

  /// The scanout as it lies in memory, as a PNG: a turned picture is turned in the file, too. `nil` where the slider
  /// cannot be made.
  public func render() throws -> [UInt8]? {
    if name == Self.gallery.name { return try Gallery.png() }
    if name.hasPrefix(Self.presets) { return try renderPresets() }
    let size = Self.size
    let physical: Size<PhysicalSpace> =
      rotation.swapsAxes
      ? Size(width: size.height, height: size.width) : Size(width: size.width, height: size.height)
    let transform = ScreenTransform(physical: physical, rotation: rotation)
    guard let scale = Scale(step: .half) else { return nil }
    let configuration = SliderConfiguration(scale: scale, margin: 6)
    let bounds = Rect<LayoutSpace>(size)
    let thanking = Face(fill: Color(rgb: 0x2e_a043), background: Color(rgb: 0xf0_fff4), stroke: Color(rgb: 0x1a_7f37))
    guard let display = MemoryDisplay(size: physical, format: format),
      let slider = StarSlider(configuration, looks: [thanking], bounds: bounds, on: transform, format: format),
      let frame = try display.nextFrame()
    else { return nil }
    slider.set(value)
    slider.look = thanks ? 1 : 0
    try display.present(slider.paint(into: frame.surface, age: frame.age))
    // A surface does not keep its memory: the display must outlive what reads it.
    return try withExtendedLifetime(display) { try PNG.encode(frame.surface) }
  }
}
