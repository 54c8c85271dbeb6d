import Raster

/// Which pixels of each row differ in a star's two pictures: runs that are ascending and apart from each other.
struct RowRuns {
  /// Row after row: where runs start and, exclusive, end, alternately, and then `end`. An empty row goes before the first.
  private var bounds: [Int16] = []
  /// How many rows were ended.
  private(set) var rowCount = 0
  /// The run that may go on.
  private var last = Range(uncheckedBounds: (0, 0))
  /// Greater than all bounds: a star has at most `Path.limit` pixels.
  private static var end: Int16 { .max }

  /// With room for two runs in each of as many rows; a star has one or two in most.
  init(rows: Int) {
    bounds.reserveCapacity(5 * rows)
    bounds.append(Self.end)
  }

  /// The rows of two pictures of one size.
  init<Word: PixelWord>(rowsOf empty: TileImage<Word>, _ full: TileImage<Word>) {
    let side = empty.side
    self.init(rows: side)
    for row in 0..<side {
      let (emptyRow, fullRow) = (empty.words + row * side, full.words + row * side)
      for x in 0..<side where emptyRow[x] != fullRow[x] { add(x..<x + 1) }
      endRow()
    }
  }

  /// How many runs all rows have.
  var runCount: Int { (bounds.count - 1 - rowCount) / 2 }

  /// All rows in order.
  @inline(__always)
  var rows: Rows { Rows(next: 1, bounds: bounds) }

  /// Rows from one on, run by run.
  struct Rows {
    fileprivate var next: Int
    fileprivate let bounds: [Int16]

    /// The row's next run; `nil` where it has no more, and then the next row's.
    @inline(__always)
    mutating func nextRun() -> Range<Int>? {
      let start = bounds[next]
      if start == RowRuns.end {
        next &+= 1
        return nil
      }
      next &+= 2
      return Int(start)..<Int(bounds[next &- 1])
    }
  }

  /// Tells each pixel that is in a run of a row or of the one above, but not of both, and the row: there a column's run begins
  /// or ends. With both rows' bounds in ascending order, these are those between an odd one and the next.
  @inline(__always)
  func forEachChange(_ tell: (Int, Int) -> Void) {
    bounds.withUnsafeBufferPointer { bounds in
      var (i, j) = (0, 1)
      for row in 0...rowCount {
        // The row after the last one is as empty as that before the first.
        if row == rowCount { j = 0 }
        var (pixel, differs) = (0, false)
        while true {
          let (above, below) = (bounds[i], bounds[j])
          let bound = min(above, below)
          if bound == Self.end { break }
          if differs { for x in pixel..<Int(bound) { tell(x, row) } }
          pixel = Int(bound)
          differs.toggle()
          if above <= below { i &+= 1 } else { j &+= 1 }
        }
        i &+= 1
        j &+= 1
      }
    }
  }

  /// Adds pixels that differ, right of the last ones.
  @inline(__always)
  mutating func add(_ pixels: Range<Int>) {
    if pixels.lowerBound == last.upperBound && !last.isEmpty {
      last = Range(uncheckedBounds: (last.lowerBound, pixels.upperBound))
    } else {
      endRun()
      last = pixels
    }
  }

  /// The next pixels are another row's.
  mutating func endRow() {
    endRun()
    last = Range(uncheckedBounds: (0, 0))
    rowCount += 1
    bounds.append(Self.end)
  }

  private mutating func endRun() {
    if last.isEmpty { return }
    bounds.append(Int16(truncatingIfNeeded: last.lowerBound))
    bounds.append(Int16(truncatingIfNeeded: last.upperBound))
  }
}
