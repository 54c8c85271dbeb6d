import Testing

@testable import StarSlider

@Suite struct PPMTests {
  /// A picture has the pixels, not what lies between the rows.
  @Test func picturesHaveAllPixels() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * 12, alignment: 4)
    memory.initializeMemory(as: UInt8.self, repeating: 0xee, count: 2 * 12)
    defer { memory.deallocate() }
    let surface = Surface(base: memory, pitch: 12, size: Size(width: 2, height: 2), format: .xrgb8888)
    surface.fill(surface.bounds, with: .white)
    surface.fill(Rect(minX: 1, minY: 0, maxX: 2, maxY: 1), with: Color(rgb: 0x12_3456))
    #expect(
      surface.ppm == Array("P6\n2 2\n255\n".utf8) + [255, 255, 255, 0x12, 0x34, 0x56]
        + [UInt8](repeating: 255, count: 6))
  }
}
