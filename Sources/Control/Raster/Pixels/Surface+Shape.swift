import Geometry

extension Surface {
  /// Paints all pixels of a mask without reading any: the inside of an outline on its background, filled up to `limit`,
  /// in pixels of the mask. The column in which `limit` lies is filled in part.
  ///
  /// The mask's first pixel is at (`x`, `y`). The mask lies on the surface, whose format is that of the tables.
  @export(interface) package func paint(
    _ outline: Outline, with tables: ShapeTables, filledTo limit: Fixed, x: Int32, y: Int32,
    using mask: borrowing CoverageMask
  ) {
    checkRoom(x, y, mask)
    let origin = address(x: x, y: y)
    let limit = min(max(limit, .zero), Fixed(mask.width))
    tables.filled.words.withUnsafeBufferPointer { filled in
      tables.empty.words.withUnsafeBufferPointer { empty in
        switch format.bytesPerPixel {
        case 4: paint(outline, InsidePainter<UInt32>(origin, pitch, filled, empty, limit), x, y, mask)
        case 2: paint(outline, InsidePainter<UInt16>(origin, pitch, filled, empty, limit), x, y, mask)
        default: paint(outline, InsidePainter<Pixel24>(origin, pitch, filled, empty, limit), x, y, mask)
        }
      }
    }
  }

  /// Rows of up to this many bytes are filled with the background and then painted over. In longer rows each pixel is
  /// stored once, because storing twice takes longer than finding the runs beside and between the edges.
  private static var shortRow: Int { 1024 }

  @inline(__always)
  private func paint<Word>(
    _ outline: Outline, _ inside: InsidePainter<Word>, _ x: Int32, _ y: Int32, _ mask: borrowing CoverageMask
  ) {
    if Int(mask.width) &* MemoryLayout<Word>.stride <= Self.shortRow {
      store(inside.background, in: Rect(minX: x, minY: y, maxX: x + mask.width, maxY: y + mask.height))
      var painter = inside
      mask.sweep(outline, into: &painter)
    } else {
      // No mask with such rows is small.
      var painter = GroundPainter(inside: inside)
      mask.sweepRows(of: outline, into: &painter)
    }
  }

  /// Paints a stroke over a shape that `paint` has painted.
  @export(interface) package func paintOutline(
    _ outline: Outline, with tables: ShapeTables, x: Int32, y: Int32, using mask: borrowing CoverageMask
  ) {
    checkRoom(x, y, mask)
    let origin = address(x: x, y: y)
    let over = tables.strokeOver
    over.background.words.withUnsafeBufferPointer { background in
      over.filled.words.withUnsafeBufferPointer { filled in
        over.empty.words.withUnsafeBufferPointer { empty in
          switch format.bytesPerPixel {
          case 4:
            var painter = OutlinePainter<UInt32>(origin, pitch, background, filled, empty)
            mask.sweep(outline, into: &painter)
          case 2:
            var painter = OutlinePainter<UInt16>(origin, pitch, background, filled, empty)
            mask.sweep(outline, into: &painter)
          default:
            var painter = OutlinePainter<Pixel24>(origin, pitch, background, filled, empty)
            mask.sweep(outline, into: &painter)
          }
        }
      }
    }
  }
}

extension Surface {
  fileprivate func checkRoom(_ x: Int32, _ y: Int32, _ mask: borrowing CoverageMask) {
    precondition(
      bounds.contains(Rect(minX: x, minY: y, maxX: x + mask.width, maxY: y + mask.height)),
      "a mask that reaches beyond the surface")
  }
}

