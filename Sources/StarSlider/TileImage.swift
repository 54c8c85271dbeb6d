import Geometry
import Raster

/// One finished picture of a star, `side` * `side` words, line after line.
final class TileImage<Word: PixelWord> {
  let side: Int
  let words: UnsafeMutablePointer<Word>

  /// Memory for a picture; `store` has to fill each row of it.
  init(side: Int) {
    self.side = side
    words = .allocate(capacity: side * side)
  }

  /// From a square picture.
  convenience init(_ picture: Picture, in format: PixelFormat) {
    self.init(side: Int(picture.size.width))
    picture.encode(in: format) { row, line in store(line, row: row) }
  }

  /// Takes over a row of `side` words.
  @inline(__always)
  func store(_ line: UnsafePointer<UInt32>, row: Int) {
    let first = words + row * side
    for x in 0..<side { (first + x).initialize(to: Word(bits: line[x])) }
  }

  deinit { words.deallocate() }
}
