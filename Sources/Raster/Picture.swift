import Geometry

/// A picture in memory, eight bits a channel, that shapes are painted into before it is translated into a screen's format.
/// For what is made once (tiles, goldens), not for frames.
public struct Picture: Sendable {
  /// Pixels.
  public let size: Size<PhysicalSpace>
  /// Row by row, `size.width` a row.
  public private(set) var pixels: [Color]

  /// `size` is not negative.
  public init(size: Size<PhysicalSpace>, background: Color) {
    self.size = size
    pixels = [Color](repeating: background, count: Int(size.width) * Int(size.height))
  }

  /// A pixel.
  @inlinable public subscript(x: Int32, y: Int32) -> Color {
    pixels[Int(y) * Int(size.width) + Int(x)]
  }

  /// Paints the inside of a boundary over what is there, each pixel in proportion to its coverage.
  public mutating func fill(_ boundary: Boundary, with color: Color) {
    if size.width == 0 || size.height == 0 { return }
    let mask = CoverageMask(width: size.width, height: size.height)
    let width = Int(size.width)
    pixels.withUnsafeMutableBufferPointer { buffer in
      var painter = PicturePainter(pixels: buffer, width: width, color: color)
      mask.sweep(boundary, into: &painter)
    }
  }
}

/// Blends runs of coverage into a picture.
private struct PicturePainter: CoverageConsumer {
  let pixels: UnsafeMutableBufferPointer<Color>
  let width: Int
  let color: Color
  var row = 0

  init(pixels: UnsafeMutableBufferPointer<Color>, width: Int, color: Color) {
    self.pixels = pixels
    self.width = width
    self.color = color
  }

  mutating func beginRow(_ y: Int32) { row = Int(y) * width }

  mutating func run(from start: Int32, to end: Int32, coverage: UInt8) {
    for x in Int(start)..<Int(end) { pixels[row + x] = pixels[row + x].mixed(with: color, coverage) }
  }

  mutating func endRow(_ y: Int32) {}
}

extension Color {
  /// This colour with `share` / 255 of another over it, each channel rounded to nearest.
  @inlinable public func mixed(with other: Color, _ share: UInt8) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let sum = UInt32(a) * UInt32(255 - share) + UInt32(b) * UInt32(share)
      return UInt8(truncatingIfNeeded: (sum + 127) / 255)
    }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
