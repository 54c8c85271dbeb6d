import Geometry

/// The pixels of a shape while it is painted: either one image that is filled up to an edge, or a filled and an empty image with the same
/// coverage.
///
/// A stroke is mixed with the layers below it, so the inside's coverage of every pixel is kept.
///
/// Unsafe: the surfaces have the size of the mask, which reports no pixel outside it.
@safe struct ShapePixels<Word: PixelWord> {
  /// The image that shows the filled shape in the columns to the left of `filledEnd`, and the empty shape in the others.
  let surface: Surface
  let filledEnd: Int
  /// The image that shows the empty shape, if there are two images.
  let empty: Surface?
  /// The column `filledEnd`, if it is partially filled.
  let column: FillColumn
  let blender: LayerBlender<Word>
  /// The inside's coverage; and, if there are two images, the stroke's coverage of the pixels that it covers partially.
  let inside: CoveragePlane
  let stroke: CoveragePlane
  /// The dither biases of 8 x 8 pixels.
  let biases: UnsafePointer<UInt64>

  /// Returns the same pixels for other surfaces.
  func on(_ surface: Surface, empty: Surface?) -> Self {
    unsafe Self(
      surface: surface, filledEnd: filledEnd, empty: empty, column: column, blender: blender, inside: inside,
      stroke: stroke, biases: biases)
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

/// A row of a shape's pixels.
///
/// Unsafe: see `ShapePixels`, which the row does not outlive.
@safe struct ShapeRow<Word: PixelWord, Images: ShapeImages> {
  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let filledEnd: Int
  private var line: UnsafeMutableRawPointer
  /// The line of the empty image; the same line if there is one image.
  private var emptyLine: UnsafeMutableRawPointer
  private var biases: UnsafePointer<UInt64>
  private(set) var inside: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe self.pixels = pixels
    let shape = unsafe pixels.pointee
    filledEnd = shape.filledEnd
    unsafe (line, emptyLine) = (shape.surface.line(0), (shape.empty ?? shape.surface).line(0))
    unsafe (biases, inside) = (shape.biases(0), shape.inside.row(0))
  }

  @inline(__always) mutating func begin(_ y: Int32) {
    unsafe line = pixels.pointee.surface.line(y)
    if Images.isPair, let empty = unsafe pixels.pointee.empty { unsafe emptyLine = empty.line(y) }
    unsafe (biases, inside) = (pixels.pointee.biases(y), pixels.pointee.inside.row(y))
  }

  /// Stores a pixel, in both images if there are two.
  @inline(__always) func store(_ x: Int, _ shade: (_ isFilled: Bool) -> Word.Shade) {
    let offset = x &* MemoryLayout<Word>.stride
    func word(_ isFilled: Bool) -> Word { unsafe Word.word(shade(isFilled), bias: biases[x & 7]) }
    unsafe line.storeBytes(of: word(Images.isPair || x < filledEnd), toByteOffset: offset, as: Word.self)
    if Images.isPair {
      unsafe emptyLine.storeBytes(of: word(false), toByteOffset: offset, as: Word.self)
    }
  }

  /// Stores a run whose shade is the same whether it is filled or empty.
  @inline(__always) func store(_ start: Int, _ end: Int, _ shade: Word.Shade) {
    unsafe ShapePixels<Word>.store(line, start, end, shade, biases)
    if Images.isPair { unsafe ShapePixels<Word>.store(emptyLine, start, end, shade, biases) }
  }

  /// Stores a run whose shade depends on whether it is filled.
  @inline(__always) func store(_ start: Int, _ end: Int, _ shade: (_ isFilled: Bool) -> Word.Shade) {
    let middle = Images.isPair ? end : min(max(start, filledEnd), end)
    if start < middle { unsafe ShapePixels<Word>.store(line, start, middle, shade(true), biases) }
    if middle < end { unsafe ShapePixels<Word>.store(line, middle, end, shade(false), biases) }
    if Images.isPair { unsafe ShapePixels<Word>.store(emptyLine, start, end, shade(false), biases) }
  }
}
