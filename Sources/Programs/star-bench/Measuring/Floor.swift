import StarSlider

/// The minimum work of any program: to store the same bytes without computing them.
enum Floor {
  /// Stores every pixel of a rectangle, row by row, in two plain loops. With `unrolled`, one to three columns are stored in one loop.
  static func store(_ rect: Rect<PhysicalSpace>, on surface: Surface, unrolled: Bool = false) {
    // All bytes differ, so that no compiler emits calls to memset, which cost more than a few stores.
    let bits: UInt32 = 0xff12_3456
    switch surface.format.bytesPerPixel {
    case 4: store(rect, surface, UInt32(bits: bits), unrolled)
    case 2: store(rect, surface, UInt16(bits: bits), unrolled)
    default: store(rect, surface, Pixel24(bits: bits), unrolled)
    }
  }

  @inline(__always) private static func store<Word: PixelWord>(
    _ rect: Rect<PhysicalSpace>, _ surface: Surface, _ word: Word, _ unrolled: Bool
  ) {
    let line = surface.address(x: rect.minX, y: rect.minY)
    let (rows, pitch, stride) = (Int(rect.height), surface.pitch, MemoryLayout<Word>.stride)
    switch unrolled ? rect.width : 0 {
    case 1: each(rows, line, pitch) { $0.storeBytes(of: word, as: Word.self) }
    case 2:
      each(rows, line, pitch) {
        $0.storeBytes(of: word, as: Word.self)
        $0.storeBytes(of: word, toByteOffset: stride, as: Word.self)
      }
    case 3:
      each(rows, line, pitch) {
        $0.storeBytes(of: word, as: Word.self)
        $0.storeBytes(of: word, toByteOffset: stride, as: Word.self)
        $0.storeBytes(of: word, toByteOffset: 2 * stride, as: Word.self)
      }
    default:
      each(rows, line, pitch) {
        for i in 0..<Int(rect.width) { $0.storeBytes(of: word, toByteOffset: i * stride, as: Word.self) }
      }
    }
  }

  @inline(__always) private static func each(
    _ rows: Int, _ first: UnsafeMutableRawPointer, _ pitch: Int, _ store: (UnsafeMutableRawPointer) -> Void
  ) {
    var line = first
    for _ in 0..<rows {
      store(line)
      line += pitch
    }
  }

  static func bytes(_ rect: Rect<PhysicalSpace>, _ format: PixelFormat) -> Int64 {
    rect.area * Int64(format.bytesPerPixel)
  }
}
