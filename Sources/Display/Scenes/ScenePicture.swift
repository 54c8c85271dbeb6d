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

  /// Creates a white picture.
  init(width: Int32, height: Int32) {
    self.init(rgb: [UInt8](repeating: 0xff, count: Int(width) * Int(height) * 3), width: width, height: height)
  }

  /// Creates a picture of a memory display. Returns `nil` if `paint` returns false.
  init?(_ size: Size<PhysicalSpace>, _ format: PixelFormat, _ paint: (Surface) -> Bool) {
    guard let display = MemoryDisplay(size: size, format: format), let frame = try? display.nextFrame(),
      paint(frame.surface)
    else { return nil }
    self.init(width: size.width, height: size.height)
    // The surface's memory belongs to the display.
    withExtendedLifetime(display) {
      for y in 0..<height {
        for x in 0..<width { set(x, y, frame.surface.color(x: x, y: y)) }
      }
    }
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
