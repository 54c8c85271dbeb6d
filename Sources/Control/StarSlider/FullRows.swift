import Raster

/// Stores a full picture beside the empty one, and keeps where their rows differ.
struct FullRows<Word: PixelWord> {
  private var runs: RowRuns
  private let image: TileImage<Word>
  /// The empty picture's row, and which one that is.
  private var empty: UnsafeMutablePointer<Word>
  private var row = 0
  /// Where the row's next pixel goes, and which one that is.
  private var next: UnsafeMutablePointer<Word>
  private var reached = 0

  init(_ empty: TileImage<Word>, _ image: TileImage<Word>) {
    runs = RowRuns(rows: image.side)
    self.image = image
    self.empty = empty.words
    next = image.words
  }

  /// The next pixels that have a word of their own.
  mutating func add(_ row: Int, _ pixels: Range<Int>, _ word: UInt32) {
    while self.row < row { endRow() }
    if reached > 0 || !image.isPacked { copy(pixels.lowerBound) }
    runs.add(pixels)
    Word.storeRun(next, pixels.count, word)
    next += pixels.count
    reached = pixels.upperBound
  }

  /// Up to a pixel of the row both pictures are the same.
  @inline(__always)
  private mutating func copy(_ end: Int) {
    while reached < end {
      next.initialize(to: empty[reached])
      next += 1
      reached &+= 1
    }
  }

  private mutating func endRow() {
    if !image.isPacked { copy(image.side) }
    runs.endRow()
    empty += image.side
    row += 1
    reached = 0
  }

  /// Where rows differ, when all are there.
  mutating func finished() -> RowRuns {
    while row < image.side { endRow() }
    image.memory.giveBack(from: next)
    return runs
  }
}
