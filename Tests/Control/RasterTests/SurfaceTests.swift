import StarSlider
import TestSupport
import Testing

/// Pixels land where the pitch says, whatever the pitch is, and nowhere else.
@Suite struct SurfaceTests {
  @Test(arguments: PixelFormat.allCases.indices) func fillsClippedRectangles(index: Int) {
    let format = PixelFormat.allCases[index]
    let color = Color(rgb: 0x12_d4f6)
    var random = SplitMix64(seed: 10)
    for gap in 0...9 {
      for _ in 0..<20 {
        let rect = Rect<PhysicalSpace>(
          minX: random.int32(in: -4...9), minY: random.int32(in: -4...7), maxX: random.int32(in: -2...14),
          maxY: random.int32(in: -2...9))
        let offset = Int(random.int32(in: 0...3))
        let bytes = guarded(format, width: 11, height: 6, gap: gap, offset: offset) { surface in
          surface.fill(rect, with: color)
        }
        let expected = Self.expected(format, rect, color, gap: gap, offset: offset)
        if bytes != expected { Issue.record("\(format.name) \(rect) at pitch + \(gap), offset \(offset)") }
      }
    }
  }

  /// Long rows of colors whose bytes are all the same are stored in another way than others.
  @Test(arguments: PixelFormat.allCases.indices) func longRows(index: Int) {
    let format = PixelFormat.allCases[index]
    for columns in [31, 32, 33, 42, 43, 63, 64, 65, 100] as [Int32] {
      for rgb in [0x12_d4f6, 0xff_ffff, 0, 0x80_8080, 0xff_ffef, 0x00_0010, 0x10_0000] as [UInt32] {
        let rect = Rect<PhysicalSpace>(minX: 3, minY: 1, maxX: 3 + columns, maxY: 5)
        let bytes = guarded(format, width: 106, height: 6, gap: 5, offset: 1) { surface in
          surface.fill(rect, with: Color(rgb: rgb))
        }
        let expected = Self.expected(format, width: 106, rect, Color(rgb: rgb), gap: 5, offset: 1)
        if bytes != expected { Issue.record("\(format.name) \(columns) columns of \(rgb)") }
      }
    }
  }

  /// The same, byte by byte.
  private static func expected(
    _ format: PixelFormat, width: Int32 = 11, _ rect: Rect<PhysicalSpace>, _ color: Color, gap: Int, offset: Int
  ) -> [UInt8] {
    let bytes = Int(format.bytesPerPixel)
    let pitch = Int(width) * bytes + gap
    var memory = [UInt8](repeating: 0xaa, count: pitch * 6 + 64)
    let pixel = format.encode(color)
    for y in Int32(0)..<6 where y >= rect.minY && y < rect.maxY {
      for x in 0..<width where x >= rect.minX && x < rect.maxX {
        for i in 0..<bytes {
          memory[32 + offset + Int(y) * pitch + Int(x) * bytes + i] = UInt8((pixel >> UInt32(8 * i)) & 255)
        }
      }
    }
    return memory
  }

  @Test(arguments: PixelFormat.allCases.indices) func pixelsRoundTrip(index: Int) {
    let format = PixelFormat.allCases[index]
    _ = guarded(format, width: 5, height: 4, gap: 3, offset: 1) { surface in
      for y in Int32(0)..<4 {
        for x in Int32(0)..<5 {
          let pixel = format.encode(Color(rgb: UInt32(y * 5 + x) * 0x0a_0b0c))
          surface.setPixel(x: x, y: y, to: pixel)
          #expect(surface.pixel(x: x, y: y) == pixel)
          #expect(surface.color(x: x, y: y) == format.decode(pixel))
        }
      }
      #expect(surface.pixel(x: 1, y: 0) == format.encode(Color(rgb: 0x0a_0b0c)), "neighbors are left alone")
    }
  }

  @Test func pictures() {
    var picture = Picture(size: Size(width: 3, height: 2), background: .white)
    picture.fill(Outline(Path(minX: 0.5, minY: 0, maxX: 2, maxY: 1)), with: .black)
    #expect(picture.pixels.map { $0.red } == [127, 0, 255, 255, 255, 255])
    #expect(picture[1, 0] == .black && picture[1, 1] == .white)
    var nothing = Picture(size: Size(width: 0, height: 5), background: .white)
    nothing.fill(Outline(Path(minX: 0, minY: 0, maxX: 2, maxY: 1)), with: .black)
    #expect(nothing.pixels.isEmpty)
  }
}
