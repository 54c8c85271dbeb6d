import StarSlider

/// A surface in memory of one known byte, to see what was stored.
final class GuardedScreen {
  let surface: Surface
  private let count: Int
  private static let byte: UInt8 = 0xa5

  init(size: Size<PhysicalSpace>, format: PixelFormat, pitch: Int) {
    count = pitch * Int(size.height)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.byte, count: count)
    surface = Surface(base: memory, pitch: pitch, size: size, format: format)
  }

  deinit { surface.base.deallocate() }

  /// Where a byte outside a rectangle is no longer what it was.
  func fault(outside rect: Rect<PhysicalSpace>) -> String? {
    let bytes = Int(surface.format.bytesPerPixel)
    for y in 0..<Int(surface.size.height) {
      let isInRows = y >= Int(rect.minY) && y < Int(rect.maxY)
      for i in 0..<surface.pitch {
        if isInRows && i >= Int(rect.minX) * bytes && i < Int(rect.maxX) * bytes { continue }
        if surface.base.load(fromByteOffset: y * surface.pitch + i, as: UInt8.self) != Self.byte {
          return "byte \(i) of row \(y) was stored"
        }
      }
    }
    return nil
  }
}
