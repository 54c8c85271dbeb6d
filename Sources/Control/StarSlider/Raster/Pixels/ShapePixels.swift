/// The pixels of a shape while it is painted: either one image that is filled up to an edge, or a filled and an empty image with the same
/// coverage.
///
/// Safety: the surfaces have the size of the mask, which reports no pixel outside it.
@safe struct ShapePixels<Word: PixelWord> {
  /// The image that shows the filled shape in the columns to the left of `filledEnd`, and the empty shape in the others.
  let surface: Surface
  let filledEnd: Int
  /// The image that shows the empty shape, if there are two images.
  let empty: Surface?
  /// The column `filledEnd`, if it is partially filled.
  let column: FillColumn
  let blender: LayerBlender<Word>
  /// The dither biases of 8 x 8 pixels.
  let biases: UnsafePointer<UInt64>

  /// Returns the same pixels for other surfaces.
  func on(_ surface: Surface, empty: Surface?) -> Self {
    unsafe Self(
      surface: surface, filledEnd: filledEnd, empty: empty, column: column, blender: blender, biases: biases)
  }

  func biases(_ y: Int32) -> UnsafePointer<UInt64> { unsafe biases + Int(y & 7) &* 8 }

  /// Stores pixels of the same shade.
  @inline(__always) static func store(
    _ line: UnsafeMutableRawPointer, _ start: Int, _ end: Int, _ shade: Word.Shade, _ biases: UnsafePointer<UInt64>
  ) {
    if Word.isExact(shade) {
      unsafe Word.storeRun(line + start &* MemoryLayout<Word>.stride, end &- start, Word.word(shade, bias: 0).bits)
    } else {
      unsafe storeDithered(line, start, end, shade, biases)
    }
  }

  @inline(never) private static func storeDithered(
    _ line: UnsafeMutableRawPointer, _ start: Int, _ end: Int, _ shade: Word.Shade, _ biases: UnsafePointer<UInt64>
  ) {
    for x in start..<end {
      unsafe (line + x &* MemoryLayout<Word>.stride).storeBytes(
        of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
    }
  }
}

extension Surface {
  @inline(__always) func line(_ y: Int32) -> UnsafeMutableRawPointer { unsafe base + Int(y) &* pitch }
}

/// The number of images that are painted. It is a type, so that painting one image takes no instructions for a second.
protocol ShapeImages {
  static var isPair: Bool { get }
}

enum OneImage: ShapeImages { static var isPair: Bool { false } }
enum TwoImages: ShapeImages { static var isPair: Bool { true } }
