import Geometry
import Raster

/// One finished picture of a star, `side` * `side` words, line after line.
struct TileImage<Word: PixelWord> {
  let side: Int
  let words: UnsafeMutablePointer<Word>
  /// Whether a row has only its pixels from the first to the last that differ from those of another picture.
  let isPacked: Bool
  let memory: TileMemory

  /// Memory for a picture; each row of it has to be stored.
  init(side: Int) {
    let bytes = Self.byteCount(side)
    let memory = TileMemory(byteCount: bytes)
    self.init(side: side, memory.take(bytes), in: memory)
  }

  private init(side: Int, _ start: UnsafeMutableRawPointer, in memory: TileMemory, isPacked: Bool = false) {
    self.side = side
    self.memory = memory
    self.isPacked = isPacked
    words = start.bindMemory(to: Word.self, capacity: side * side)
  }

  /// From a square picture.
  init(_ picture: Picture, in format: PixelFormat) {
    self.init(side: Int(picture.size.width))
    picture.encode(in: format) { row, line in store(line, row: row) }
  }

  /// Memory for two pictures in one piece. Until they are painted there is room in it for the coverage of so many layers,
  /// which ends about where the empty picture does, so that this one reaches a row's coverage when it was painted; and at
  /// the start for the masks that coverage comes from.
  ///
  /// Of large stars, the full picture is packed: a third of it differs, and less memory is touched. Of small ones all is
  /// kept, which is copied sooner.
  static func pair(side: Int, layers: Int) -> (empty: Self, full: Self, coverage: UnsafeMutableRawPointer) {
    let square = Size<PhysicalSpace>(width: Int32(side), height: Int32(side))
    let (picture, row, coverageRow) = (byteCount(side), side * MemoryLayout<Word>.stride, side * layers)
    // What is longer, a row of pixels or of coverage, decides whether the first or the last row is the one to look at.
    let mask = CoverageMask.byteCount(width: square.width, height: square.height)
    let least = max(picture - (side - 1) * coverageRow, row, mask)
    let start = (least + 15) & ~15
    let both = max(picture, start + CoverageLayers.byteCount(of: layers, size: square))
    let memory = TileMemory(byteCount: both + picture + 16)
    let empty = memory.take(both)
    return (
      Self(side: side, empty, in: memory),
      Self(side: side, memory.take(picture), in: memory, isPacked: row > 128),
      empty + start
    )
  }

  private static func byteCount(_ side: Int) -> Int { side * side * MemoryLayout<Word>.stride }

  /// To paint on.
  func surface(_ format: PixelFormat) -> Surface {
    let size = Size<PhysicalSpace>(width: Int32(side), height: Int32(side))
    return Surface(base: words, pitch: side * MemoryLayout<Word>.stride, size: size, format: format)
  }

  /// Takes over a row of `side` words.
  @inline(__always)
  func store(_ line: UnsafePointer<UInt32>, row: Int) {
    let first = words + row * side
    for x in 0..<side { (first + x).initialize(to: Word(bits: line[x])) }
  }
}

/// Memory for whoever has a hold on it, taken piece by piece.
final class TileMemory {
  private let start: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  /// What there was no room for.
  private var more: [UnsafeMutableRawPointer] = []

  /// Pieces are in one block, which begins with a cache line, as long as they fit.
  init(byteCount: Int) {
    start = .allocate(byteCount: byteCount, alignment: 64)
    (next, end) = (start, start + byteCount)
  }

  deinit {
    start.deallocate()
    for block in more { block.deallocate() }
  }

  /// The next piece, aligned to 16.
  func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let first = next.alignedUp(toMultipleOf: 16)
    if first + byteCount > end {
      let block = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
      more.append(block)
      return block
    }
    next = first + byteCount
    return first
  }

  func take<Value>(_: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
    take(count * MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: count)
  }

  /// Gives back the end of the last piece, which lies in the block.
  func giveBack(from place: UnsafeMutableRawPointer) { next = place }
}
