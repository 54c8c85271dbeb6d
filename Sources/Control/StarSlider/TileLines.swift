import Geometry
import Raster

/// A line of a star's square: where its two pictures differ, and what they show there.
struct TileLine<Word: PixelWord> {
  /// The words that runs speak of: of the empty and of the full picture.
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  private let firstRun: UnsafeMutablePointer<Run>
  private let runCount: Int32
  /// From the first pixel that differs to the one behind the last; 0 where none does. No side is longer than `Path.limit`.
  let start: Int16
  let end: Int16

  fileprivate init(
    _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ firstRun: UnsafeMutablePointer<Run>,
    _ runCount: Int
  ) {
    (self.empty, self.full) = (empty, full)
    (self.firstRun, self.runCount) = (firstRun, Int32(truncatingIfNeeded: runCount))
    start = runCount > 0 ? Int16(truncatingIfNeeded: firstRun[0].start) : 0
    end = runCount > 0 ? Int16(truncatingIfNeeded: firstRun[runCount - 1].end) : 0
  }

  /// The runs in which the pictures differ, ascending, apart from each other.
  @inline(__always)
  var runs: UnsafeBufferPointer<Run> { UnsafeBufferPointer(start: firstRun, count: Int(runCount)) }
}

/// Where in each line two pictures of one star differ, empty and full; what is equal in both is never stored. Lines are the
/// rows of the scanout and the star's slices: its columns where they are wanted, else its rows.
///
/// Made once; painting only reads it. A class, so that it is made and freed once and shared by all equal stars.
final class TileLines<Word: PixelWord> {
  private let pixels: TilePixels<Word>
  private let rows: RowRuns
  private let slices: UnsafeMutablePointer<TileLine<Word>>

  /// Of two pictures of one size, which outlive them, in the full one's memory. `rows` says where their rows differ.
  init(_ empty: TileImage<Word>, _ full: TileImage<Word>, rows: RowRuns, withColumns: Bool) {
    let pixels = TilePixels(empty, full, rows)
    (self.pixels, self.rows) = (pixels, rows)
    slices = withColumns ? pixels.columns(rows, in: full.memory) : pixels.rows(rows, in: full.memory)
  }

  /// A column; a row where no columns were wanted. `index` is in 0 ..< the pictures' side.
  @inline(__always)
  func slice(_ index: Int) -> TileLine<Word> { slices[index] }

  /// Tells where rows differ, from the top, each from left to right: the row, pixels, and the row's words in one of the
  /// pictures.
  @inline(__always)
  func forEachRun(full: Bool, _ tell: (Int, Range<Int>, UnsafeMutablePointer<Word>) -> Void) {
    var lines = rows.rows
    for row in 0..<rows.rowCount {
      while let run = lines.nextRun() { tell(row, run, full ? pixels.fullRow(row) : pixels.emptyRow(row)) }
    }
  }
}

/// The pixels of both pictures: all of the empty one's, and of the full one's those that differ.
private struct TilePixels<Word: PixelWord> {
  private let empty: UnsafeMutablePointer<Word>
  private let side: Int
  /// Where each row's first pixel is, or would be.
  private let fullRows: UnsafeMutablePointer<UnsafeMutablePointer<Word>>

  /// `rows` says where rows differ. In the full picture's memory.
  init(_ empty: TileImage<Word>, _ full: TileImage<Word>, _ rows: RowRuns) {
    (self.empty, side) = (empty.words, empty.side)
    fullRows = full.memory.take(UnsafeMutablePointer<Word>.self, side)
    var (next, lines) = (full.words, rows.rows)
    for row in 0..<side {
      if full.isPacked {
        var pixels = 0..<0
        while let run = lines.nextRun() {
          pixels = (pixels.isEmpty ? run.lowerBound : pixels.lowerBound)..<run.upperBound
        }
        (fullRows + row).initialize(to: next - pixels.lowerBound)
        next += pixels.count
      } else {
        (fullRows + row).initialize(to: next)
        next += side
      }
    }
  }

  @inline(__always)
  func emptyRow(_ row: Int) -> UnsafeMutablePointer<Word> { empty + row * side }

