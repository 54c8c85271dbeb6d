import Geometry
import Raster

/// A rendered scene: three bytes a pixel, row by row, whatever the format and the pitch that it was drawn in.
package struct ScenePicture: Sendable {
  /// Red, green, blue.
  package let rgb: [UInt8]
  /// Pixels.
  package let width: Int32
  /// Pixels.
  package let height: Int32

  /// A picture from its pixels.
  package init(rgb: [UInt8], width: Int32, height: Int32) {
    self.rgb = rgb
    self.width = width
    self.height = height
  }

  init(_ surface: Surface) {
    var rgb: [UInt8] = []
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width {
        let color = surface.color(x: x, y: y)
        rgb.append(color.red)
        rgb.append(color.green)
        rgb.append(color.blue)
      }
    }
    self.init(rgb: rgb, width: surface.size.width, height: surface.size.height)
  }

  /// A number that differs where pictures differ: FNV-1a with 64 bits over width, height (four bytes each, the least first)
  /// and all pixels.
  package var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for side in [width, height] {
      for shift in [Int32(0), 8, 16, 24] { add(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    for byte in rgb { add(byte) }
    return hash
  }
}
