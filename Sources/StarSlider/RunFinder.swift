import Raster

/// Finds the runs in which a star's two pictures differ, line after line.
struct RunFinder {
  /// All lines' runs: in each line ascending and apart from each other.
  private(set) var runs: [Run] = []
  /// For each line that was ended, how many runs there were by then.
  private var ends: [Int32] = []

  /// The run that the last pixels belong to, and the longest stretch of it in which either picture shows one word.
  private var run = 0..<0
  private var solid = 0..<0
  /// Where the stretch begins that the last pixels belong to, and what it shows.
  private var stretch = 0
  private var empty: UInt32 = 0
  private var full: UInt32 = 0

  /// With room for as many lines; a star has one or two runs in most of them.
  init(lines: Int) {
    runs.reserveCapacity(2 * lines)
    ends.reserveCapacity(lines)
  }

  /// How many lines were ended.
  var lineCount: Int { ends.count }

  /// Which of the runs are a line's.
  func runs(ofLine line: Int) -> Range<Int> { (line == 0 ? 0 : Int(ends[line - 1]))..<Int(ends[line]) }

  /// Adds pixels that look alike and follow those that were added last.
  @inline(__always)
  mutating func add(_ pixels: Range<Int>, empty: UInt32, full: UInt32) {
    if empty == full { return endRun() }
    if run.isEmpty {
      run = pixels
    } else {
      run = run.lowerBound..<pixels.upperBound
      if empty == self.empty && full == self.full { return }
      endStretch(at: pixels.lowerBound)
    }
    (stretch, self.empty, self.full) = (pixels.lowerBound, empty, full)
  }

  /// Adds pixels of a line of two pictures.
  mutating func add<Word: PixelWord>(
    _ pixels: Range<Int>, empty: UnsafePointer<Word>, full: UnsafePointer<Word>
  ) {
    let end = pixels.upperBound
    var i = pixels.lowerBound
    while true {
      i = firstChange(empty, full, i, end)
      if i == end { return }
      repeat {
        // Where neither picture changes they go on to differ.
        var change = i &+ 1
        // At an edge that is the next pixel.
        if change < end && empty[change] == empty[i] && full[change] == full[i] {
          change = firstChange(empty, empty + 1, change, end &- 1)
          change = firstChange(full, full + 1, i &+ 1, change) &+ 1
        }
        add(i..<change, empty: empty[i].bits, full: full[i].bits)
        i = change
      } while i < end && empty[i] != full[i]
      endRun()
    }
  }

  /// The next pixels are another line's.
  mutating func endLine() {
    endRun()
    ends.append(Int32(truncatingIfNeeded: runs.count))
  }

  @inline(__always)
  private mutating func endStretch(at end: Int) {
    if end &- stretch > solid.count { solid = stretch..<end }
  }

  @inline(__always)
  private mutating func endRun() {
    if run.isEmpty { return }
    endStretch(at: run.upperBound)
    runs.append(Run(run, solid: solid))
    (run, solid) = (0..<0, 0..<0)
  }
}

/// The first index of `start ..< end` at which two lines differ; `end` where they do not.
@inline(__always)
private func firstChange<Word: PixelWord>(
  _ a: UnsafePointer<Word>, _ b: UnsafePointer<Word>, _ start: Int, _ end: Int
) -> Int {
  let stride = MemoryLayout<Word>.stride
  return firstDifference(a, b, from: start &* stride, to: end &* stride) / stride
}
