import Geometry
import Raster

/// One finished picture of a star, `side` * `side` words, line after line.
struct TileImage<Word: PixelWord> {
  let side: Int
  let words: UnsafeMutablePointer<Word>
  private let memory: TileMemory

  /// Memory for a picture; each row of it has to be stored.
  init(side: Int) {
    self.init(side: side, TileMemory(byteCount: Self.byteCount(side)), at: 0)
  }

  private init(side: Int, _ memory: TileMemory, at offset: Int) {
    self.side = side
    self.memory = memory
    words = (memory.start + offset).bindMemory(to: Word.self, capacity: side * side)
  }

  /// From a square picture.
  init(_ picture: Picture, in format: PixelFormat) {
    self.init(side: Int(picture.size.width))
    picture.encode(in: format) { row, line in store(line, row: row) }
  }

  /// Memory for two pictures in one piece, and in it for the coverage of so many layers, until the pictures are painted:
  /// coverage ends where the memory does, so that the second picture reaches a row's coverage when that was painted.
  static func pair(side: Int, layers: Int) -> (empty: Self, full: Self, coverage: UnsafeMutableRawPointer) {
    let square = Size<PhysicalSpace>(width: Int32(side), height: Int32(side))
    let (picture, row) = (byteCount(side), side * MemoryLayout<Word>.stride)
    let coverage = CoverageLayers.byteCount(of: layers, size: square)
    // What is longer, a row of pixels or of coverage, decides whether the first or the last row is the one to look at.
    let second = max(picture + side * layers + (coverage - side * side * layers), row + coverage)
    let memory = TileMemory(byteCount: picture + second)
    return (
      Self(side: side, memory, at: 0), Self(side: side, memory, at: picture),
      memory.start + (picture + second - coverage)
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

/// A piece of memory for whoever has a hold on it.
final class TileMemory {
  let start: UnsafeMutableRawPointer

  init(byteCount: Int) { start = .allocate(byteCount: byteCount, alignment: 64) }

  deinit { start.deallocate() }
}
