import Geometry
import TestSupport
import Testing

@testable import Raster

/// Shapes and outlines painted through a mask.
@Suite struct ShapePaintTests {
  private static func tables(_ format: PixelFormat) -> ShapeTables {
    ShapeTables(
      background: Color(rgb: 0x20_4060), empty: Color(rgb: 0xdd_dddd), fill: Color(rgb: 0xff_b400),
      stroke: Color(rgb: 0x10_80c0), in: format)
  }

  /// Along a level edge whole runs are covered in part, each by any share: every pixel is the mix of what it showed with the
  /// outline, whether that is one of the known colours or any other.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .rgb888]) func outlinesWithLevelEdges(_ format: PixelFormat) {
    let tables = Self.tables(format)
    var random = SplitMix64(seed: 47)
    let known = [tables.strokeOver.background.words[0], tables.filled.words[255], tables.empty.words[255]]
    let (width, height) = (Int32(40), Int32(9))
    let stride = Int(format.bytesPerPixel)
    let pitch = (Int(width) + 3) * stride
    let mask = CoverageMask(width: width, height: height)
    for share in 0...255 {
      let top = 2 + Double(share) / 256
      var ring = Path(minX: 3.25, minY: top, maxX: 36.5, maxY: 7.75)
      ring.addContour(Path(minX: 5, minY: top + 1, maxX: 34, maxY: 6.5).points.reversed())
      let coverage = CoverageGrid(ring, width: width, height: height)
      var memory = [UInt8](repeating: 0, count: pitch * (Int(height) + 2))
      memory.withUnsafeMutableBytes { memory in
        let surface = Surface(
          base: memory.baseAddress!, pitch: pitch, size: Size(width: width + 3, height: height + 2), format: format)
        var expected: [UInt32] = []
        for y in 0..<surface.size.height {
          for x in 0..<surface.size.width {
            var under = known[Int(x / 5) % 3]
            // Of 16 bits every number is a pixel; of 24 and 32 bits every byte.
            if random.oneIn(4) { under = UInt32(truncatingIfNeeded: random.next()) & (1 << UInt32(8 * stride) &- 1) }
            Self.withPixel(memory, Int(y) * pitch + Int(x) * stride, stride) { $0 = under }
            let isInside = x >= 2 && x < 2 + width && y >= 1 && y < 1 + height
            let share = isInside ? coverage[Int(x) - 2, Int(y) - 1] : 0
            expected.append(share == 0 ? under : format.blend(under, tables.stroke, UInt32(share)))
          }
        }
        surface.paintOutline(Outline(ring), with: tables, x: 2, y: 1, using: mask)
        var actual: [UInt32] = []
        for y in 0..<surface.size.height {
          for x in 0..<surface.size.width {
            Self.withPixel(memory, Int(y) * pitch + Int(x) * stride, stride) { actual.append($0) }
          }
        }
        #expect(actual == expected, "\(format.name), \(share) / 256")
      }
    }
  }

  private static func withPixel(
    _ memory: UnsafeMutableRawBufferPointer, _ offset: Int, _ bytes: Int, _ body: (inout UInt32) -> Void
  ) {
    var word: UInt32 = 0
    for i in 0..<bytes { word |= UInt32(memory[offset + i]) << UInt32(8 * i) }
    body(&word)
    for i in 0..<bytes { memory[offset + i] = UInt8(truncatingIfNeeded: word >> UInt32(8 * i)) }
  }

  /// A mask has to lie on the surface, with all of its pixels.
  @Test func masksBeyondTheSurface() async {
    await #expect(processExitsWith: .success) { Self.paint(x: 0, y: 0) }
    await #expect(processExitsWith: .success) { Self.paint(x: 4, y: 6) }
    await #expect(processExitsWith: .failure) { Self.paint(x: 5, y: 6) }
    await #expect(processExitsWith: .failure) { Self.paint(x: 4, y: 7) }
    await #expect(processExitsWith: .failure) { Self.paint(x: -1, y: 0) }
    await #expect(processExitsWith: .failure) { Self.paint(x: 0, y: -1) }
  }

  /// A mask of 8 x 4 pixels on a surface of 12 x 10.
  private static func paint(x: Int32, y: Int32) {
    var memory = [UInt32](repeating: 0, count: 14 * 12)
    memory.withUnsafeMutableBytes { memory in
      let surface = Surface(
        base: memory.baseAddress! + 15 * 4, pitch: 14 * 4, size: Size(width: 12, height: 10), format: .xrgb8888)
      let mask = CoverageMask(width: 8, height: 4)
      let outline = Outline(Path(minX: 1, minY: 1, maxX: 3, maxY: 3))
      surface.paint(outline, with: tables(.xrgb8888), filledTo: Fixed(2), x: x, y: y, using: mask)
      surface.paintOutline(outline, with: tables(.xrgb8888), x: x, y: y, using: mask)
    }
  }
}
