import Geometry

extension Surface {
  /// Paints the inside of a boundary over what is there, each pixel in proportion to its coverage. Colours mix in the
  /// channels' own numbers, as most drawing libraries do. The surface is read where coverage is partial.
  ///
  /// The mask's first pixel lies at (`x`, `y`); all of the mask lies on the surface.
  @export(interface) public func fill(
    _ boundary: Boundary, with color: Color, x: Int32 = 0, y: Int32 = 0, using mask: borrowing CoverageMask
  ) {
    checkRoom(x, y, mask)
    let origin = address(x: x, y: y)
    switch format.bytesPerPixel {
    case 4:
      var painter = CoverPainter<UInt32>(origin, pitch, format.encode(color))
      mask.sweep(boundary, into: &painter)
    case 2:
      var painter = CoverPainter<UInt16>(origin, pitch, format.encode(color))
      mask.sweep(boundary, into: &painter)
    default:
      var painter = CoverPainter<Pixel24>(origin, pitch, format.encode(color))
      mask.sweep(boundary, into: &painter)
    }
  }

  func checkRoom(_ x: Int32, _ y: Int32, _ mask: borrowing CoverageMask) {
    precondition(
      bounds.contains(Rect(minX: x, minY: y, maxX: x + mask.width, maxY: y + mask.height)),
      "a mask that reaches beyond the surface")
  }
}

/// Blends a colour into what is there; what is covered whole is stored without looking.
private struct CoverPainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let origin: UnsafeMutableRawPointer
  private let pitch: Int
  private let word: UInt32
  private var line: UnsafeMutableRawPointer

  init(_ origin: UnsafeMutableRawPointer, _ pitch: Int, _ word: UInt32) {
    self.origin = origin
    self.pitch = pitch
    self.word = word
    line = origin
  }

  @inline(__always)
  mutating func beginRow(_ y: Int32) { line = origin + Int(y) &* pitch }

  @inline(__always)
  mutating func pixel(_ x: Int, coverage: UInt8) {
    if coverage == 0 { return }
    let address = line + x &* MemoryLayout<Word>.stride
    let under = address.loadUnaligned(as: Word.self)
    address.storeBytes(of: Word.blended(under, Word(bits: word), UInt32(coverage)), as: Word.self)
  }

  @inline(__always)
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 255 {
      Word.storeRun(line + start &* MemoryLayout<Word>.stride, end &- start, word)
    } else if coverage != 0 {
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}
