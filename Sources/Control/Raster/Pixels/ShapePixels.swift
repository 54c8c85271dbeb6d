import Geometry

/// The pixels of a shape while it is painted: as an empty and a filled image of the same coverage, or as one image that is filled
/// up to an edge.
///
/// A stroke mixes with what lies under it, so the inside's coverage of every pixel is kept.
///
/// Unsafe: the surfaces have the size of the mask, which reports no pixel outside it.
@safe struct ShapePixels<Word: PixelWord> {
  /// Shows the empty shape from `emptyStart` on.
  let empty: Surface
  /// Shows the filled shape left of `filledEnd`.
  let filled: Surface
  /// At most one column lies between the two. It is filled in part.
  let filledEnd: Int
  let emptyStart: Int
  /// How much of that column is filled.
  let shares: FillShares?
  let blender: LayerBlender<Word>
  /// The inside's coverage.
  let inside: CoveragePlane
  /// The dither biases of 8 x 8 pixels.
  let biases: UnsafePointer<UInt64>

  /// Whether there are two images.
  var isPair: Bool { emptyStart < filledEnd }

  /// Returns the same pixels on other surfaces.
  func on(empty: Surface, filled: Surface) -> Self {
    unsafe Self(
      empty: empty, filled: filled, filledEnd: filledEnd, emptyStart: emptyStart, shares: shares, blender: blender,
      inside: inside, biases: biases)
  }

  func biases(_ y: Int32) -> UnsafePointer<UInt64> { unsafe biases + Int(y & 7) &* 8 }

  /// Stores the pixel of row `y` in the column where the fill ends, whose stroke and ink cover 0...255
  /// each.
  @inline(never) static func storeMixed(
    _ pixels: UnsafePointer<Self>, _ y: Int32, stroke: UInt8 = 0, ink: UInt8 = 0
  ) {
    let shape = unsafe pixels.pointee
    guard let shares = shape.shares else { return }
    let x = shape.filledEnd
    let shade = unsafe shape.blender.lights.pointee.shade(
      Word.self, inside: shape.inside[x, Int(y)], stroke: stroke, ink: ink, filled: shares[Int(y)])
    unsafe shape.empty.line(y).storeBytes(
      of: Word.word(shade, bias: shape.biases(y)[x & 7]), toByteOffset: x &* MemoryLayout<Word>.stride, as: Word.self)
  }

  /// Stores pixels that show one shade.
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

/// A row of a shape's pixels.
///
/// Unsafe, as `ShapePixels` is, which it does not outlive.
@safe struct ShapeRow<Word: PixelWord> {
  let pixels: UnsafePointer<ShapePixels<Word>>
  private let filledEnd: Int
  private let emptyStart: Int
  private(set) var y: Int32 = 0
  private var emptyLine: UnsafeMutableRawPointer
  private var filledLine: UnsafeMutableRawPointer
  private var biases: UnsafePointer<UInt64>
  private(set) var inside: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe self.pixels = pixels
    let shape = unsafe pixels.pointee
    (filledEnd, emptyStart) = (shape.filledEnd, shape.emptyStart)
    unsafe (emptyLine, filledLine) = (shape.empty.line(0), shape.filled.line(0))
    unsafe (biases, inside) = (shape.biases(0), shape.inside.row(0))
  }

  @inline(__always) mutating func begin(_ y: Int32) {
    self.y = y
    unsafe (emptyLine, filledLine) = (pixels.pointee.empty.line(y), pixels.pointee.filled.line(y))
    unsafe (biases, inside) = (pixels.pointee.biases(y), pixels.pointee.inside.row(y))
  }

  /// Stores a pixel, in both images if there are two, and nothing in the column where the fill ends.
  @inline(__always) func store(_ x: Int, _ shade: (_ isFilled: Bool) -> Word.Shade) {
    let offset = x &* MemoryLayout<Word>.stride
    if x < filledEnd {
      unsafe filledLine.storeBytes(of: Word.word(shade(true), bias: biases[x & 7]), toByteOffset: offset, as: Word.self)
    }
    if x >= emptyStart {
      unsafe emptyLine.storeBytes(of: Word.word(shade(false), bias: biases[x & 7]), toByteOffset: offset, as: Word.self)
    }
  }

  /// Whether a pixel is in the column where the fill ends.
  @inline(__always) func isMixed(_ x: Int) -> Bool { x >= filledEnd && x < emptyStart }

  /// Stores a run of one shade, whether it is filled or not.
  @inline(__always) func store(_ start: Int, _ end: Int, _ shade: Word.Shade) {
    unsafe ShapePixels<Word>.store(emptyLine, start, end, shade, biases)
    if unsafe pixels.pointee.isPair { unsafe ShapePixels<Word>.store(filledLine, start, end, shade, biases) }
  }

  /// Stores a run of two shades.
  @inline(__always) func store(_ start: Int, _ end: Int, empty: Word.Shade, filled: Word.Shade) {
    if start < filledEnd { unsafe ShapePixels<Word>.store(filledLine, start, min(end, filledEnd), filled, biases) }
    if end > emptyStart { unsafe ShapePixels<Word>.store(emptyLine, max(start, emptyStart), end, empty, biases) }
  }
}
