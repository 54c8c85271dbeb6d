import Display
import Pictures
import StarSlider

/// A picture of three bytes per pixel (red, green, blue), in rows without padding.
package struct ScenePicture: Equatable, Sendable {
  package private(set) var rgb: [UInt8]
  /// The width in pixels.
  package let width: Int32
  /// The height in pixels.
  package let height: Int32

  package init(rgb: [UInt8], width: Int32, height: Int32) {
    self.rgb = rgb
    self.width = width
    self.height = height
  }

  /// Creates a picture of one gray; white by default.
  init(width: Int32, height: Int32, gray: UInt8 = 0xff) {
    self.init(rgb: [UInt8](repeating: gray, count: Int(width) * Int(height) * 3), width: width, height: height)
  }

  package init(_ surface: Surface) {
    self.init(width: surface.size.width, height: surface.size.height)
    for y in 0..<height {
      for x in 0..<width { set(x, y, surface.color(x: x, y: y)) }
    }
  }

  /// Creates a picture of a memory display. Returns `nil` if `paint` returns false.
  init?(_ size: Size<PhysicalSpace>, _ format: PixelFormat, _ paint: (Surface) -> Bool) {
    guard let display = MemoryDisplay(size: size, format: format), let frame = try? display.nextFrame(),
      paint(frame.surface)
    else { return nil }
    // The surface's memory belongs to the display.
    self = withExtendedLifetime(display) { ScenePicture(frame.surface) }
  }

  /// Returns the picture with each side divided by `divisor`. Each pixel is the mean of a square.
  func reduced(by divisor: Int32) -> ScenePicture {
    if divisor == 1 { return self }
    var small = ScenePicture(width: max(width / divisor, 1), height: max(height / divisor, 1))
    for y in 0..<small.height {
      for x in 0..<small.width { small.set(x, y, mean(x * divisor, y * divisor, divisor)) }
    }
    return small
  }

  /// Returns the mean color of the part of a square that is inside the picture.
  private func mean(_ left: Int32, _ top: Int32, _ side: Int32) -> Color {
    var (red, green, blue, count) = (0, 0, 0, 0)
    for y in top..<min(top + side, height) {
      for x in left..<min(left + side, width) {
        let i = (Int(y) * Int(width) + Int(x)) * 3
        (red, green, blue, count) = (red + Int(rgb[i]), green + Int(rgb[i + 1]), blue + Int(rgb[i + 2]), count + 1)
      }
    }
    return Color(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
  }

  /// Fills the part of a rectangle that is inside the picture.
  mutating func fill(_ rect: Rect<LayoutSpace>, with color: Color) {
    let area = rect.intersection(Rect(minX: 0, minY: 0, maxX: width, maxY: height))
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX { set(x, y, color) }
    }
  }

  /// Copies a picture, with its top left corner at a point.
  mutating func draw(_ picture: ScenePicture, x left: Int32, y top: Int32) {
    let row = Int(picture.width) * 3
    for y in 0..<Int(picture.height) {
      let start = ((Int(top) + y) * Int(width) + Int(left)) * 3
      rgb.replaceSubrange(start..<start + row, with: picture.rgb[y * row..<(y + 1) * row])
    }
  }

  private mutating func set(_ x: Int32, _ y: Int32, _ color: Color) {
    let i = (Int(y) * Int(width) + Int(x)) * 3
    rgb[i] = color.red
    rgb[i + 1] = color.green
    rgb[i + 2] = color.blue
  }

  /// The 64-bit FNV-1a hash of the width, the height (four bytes each, least significant first) and the pixels.
  package var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for side in [width, height] {
      for shift in [Int32(0), 8, 16, 24] { add(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    for byte in rgb { add(byte) }
    return hash
  }

  /// Encodes the picture as a PNG file.
  package func png() throws(PNGError) -> [UInt8] { try PNG.encode(rgb: rgb, width: width, height: height) }
}
