import Raster

/// Which pixels of each line differ in a star's two pictures: runs that are ascending and apart from each other.
struct LineRuns {
  /// Where runs start and, exclusive, end: alternately, line after line.
  private var bounds: [Int32] = []
  /// For each line that was ended, how many bounds there were by then.
  private var lineEnds: [Int32] = []
  /// The run that may go on.
  private var last = 0..<0

  /// With room for as many lines; a star has one or two runs in most of them.
  init(lines: Int) {
    bounds.reserveCapacity(4 * lines)
    lineEnds.reserveCapacity(lines)
  }

  /// The rows of two pictures of one size.
  init<Word: PixelWord>(rowsOf empty: TileImage<Word>, _ full: TileImage<Word>) {
    let side = empty.side
    self.init(lines: side)
    for row in 0..<side {
      let (emptyRow, fullRow) = (empty.words + row * side, full.words + row * side)
      for x in 0..<side where emptyRow[x] != fullRow[x] { add(x..<x + 1) }
      endLine()
    }
  }

  /// The columns of a square whose rows are known. A column's run begins or ends where a row and the next one differ.
  init(columnsOf rows: LineRuns) {
    let side = rows.lineCount
    lineEnds.reserveCapacity(side)
    var found: [(column: Int32, start: Int32, end: Int32)] = []
    found.reserveCapacity(rows.runCount)
    // Where a run goes on, where it started; and how many there are.
    var starts = [Int32](repeating: -1, count: side)
    var counts = [Int32](repeating: 0, count: side)
    for row in 0...side {
      rows.forEachChange(intoLine: row) { column in
        if starts[column] < 0 {
          starts[column] = Int32(truncatingIfNeeded: row)
        } else {
          found.append((Int32(truncatingIfNeeded: column), starts[column], Int32(truncatingIfNeeded: row)))
          counts[column] += 1
          starts[column] = -1
        }
      }
    }
    // They were found from top to bottom: now by columns.
    var next: Int32 = 0
    for column in 0..<side {
      starts[column] = next
      next += 2 * counts[column]
      lineEnds.append(next)
    }
    bounds = [Int32](repeating: 0, count: Int(next))
    for run in found {
      let place = Int(starts[Int(run.column)])
      (bounds[place], bounds[place + 1]) = (run.start, run.end)
      starts[Int(run.column)] += 2
    }
  }

  /// How many lines were ended.
  var lineCount: Int { lineEnds.count }
  /// How many runs all lines have.
  var runCount: Int { bounds.count / 2 }

  /// How many pixels all runs have.
  var pixelCount: Int {
    var count = 0
    for i in stride(from: 0, to: bounds.count, by: 2) { count += Int(bounds[i + 1] - bounds[i]) }
    return count
  }

  /// A line's part of `bounds`; empty beyond the first and the last line.
  @inline(__always)
  private func boundsOf(line: Int) -> Range<Int> {
    if line < 0 || line >= lineEnds.count { return 0..<0 }
    return (line == 0 ? 0 : Int(lineEnds[line - 1]))..<Int(lineEnds[line])
  }

  /// Tells the runs of a line.
  @inline(__always)
  func forEachRun(ofLine line: Int, _ tell: (Range<Int>) -> Void) {
    let range = boundsOf(line: line)
    var i = range.lowerBound
    while i < range.upperBound {
      tell(Int(bounds[i])..<Int(bounds[i + 1]))
      i += 2
    }
  }

  /// Tells each pixel that is in a run of this line or of the one before, but not of both: with both lines' bounds in
  /// ascending order, those between an odd one and the next.
  @inline(__always)
  private func forEachChange(intoLine line: Int, _ tell: (Int) -> Void) {
    let (above, below) = (boundsOf(line: line - 1), boundsOf(line: line))
    var (i, j) = (above.lowerBound, below.lowerBound)
    var (pixel, differs) = (0, false)
    while i < above.upperBound || j < below.upperBound {
      let fromAbove = j == below.upperBound || i < above.upperBound && bounds[i] <= bounds[j]
      let bound = Int(bounds[fromAbove ? i : j])
      if differs { for x in pixel..<bound { tell(x) } }
      pixel = bound
      differs.toggle()
      if fromAbove { i += 1 } else { j += 1 }
    }
  }

  /// Adds pixels that differ, right of the last ones.
  @inline(__always)
  mutating func add(_ pixels: Range<Int>) {
    if pixels.lowerBound == last.upperBound && !last.isEmpty {
      last = last.lowerBound..<pixels.upperBound
    } else {
      endRun()
      last = pixels
    }
  }

  /// The next pixels are another line's.
  mutating func endLine() {
    endRun()
    last = 0..<0
    lineEnds.append(Int32(truncatingIfNeeded: bounds.count))
  }

  private mutating func endRun() {
    if last.isEmpty { return }
    bounds.append(Int32(truncatingIfNeeded: last.lowerBound))
    bounds.append(Int32(truncatingIfNeeded: last.upperBound))
  }
}
