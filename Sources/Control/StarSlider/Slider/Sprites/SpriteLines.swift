/// Consecutive pixels of a line in which the empty and the full sprite differ. No side exceeds `Path.limit`, so positions fit in 16 bits.
struct Run: Equatable {
  /// The position of the first pixel.
  var start: Int16
  /// The position after the last pixel.
  var end: Int16
  /// The index of the first pixel's word in the line.
  var first: Int32
  /// The index of the word of pixel `end - 4` if the run is framed, otherwise -1.
  ///
  /// In a framed run, all pixels except the four at either end have the same words. Most runs are framed: they cross an edge, the inside,
  /// and another edge.
  var last: Int32 = -1

  init(_ pixels: Range<Int>) {
    start = Int16(truncatingIfNeeded: pixels.lowerBound)
    end = Int16(truncatingIfNeeded: pixels.upperBound)
    first = Int32(start)
  }

  var isFramed: Bool { last >= 0 }
  var count: Int { Int(end) &- Int(start) }
  /// Returns the index of a pixel's word in the line.
  func index(ofPixel place: Int) -> Int {
    let (before, behind) = (place &- Int(start), place &- Int(end) &+ 4)
    return !isFramed ? Int(first) &+ before : behind < 0 ? Int(first) &+ min(before, 4) : Int(last) &+ behind
  }

  var pixels: Range<Int> { unsafe Range(uncheckedBounds: (Int(start), Int(end))) }
}

/// A row or column of a star's sprites: the pixels in which they differ, and the words of those pixels.
///
/// Safety: all pointers point into a `SpriteMemory`. The builder below ensures that the indices of each run lie within its line's words.
@safe struct SpriteLine {
  /// The words of both sprites. The runs contain indices into them.
  let empty: UnsafeMutableRawPointer
  let full: UnsafeMutableRawPointer
  fileprivate var firstRun: UnsafeMutablePointer<Run>?
  let runCount: Int32
  /// The end of the last pixel that differs, and the negated start of the first one. The extent of two lines together is their element-wise
  /// maximum. If no pixel differs, both numbers are `Int16.min`.
  let extent: SIMD2<Int16>

  /// Returns the run with an index in 0 ..< `runCount`. Runs are ascending and do not touch each other.
  @inline(__always) func run(_ index: Int32) -> Run { unsafe firstRun.unsafelyUnwrapped[Int(index)] }

  /// Calls `body` with each run, in ascending order.
  @inline(__always) func forEachRun(_ body: (Run) -> Void) {
    var run = unsafe firstRun.unsafelyUnwrapped
    let end = unsafe run + Int(runCount)
    while unsafe run < end {
      unsafe body(run.pointee)
      unsafe run += 1
    }
  }

  /// The words of the full or of the empty sprite.
  @inline(__always) func words<Word: PixelWord>(_: Word.Type, full isFull: Bool) -> UnsafeMutablePointer<Word> {
    unsafe (isFull ? full : empty).assumingMemoryBound(to: Word.self)
  }
}

/// Builds the lines of a star's sprites, in order.
///
/// Safety: `lines` has `side` elements, and as many lines are ended.
@safe struct SpriteLineBuilder {
  private let memory: SpriteMemory
  private let lines: UnsafeMutablePointer<SpriteLine>
  let side: Int
  private var lineCount = 0
  private var runs: [Run] = []
  /// The index of the first run of the current line.
  private var firstRun = 0

  init(side: Int, in memory: SpriteMemory) {
    self.memory = memory
    self.side = side
    unsafe lines = memory.allocate(SpriteLine.self, side)
    // Most lines have one or two runs.
    runs.reserveCapacity(2 * side)
  }

  /// The range from the first pixel that differs in the current line to the end of the last one.
  var pixels: Range<Int> {
    firstRun == runs.count ? 0..<0 : Int(runs[firstRun].start)..<Int(runs[runs.count - 1].end)
  }

  /// Adds pixels that differ, to the right of those added before.
  @inline(__always) mutating func add(_ pixels: Range<Int>) {
    if firstRun < runs.count && Int(runs[runs.count - 1].end) == pixels.lowerBound {
      runs[runs.count - 1].end = Int16(truncatingIfNeeded: pixels.upperBound)
    } else {
      runs.append(Run(pixels))
    }
  }

  /// Ends a row, whose words are at the indices of their pixels. `frames` is false if only complete runs are copied.
  mutating func endRow<Word: PixelWord>(
    _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, frames: Bool
  ) {
    if frames {
      for i in firstRun..<runs.count where runs[i].frame({ unsafe (empty[$0], full[$0]) }) {
        runs[i].last = Int32(runs[i].end) - 4
      }
    }
    unsafe endLine(empty, full)
  }

