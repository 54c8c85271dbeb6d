import StarSlider
import Testing

/// Mixtures of two pictures, compared with the definition pixel by pixel.
@Suite struct MixingTests {
  @Test(arguments: PixelFormat.allCases)
  func everyPixelIsBetweenBoth(_ format: PixelFormat) {
    let size = Size<PhysicalSpace>(width: 37, height: 9)
    let pitch = 37 * Int(format.bytesPerPixel)
    func pattern(_ seed: UInt32) -> [UInt8] {
      var state = seed
      return (0..<pitch * 9).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
    }
    var (old, new, target) = (pattern(1), pattern(2), pattern(3))
    old.withUnsafeMutableBytes { old in
      new.withUnsafeMutableBytes { new in
        target.withUnsafeMutableBytes { target in
          func surface(_ bytes: UnsafeMutableRawBufferPointer) -> Surface {
            Surface(base: bytes.baseAddress!, pitch: pitch, size: size, format: format)
          }
          let (a, b, mixed) = (surface(old), surface(new), surface(target))
          for share in [0, 1, 8, 100, 128, 250, 256] as [UInt16] {
            for (dx, dy) in [(0, 0), (0, 5), (0, -5), (7, 0), (-7, 0), (60, 0), (0, -60)] as [(Int32, Int32)] {
              mixed.mix(a, with: b, share: share, movedBy: dx, dy)
              for y in 0..<size.height {
                for x in 0..<size.width {
                  let from = (0..<size.width).contains(x - dx) ? x - dx : x
                  let row = (0..<size.height).contains(y - dy) ? y - dy : y
                  let expected = Self.mixed(a.pixel(x: x, y: y), b.pixel(x: from, y: row), share, format)
                  if mixed.pixel(x: x, y: y) != expected {
                    Issue.record("\(format) share \(share) moved \(dx) \(dy) at \(x) \(y)")
                    return
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private static func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt16, _ format: PixelFormat) -> UInt32 {
    let isShort = format.bytesPerPixel == 2
    let fields: [(shift: UInt32, bits: UInt32)] =
      isShort ? [(0, 5), (5, 6), (11, 5)] : [(0, 8), (8, 8), (16, 8), (24, 8)]
    let (whole, part) = isShort ? (32 as UInt32, UInt32(share) / 8) : (256, UInt32(share))
    return fields.reduce(0) { word, field in
      let most: UInt32 = (1 << field.bits) - 1
      let (x, y) = (a >> field.shift & most, b >> field.shift & most)
      return word | ((x * (whole - part) + y * part) / whole) << field.shift
    }
  }
}
