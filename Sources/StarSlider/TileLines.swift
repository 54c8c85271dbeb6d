import Geometry
import Raster

/// Pixels `start ..< end` of a line, one or more.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
  /// Of these, the longest part in which either picture shows one word only: what is inside and away from edges.
  let solid: Range<Int32>

  /// Of a row.
  var columns: Range<Int> { Int(start)..<Int(end) }

  /// What is shorter is not worth telling apart.
  static var leastSolid: Int { 8 }

  /// Whether four pixels at either end hold all that is not solid: so it is wherever a line crosses two edges.
  @inline(__always)
  var isFramed: Bool { solid.lowerBound &- start <= 4 && end &- solid.upperBound <= 4 && end &- start >= 8 }
}

/// One finished picture of a star, `side` * `side` words, line after line.
final class TileImage<Word: PixelWord> {
  let side: Int
  let words: UnsafeMutablePointer<Word>

  /// From a square picture.
  convenience init(_ picture: Picture, in format: PixelFormat) {
    self.init(side: Int(picture.size.width)) { take in picture.encode(in: format, take) }
  }

  /// From rows that `give` hands over, each with its number, from 0, and its `side` words.
  init(side: Int, _ give: ((Int, UnsafePointer<UInt32>) -> Void) -> Void) {
    let words = UnsafeMutablePointer<Word>.allocate(capacity: side * side)
    give { row, line in
      let first = words + row * side
      for x in 0..<side { (first + x).initialize(to: Word(bits: line[x])) }
    }
    (self.side, self.words) = (side, words)
  }

  deinit { words.deallocate() }
}

/// A line of a star's square: where its two pictures differ, and what they show there.
struct TileLine<Word: PixelWord> {
  /// Pixel 0's place. Only what lies in runs may be read.
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  /// `nil` before there are any.
  fileprivate var firstRun: UnsafePointer<Run>?
  fileprivate let runCount: Int

  fileprivate init(empty: UnsafeMutablePointer<Word>, full: UnsafeMutablePointer<Word>, runCount: Int) {
    (self.empty, self.full, self.runCount) = (empty, full, runCount)
  }

  /// The runs in which the pictures differ, ascending, apart from each other.
  @inline(__always)
  var runs: UnsafeBufferPointer<Run> { UnsafeBufferPointer(start: firstRun, count: runCount) }
}

/// Where in each line two pictures of one star differ, empty and full; what is equal in both is never stored. Lines are rows
/// or columns of the scanout.
///
/// Made once; painting only reads it. A class, so that it is made and freed once and shared by all equal stars.
final class TileLines<Word: PixelWord> {
  private let side: Int
  private let lines: UnsafeMutablePointer<TileLine<Word>>
  /// All lines' runs, one after the other.
  private let runs: UnsafeMutablePointer<Run>
  /// What columns show; rows are those of the pictures.
  private let words: UnsafeMutablePointer<Word>?

  /// Rows of two pictures of one size, which outlive them. `found` is scratch.
  init(rowsOf empty: TileImage<Word>, _ full: TileImage<Word>, using found: inout [Run]) {
    side = empty.side
    lines = .allocate(capacity: side)
    words = nil
    found.removeAll(keepingCapacity: true)
    for row in 0..<side {
      Self.add(
        row, empty.words + row * side, full.words + row * side, 0..<side, to: lines, &found)
    }
    runs = Self.keep(found, lines, side)
  }

  /// Columns of the same pictures. Pixels lie one after the other in them, so a change of a few columns reads little memory;
  /// from the first to the last that differs in each column, so that no more is kept than is read.
  init(columnsOf empty: TileImage<Word>, _ full: TileImage<Word>, rows: TileLines, using found: inout [Run]) {
    side = empty.side
    lines = .allocate(capacity: side)
    let extents = rows.columnExtents()
    // Room in front, so that pixel 0 of every column has a place there, if nothing in it.
    var capacity = side
    for extent in extents { capacity += 2 * extent.count }
    let words = UnsafeMutablePointer<Word>.allocate(capacity: capacity)
    var next = words + side
    found.removeAll(keepingCapacity: true)
    for (column, extent) in extents.enumerated() {
      let (emptyColumn, fullColumn) = (next, next + extent.count)
      let first = extent.lowerBound * side + column
      Self.gather(empty.words + first, side, to: emptyColumn, extent.count)
      Self.gather(full.words + first, side, to: fullColumn, extent.count)
      Self.add(column, emptyColumn - extent.lowerBound, fullColumn - extent.lowerBound, extent, to: lines, &found)
      next = fullColumn + extent.count
    }
    self.words = words
    runs = Self.keep(found, lines, side)
  }

  deinit {
    lines.deallocate()
    runs.deallocate()
    words?.deallocate()
  }

  /// `line` is in `0 ..< side`.
  @inline(__always)
  subscript(line: Int) -> TileLine<Word> { lines[line] }

  /// From the first to the last row that differs, for each column; none where no row does.
  private func columnExtents() -> [Range<Int>] {
    var first = [Int](repeating: 0, count: side)
    var end = [Int](repeating: 0, count: side)
    // The last row to say something is right: going down it is the end, going up the beginning.
    for row in 0..<side {
      for run in lines[row].runs { for column in run.columns { end[column] = row + 1 } }
    }
    for row in (0..<side).reversed() {
      for run in lines[row].runs { for column in run.columns { first[column] = row } }
    }
    return zip(first, end).map { $0..<$1 }
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

  /// Makes a line of what two pictures show in `pixels` of it; its runs go to `found`, and are put in their place by `keep`.
  private static func add(
    _ line: Int, _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ pixels: Range<Int>,
    to lines: UnsafeMutablePointer<TileLine<Word>>, _ found: inout [Run]
  ) {
    let before = found.count
    addRuns(empty, full, pixels, to: &found)
    (lines + line).initialize(to: TileLine(empty: empty, full: full, runCount: found.count - before))
  }

  /// The stretches of one line in which its pictures differ.
  private static func addRuns(
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
        var change = firstChange(empty, empty + 1, i, end &- 1)
        change = firstChange(full, full + 1, i, change) &+ 1
        if change &- i > solid.count { solid = i..<change }
        i = change
      } while i < end && empty[i] != full[i]
      if solid.count < Run.leastSolid { solid = start..<start }
      found.append(
        Run(start: Int32(start), end: Int32(i), solid: Int32(solid.lowerBound)..<Int32(solid.upperBound)))
    }
  }

  /// Moves the runs of all lines to memory that is as large as they are.
  private static func keep(
    _ found: [Run], _ lines: UnsafeMutablePointer<TileLine<Word>>, _ side: Int
  ) -> UnsafeMutablePointer<Run> {
    let runs = UnsafeMutablePointer<Run>.allocate(capacity: max(found.count, 1))
    for (i, run) in found.enumerated() { (runs + i).initialize(to: run) }
    var next = runs
    for line in 0..<side {
      lines[line].firstRun = UnsafePointer(next)
      next += lines[line].runCount
    }
    return runs
  }

  /// The first index of `start ..< end` at which two lines differ; `end` where they do not.
  @inline(__always)
  private static func firstChange(
    _ a: UnsafeMutablePointer<Word>, _ b: UnsafeMutablePointer<Word>, _ start: Int, _ end: Int
  ) -> Int {
    let stride = MemoryLayout<Word>.stride
    return firstDifference(a, b, from: start &* stride, to: end &* stride) / stride
  }
}