  /// Ends a column. Its words are copied from the rows; of a framed run, only nine words are copied.
  private mutating func endColumn<Word: PixelWord>(_: Word.Type, _ x: Int, of rows: UnsafeMutablePointer<SpriteLine>) {
    func words(_ row: Int) -> (Word, Word) {
      unsafe (rows[row].words(Word.self, full: false)[x], rows[row].words(Word.self, full: true)[x])
    }
    var count = 0
    for i in firstRun..<runs.count {
      runs[i].first = Int32(truncatingIfNeeded: count)
      let isFramed = runs[i].frame(words)
      if isFramed { runs[i].last = Int32(truncatingIfNeeded: count + 5) }
      count += isFramed ? 9 : runs[i].count
    }
    let empty = unsafe memory.allocate(Word.self, 2 * count)
    var next = unsafe empty
    func copy(_ pixels: Range<Int>) {
      for row in pixels {
        let words = words(row)
        unsafe next.initialize(to: words.0)
        unsafe (next + count).initialize(to: words.1)
        unsafe next += 1
      }
    }
    for run in runs[firstRun...] {
      let (start, end) = (Int(run.start), Int(run.end))
      copy(start..<(run.isFramed ? start + 5 : end))
      if run.isFramed { copy(end - 4..<end) }
    }
    unsafe endLine(empty, empty + count)
  }

  private mutating func endLine(_ empty: UnsafeMutableRawPointer, _ full: UnsafeMutableRawPointer) {
    let isEmpty = firstRun == runs.count
    unsafe (lines + lineCount).initialize(
      to: SpriteLine(
        empty: empty, full: full, firstRun: nil, runCount: Int32(truncatingIfNeeded: runs.count - firstRun),
        extent: isEmpty ? SIMD2(repeating: .min) : SIMD2(runs[runs.count - 1].end, -runs[firstRun].start)))
    firstRun = runs.count
    lineCount += 1
  }

  /// Returns the lines. Each of them must have been ended.
  func finished() -> UnsafeMutablePointer<SpriteLine> {
    var next = unsafe memory.allocate(Run.self, runs.count)
    for i in 0..<runs.count { unsafe (next + i).initialize(to: runs[i]) }
    for i in 0..<side {
      unsafe lines[i].firstRun = next
      unsafe next += Int(lines[i].runCount)
    }
    return unsafe lines
  }

  /// Returns the columns of a square whose rows are given.
  static func columns<Word: PixelWord>(
    _: Word.Type, of rows: UnsafeMutablePointer<SpriteLine>, side: Int, in memory: SpriteMemory
  ) -> UnsafeMutablePointer<SpriteLine> {
    var columns = SpriteLineBuilder(side: side, in: memory)
    unsafe withUnsafeTemporaryAllocation(of: ColumnRuns.self, capacity: side) { found in
      unsafe found.initialize(repeating: ColumnRuns())
      let runs = unsafe runs(of: rows, found)
      for x in 0..<side {
        var index = unsafe Int(found[x].first)
        while index >= 0 {
          columns.runs.append(runs[index].run)
          index = Int(runs[index].following)
        }
        unsafe columns.endColumn(Word.self, x, of: rows)
      }
    }
    return unsafe columns.finished()
  }

  /// The runs of a column while rows are added from the top.
  private struct ColumnRuns {
    /// The indices of the first and the last run, or -1.
    var first: Int32 = -1
    var last: Int32 = -1
    /// The row below the last pixel.
    var next: Int32 = -1
  }

  /// Returns the runs of all columns, each with the index of the run below it, or -1.
  private static func runs(
    of rows: UnsafeMutablePointer<SpriteLine>, _ columns: UnsafeMutableBufferPointer<ColumnRuns>
  ) -> [(run: Run, following: Int32)] {
    var runs: [(run: Run, following: Int32)] = []
    runs.reserveCapacity(2 * columns.count)
    for row in 0..<columns.count {
      let (line, next) = unsafe (rows[row], Int32(truncatingIfNeeded: row))
      for i in 0..<line.runCount {
        for x in line.run(i).pixels {
          let last = unsafe Int(columns[x].last)
          if unsafe columns[x].next == next {
            runs[last].run.end &+= 1
          } else {
            let index = Int32(truncatingIfNeeded: runs.count)
            runs.append((Run(row..<row + 1), -1))
            if last >= 0 { runs[last].following = index } else { unsafe columns[x].first = index }
            unsafe columns[x].last = index
          }
          unsafe columns[x].next = next &+ 1
        }
      }
    }
    return runs
  }
}

extension Run {
  /// Returns whether the run is long, and all pixels except four at either end have the same words.
  @inline(__always) fileprivate func frame<Word: PixelWord>(_ words: (Int) -> (Word, Word)) -> Bool {
    if count < 12 { return false }
    let (first, behind) = (Int(start) + 4, Int(end) - 4)
    let even = words(first)
    for i in first + 1..<behind where words(i) != even { return false }
    return true
  }
}