  @inline(__always)
  func fullRow(_ row: Int) -> UnsafeMutablePointer<Word> { fullRows[row] }

  /// Rows as they lie in the pictures.
  func rows(_ found: RowRuns, in memory: TileMemory) -> UnsafeMutablePointer<TileLine<Word>> {
    let lines = memory.take(TileLine<Word>.self, side)
    var next = memory.take(Run.self, found.runCount)
    var rows = found.rows
    for row in 0..<side {
      let first = next
      while let pixels = rows.nextRun() {
        var run = Run(pixels)
        run.setWords(first: pixels.lowerBound, isFramed: isFramed(row: row, run), inColumn: false)
        next.initialize(to: run)
        next += 1
      }
      (lines + row).initialize(to: TileLine(emptyRow(row), fullRow(row), first, next - first))
    }
    return lines
  }

  /// Columns with words of their own.
  func columns(_ rows: RowRuns, in memory: TileMemory) -> UnsafeMutablePointer<TileLine<Word>> {
    let lines = memory.take(TileLine<Word>.self, side)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: side) { places in
      let runs = columnRuns(rows, in: memory, places)
      var (first, wordCount) = (0, 0)
      for column in 0..<side {
        let (end, firstWord) = (Int(places[column]) / 2, wordCount)
        for i in first..<end {
          runs[i].setWords(
            first: wordCount - firstWord, isFramed: isFramed(column: column, runs[i]), inColumn: true)
          wordCount += runs[i].packedCount
        }
        first = end
      }
      var words = memory.take(Word.self, 2 * wordCount)
      first = 0
      for column in 0..<side {
        let end = Int(places[column]) / 2
        let emptyWords = words
        for i in first..<end { words = runs[i].pack(to: words) { emptyRow($0) + column } }
        let fullWords = words
        for i in first..<end { words = runs[i].pack(to: words) { fullRow($0) + column } }
        (lines + column).initialize(to: TileLine(emptyWords, fullWords, runs + first, end - first))
        first = end
      }
    }
    return lines
  }

  /// Where columns differ, one after the other. `ends` gets how many starts and ends of runs there are up to each column's
  /// last.
  private func columnRuns(
    _ rows: RowRuns, in memory: TileMemory, _ ends: UnsafeMutableBufferPointer<Int32>
  ) -> UnsafeMutablePointer<Run> {
    ends.initialize(repeating: 0)
    rows.forEachChange { column, _ in ends[column] &+= 1 }
    var count: Int32 = 0
    for column in 0..<side {
      let next = count &+ ends[column]
      ends[column] = count
      count = next
    }
    let runs = memory.take(Run.self, Int(count) / 2)
    runs.initialize(repeating: Run(0..<0), count: Int(count) / 2)
    rows.forEachChange { column, row in
      let place = Int(ends[column])
      if place & 1 == 0 {
        runs[place / 2].start = Int32(truncatingIfNeeded: row)
      } else {
        runs[place / 2].end = Int32(truncatingIfNeeded: row)
      }
      ends[column] &+= 1
    }
    return runs
  }

  /// Whether a run's pixels all show the same but for four at either end, and it is worth telling.
  private func isFramed(row: Int, _ run: Run) -> Bool {
    if !run.isLong { return false }
    let (empty, full) = (emptyRow(row), fullRow(row))
    let middle = Int(run.start) + 4..<Int(run.end) - 4
    return middle.allSatisfy { empty[$0] == empty[middle.lowerBound] && full[$0] == full[middle.lowerBound] }
  }

  private func isFramed(column: Int, _ run: Run) -> Bool {
    if !run.isLong { return false }
    let (start, end) = (Int(run.start) + 4, Int(run.end) - 4)
    var (empty, left) = (emptyRow(start) + column, end - start - 1)
    let emptyWord = empty.pointee
    while left > 0 {
      empty += side
      if empty.pointee != emptyWord { return false }
      left &-= 1
    }
    let fullWord = fullRows[start][column]
    for row in start + 1..<end where fullRows[row][column] != fullWord { return false }
    return true
  }
}
