import Raster

/// Pixels `start ..< end` of a line.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
}

/// Two pictures of one star, empty and full, line after line, and where in each line they differ. Lines are rows or
/// columns of the scanout; what is equal in both is never stored.
///
/// Made once; painting only reads it. A class, so that it is made and freed once and shared by all equal stars.
final class TileLines<Word: PixelWord> {
  let side: Int
  /// `side` words a line.
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  /// All lines' runs, one after the other.
  private let runs: UnsafeMutablePointer<Run>
  /// `side + 1` indices into `runs`: a line's first run, and the next line's.
  private let firstRun: UnsafeMutablePointer<Int32>

  /// From two square pictures of `side` * `side` words, row by row; `columns` says that lines are columns.
  init(empty emptyWords: [UInt32], full fullWords: [UInt32], side: Int, columns: Bool) {
    self.side = side
    empty = .allocate(capacity: side * side)
    full = .allocate(capacity: side * side)
    firstRun = .allocate(capacity: side + 1)
    var found: [Run] = []
    for line in 0..<side {
      firstRun[line] = Int32(found.count)
      var start: Int32?
      for i in 0..<side {
        let pixel = columns ? i * side + line : line * side + i
        let (one, other) = (Word(bits: emptyWords[pixel]), Word(bits: fullWords[pixel]))
        (empty + (line * side + i)).initialize(to: one)
        (full + (line * side + i)).initialize(to: other)
        if one != other {
          if start == nil { start = Int32(i) }
        } else if let begun = start {
          found.append(Run(start: begun, end: Int32(i)))
          start = nil
        }
      }
      if let begun = start { found.append(Run(start: begun, end: Int32(side))) }
    }
    firstRun[side] = Int32(found.count)
    runs = .allocate(capacity: max(found.count, 1))
    for (i, run) in found.enumerated() { (runs + i).initialize(to: run) }
  }

  deinit {
    empty.deallocate()
    full.deallocate()
    runs.deallocate()
    firstRun.deallocate()
  }

  /// The runs of a line in which the pictures differ, ascending, apart from each other.
  func runs(ofLine line: Int) -> UnsafeBufferPointer<Run> {
    let first = Int(firstRun[line])
    return UnsafeBufferPointer(start: runs + first, count: Int(firstRun[line + 1]) - first)
  }
}