/// Stores the pixels that the inside covers, looked up by coverage.
private struct InsidePainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let origin: UnsafeMutableRawPointer
  private let pitch: Int
  private let filled: UnsafePointer<UInt32>
  private let empty: UnsafePointer<UInt32>
  /// Columns below this one are filled, and those from `emptyStart` on empty. At most one lies in between.
  private let filledEnd: Int
  private let emptyStart: Int
  /// The filled part of the column in between, 0...255 of 256.
  private let share: UInt32
  /// The word of that column at full coverage.
  private let shared: UInt32
  /// The word without coverage, in either table.
  let background: UInt32
  private var line: UnsafeMutableRawPointer

  init(
    _ origin: UnsafeMutableRawPointer, _ pitch: Int, _ filled: UnsafeBufferPointer<UInt32>,
    _ empty: UnsafeBufferPointer<UInt32>, _ limit: Fixed
  ) {
    self.origin = origin
    self.pitch = pitch
    // A table has 256 words.
    self.filled = filled.baseAddress!
    self.empty = empty.baseAddress!
    filledEnd = Int(limit.floor)
    emptyStart = Int(limit.ceil)
    share = UInt32(limit.fraction)
    shared = Self.between(self.filled, self.empty, 255, share)
    background = filled[0]
    line = origin
  }

  @inline(__always)
  mutating func beginRow(_ y: Int32) { line = origin + Int(y) &* pitch }

  @inline(__always)
  mutating func pixel(_ x: Int, coverage: UInt8) {
    let word =
      x < filledEnd
      ? filled[Int(coverage)]
      : x >= emptyStart ? empty[Int(coverage)] : Self.between(filled, empty, coverage, share)
    (line + x &* MemoryLayout<Word>.stride).storeBytes(of: Word(bits: word), as: Word.self)
  }

  @inline(__always)
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    if end <= filledEnd {
      store(start, end, filled[Int(coverage)])
    } else if start >= emptyStart {
      store(start, end, empty[Int(coverage)])
    } else {
      split(start, end, coverage)
    }
  }

  /// Stores a covered run in which the fill ends.
  @inline(__always)
  private mutating func split(_ start: Int, _ end: Int, _ coverage: UInt8) {
    if start < filledEnd { store(start, filledEnd, filled[Int(coverage)]) }
    if filledEnd < emptyStart {
      let word = coverage == 255 ? shared : Self.between(filled, empty, coverage, share)
      (line + filledEnd &* MemoryLayout<Word>.stride).storeBytes(of: Word(bits: word), as: Word.self)
    }
    if emptyStart < end { store(emptyStart, end, empty[Int(coverage)]) }
  }

  /// Returns the pixel of the column in which the fill ends.
  @inline(never)
  private static func between(
    _ filled: UnsafePointer<UInt32>, _ empty: UnsafePointer<UInt32>, _ coverage: UInt8, _ share: UInt32
  ) -> UInt32 {
    let under = Word(bits: empty[Int(coverage)])
    return Word.blended(under, Word(bits: filled[255]), (UInt32(coverage) &* share &+ 128) >> 8).bits
  }

  @inline(__always)
  func store(_ start: Int, _ end: Int, _ word: UInt32) {
    Word.storeRun(line + start &* MemoryLayout<Word>.stride, end &- start, word)
  }
}

/// Stores the background, too.
private struct GroundPainter<Word: PixelWord>: CoverageConsumer {
  var inside: InsidePainter<Word>

  @inline(__always)
  mutating func beginRow(_ y: Int32) { inside.beginRow(y) }

  @inline(__always)
  mutating func pixel(_ x: Int, coverage: UInt8) { inside.pixel(x, coverage: coverage) }

  @inline(__always)
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 {
      inside.store(start, end, inside.background)
    } else {
      inside.run(from: start, to: end, coverage: coverage)
    }
  }
}

/// Paints a stroke over the pixels of `InsidePainter`. Most pixels at its edges show one of three known colors, for
/// which the result is looked up; others are mixed.
private struct OutlinePainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let origin: UnsafeMutableRawPointer
  private let pitch: Int
  private let overBackground: UnsafePointer<UInt32>
  private let overFilled: UnsafePointer<UInt32>
  private let overEmpty: UnsafePointer<UInt32>
  /// The background, the filled inside, the empty inside, and the stroke.
  private let background: UInt32
  private let filled: UInt32
  private let empty: UInt32
  private let outline: UInt32
  private var line: UnsafeMutableRawPointer

  init(
    _ origin: UnsafeMutableRawPointer, _ pitch: Int, _ overBackground: UnsafeBufferPointer<UInt32>,
    _ overFilled: UnsafeBufferPointer<UInt32>, _ overEmpty: UnsafeBufferPointer<UInt32>
  ) {
    self.origin = origin
    self.pitch = pitch
    self.overBackground = overBackground.baseAddress!
    self.overFilled = overFilled.baseAddress!
    self.overEmpty = overEmpty.baseAddress!
    (background, filled, empty, outline) = (overBackground[0], overFilled[0], overEmpty[0], overBackground[255])
    line = origin
  }

  @inline(__always)
  mutating func beginRow(_ y: Int32) { line = origin + Int(y) &* pitch }

  @inline(__always)
  mutating func pixel(_ x: Int, coverage: UInt8) {
    let address = line + x &* MemoryLayout<Word>.stride
    let under = address.loadUnaligned(as: Word.self).bits
    let word =
      under == background
      ? overBackground[Int(coverage)]
      : under == filled
        ? overFilled[Int(coverage)]
        : under == empty
          ? overEmpty[Int(coverage)] : coverage == 255 ? outline : Self.mixed(under, outline, coverage)
    address.storeBytes(of: Word(bits: word), as: Word.self)
  }

  @inline(never)
  private static func mixed(_ under: UInt32, _ outline: UInt32, _ coverage: UInt8) -> UInt32 {
    Word.blended(Word(bits: under), Word(bits: outline), UInt32(coverage)).bits
  }

  @inline(__always)
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    if coverage == 255 {
      Word.storeRun(line + start &* MemoryLayout<Word>.stride, end &- start, outline)
    } else {
      mix(start, end, coverage)
    }
  }

  /// Paints a run of partial coverage along a level edge.
  @inline(never)
  private mutating func mix(_ start: Int, _ end: Int, _ coverage: UInt8) {
    for x in start..<end { pixel(x, coverage: coverage) }
  }
}
