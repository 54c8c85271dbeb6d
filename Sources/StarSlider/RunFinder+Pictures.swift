import Raster

extension RunFinder {
  /// The rows of two pictures of one size.
  init<Word: PixelWord>(rowsOf empty: TileImage<Word>, _ full: TileImage<Word>) {
    let side = empty.side
    self.init(lines: 2 * side)
    for row in 0..<side {
      add(0..<side, empty: empty.words + row * side, full: full.words + row * side)
      endLine()
    }
  }

  /// Adds the columns of two pictures, whose rows were added before, and nothing else.
  mutating func addColumns<Word: PixelWord>(of empty: TileImage<Word>, _ full: TileImage<Word>) {
    let side = empty.side
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * side) { memory in
      // Neither is empty.
      let (starts, ends) = (memory.baseAddress!, memory.baseAddress! + side)
      findExtents(ofColumns: side, starts, ends)
      withUnsafeTemporaryAllocation(of: Word.self, capacity: 2 * side) { words in
        let (emptyColumn, fullColumn) = (words.baseAddress!, words.baseAddress! + side)
        for column in 0..<side {
          let extent = Int(starts[column])..<Int(ends[column])
          gather(empty.words + column, side, extent, to: emptyColumn)
          gather(full.words + column, side, extent, to: fullColumn)
          add(extent, empty: emptyColumn, full: fullColumn)
          endLine()
        }
      }
    }
  }

  /// For each column the first row in which it differs, and the one after the last; 0 and 0 where it does in none.
  private func findExtents(
    ofColumns side: Int, _ starts: UnsafeMutablePointer<Int32>, _ ends: UnsafeMutablePointer<Int32>
  ) {
    starts.initialize(repeating: 0, count: side)
    ends.initialize(repeating: 0, count: side)
    // The last row to say something is right: going down it is the end, going up the start.
    for row in 0..<side {
      for i in runs(ofLine: row) { (ends + Int(runs[i].start)).update(repeating: Int32(row + 1), count: runs[i].count) }
    }
    for row in (0..<side).reversed() {
      for i in runs(ofLine: row) { (starts + Int(runs[i].start)).update(repeating: Int32(row), count: runs[i].count) }
    }
  }
}

/// Copies the words of a column to where they lie one after the other.
private func gather<Word: PixelWord>(
  _ column: UnsafePointer<Word>, _ step: Int, _ rows: Range<Int>, to line: UnsafeMutablePointer<Word>
) {
  var from = column + rows.lowerBound * step
  for row in rows {
    (line + row).initialize(to: from.pointee)
    from += step
  }
}
