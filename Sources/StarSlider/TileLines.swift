import Geometry
import Raster

/// A line of a star's square: where its two pictures differ, and what they show there.
struct TileLine<Word: PixelWord> {
  /// Pixel 0's place. Only what lies in runs may be read.
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  private var firstRun: UnsafePointer<Run>?
  fileprivate let runCount: Int

  /// Searches `pixels` of a line; what is found goes to the end of `found`.
  fileprivate init(
    _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ pixels: Range<Int>,
    addingTo found: inout [Run]
  ) {
    (self.empty, self.full) = (empty, full)
    let before = found.count
    addRuns(empty, full, pixels, to: &found)
    runCount = found.count - before
  }

  /// Says where its runs are, once all are found.
  fileprivate mutating func settle(_ runs: UnsafePointer<Run>) { firstRun = runs }

  /// The runs in which the pictures differ, ascending, apart from each other.
  @inline(__always)
  var runs: UnsafeBufferPointer<Run> { UnsafeBufferPointer(start: firstRun, count: runCount) }
}

/// Where in each line two pictures of one star differ, empty and full; what is equal in both is never stored. Lines are the
/// rows of the scanout and, where they are wanted, its columns.
///
/// Made once; painting only reads it. A class, so that it is made and freed once and shared by all equal stars.
final class TileLines<Word: PixelWord> {
  private let rows: UnsafeMutablePointer<TileLine<Word>>
  /// In the same memory, behind the rows. The rows themselves, where no columns were wanted.
  private let columns: UnsafeMutablePointer<TileLine<Word>>
  /// All lines'.
  private let runs: UnsafeMutablePointer<Run>
  /// What columns show; what rows show is in the pictures.
  private let words: UnsafeMutablePointer<Word>?

  /// Of two pictures of one size, which outlive them.
  init(_ empty: TileImage<Word>, _ full: TileImage<Word>, withColumns: Bool) {
    let side = empty.side
    let count = withColumns ? 2 * side : side
    rows = .allocate(capacity: count)
    // A star has one or two in most lines.
    var found: [Run] = []
    found.reserveCapacity(2 * count)
    for row in 0..<side {
      let (emptyRow, fullRow) = (empty.words + row * side, full.words + row * side)
      (rows + row).initialize(to: TileLine(emptyRow, fullRow, 0..<side, addingTo: &found))
    }
    columns = withColumns ? rows + side : rows
    words = withColumns ? Self.addColumns(columns, rows, empty, full, &found) : nil
    runs = .allocate(capacity: max(found.count, 1))
    runs.initialize(from: found, count: found.count)
    var next = UnsafePointer(runs)
    for line in 0..<count {
      rows[line].settle(next)
      next += rows[line].runCount
    }
  }

  deinit {
    rows.deallocate()
    runs.deallocate()
    words?.deallocate()
  }

  /// A line of pixels along the rows. `index` is in 0 ..< the pictures' side.
  @inline(__always)
  func row(_ index: Int) -> TileLine<Word> { rows[index] }

  /// A column; a row where no columns were wanted.
  @inline(__always)
  func slice(_ index: Int) -> TileLine<Word> { columns[index] }

  /// Makes columns and returns the memory of what they show. A column's pixels lie one after the other, so that a change of
  /// few columns reads little; and only those from the first to the last that differs are kept.
  private static func addColumns(
    _ columns: UnsafeMutablePointer<TileLine<Word>>, _ rows: UnsafeMutablePointer<TileLine<Word>>,
    _ empty: TileImage<Word>, _ full: TileImage<Word>, _ runs: inout [Run]
  ) -> UnsafeMutablePointer<Word> {
    let side = empty.side
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * side) { memory in
      // Neither is empty.
      let (starts, ends) = (memory.baseAddress!, memory.baseAddress! + side)
      findExtents(rows, runs, starts, ends, side)
      // Room in front, so that every column has a place for pixel 0, if nothing in it.
      var capacity = side
      for column in 0..<side { capacity += 2 * Int(ends[column] - starts[column]) }
      let words = UnsafeMutablePointer<Word>.allocate(capacity: capacity)
      var next = words + side
      for column in 0..<side {
        let extent = Int(starts[column])..<Int(ends[column])
        let (emptyColumn, fullColumn) = (next, next + extent.count)
        let first = extent.lowerBound * side + column
        gather(empty.words + first, side, to: emptyColumn, extent.count)
        gather(full.words + first, side, to: fullColumn, extent.count)
        let (emptyStart, fullStart) = (emptyColumn - extent.lowerBound, fullColumn - extent.lowerBound)
        (columns + column).initialize(to: TileLine(emptyStart, fullStart, extent, addingTo: &runs))
        next = fullColumn + extent.count
      }
      return words
    }
  }

  /// For each column the first row in which it differs, and the one after the last; 0 and 0 where it does in none.
  private static func findExtents(
    _ rows: UnsafeMutablePointer<TileLine<Word>>, _ runs: [Run], _ starts: UnsafeMutablePointer<Int32>,
    _ ends: UnsafeMutablePointer<Int32>, _ side: Int
  ) {
    starts.initialize(repeating: 0, count: side)
    ends.initialize(repeating: 0, count: side)
    // The last row to say something is right: going down it is the end, going up the start.
    var i = 0
    for row in 0..<side {
      for _ in 0..<rows[row].runCount {
        (ends + Int(runs[i].start)).update(repeating: Int32(row + 1), count: runs[i].count)
        i += 1
      }
    }
    for row in (0..<side).reversed() {
      for _ in 0..<rows[row].runCount {
        i -= 1
        (starts + Int(runs[i].start)).update(repeating: Int32(row), count: runs[i].count)
      }
    }
  }

  /// Words that lie `step` apart, one after the other.
  private static func gather(
    _ first: UnsafeMutablePointer<Word>, _ step: Int, to start: UnsafeMutablePointer<Word>, _ count: Int
  ) {
    var from = first
    for i in 0..<count {
      (start + i).initialize(to: from.pointee)
      from += step
    }
  }
}

/// Adds the stretches of a line in which its pictures differ.
private func addRuns<Word: PixelWord>(
  _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ pixels: Range<Int>, to found: inout [Run]
) {
  let end = pixels.upperBound
  var i = pixels.lowerBound
  while true {
    i = firstChange(empty, full, i, end)
    if i == end { return }
    let start = i
    var solid = i..<i
    repeat {
      // Where neither picture changes they go on to differ.
      var change = i &+ 1
      // At an edge that is the next pixel.
      if change < end && empty[change] == empty[i] && full[change] == full[i] {
        change = firstChange(empty, empty + 1, change, end &- 1)
        change = firstChange(full, full + 1, i &+ 1, change) &+ 1
      }
      if change &- i > solid.count { solid = i..<change }
      i = change
    } while i < end && empty[i] != full[i]
    found.append(Run(start..<i, solid: solid))
  }
}

/// The first index of `start ..< end` at which two lines differ; `end` where they do not.
@inline(__always)
private func firstChange<Word: PixelWord>(
  _ a: UnsafeMutablePointer<Word>, _ b: UnsafeMutablePointer<Word>, _ start: Int, _ end: Int
) -> Int {
  let stride = MemoryLayout<Word>.stride
  return firstDifference(a, b, from: start &* stride, to: end &* stride) / stride
}
