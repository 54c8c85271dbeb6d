/// Pixels `start ..< end` of a line, one or more, and where their words are in the line's memory.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
  /// Where the words begin.
  let first: Int32
  /// Where the last four words begin, if the run is framed: all pixels but four at either end show the word after the
  /// first four. So it is wherever a line crosses two edges. -1 where it is not.
  let last: Int32

  /// Whether a run is worth framing.
  static func isLong(_ pixels: Range<Int>) -> Bool { pixels.count >= 12 }

  /// `isPacked` where a framed run has nine words, and not one for each pixel.
  init(_ pixels: Range<Int>, first: Int, isFramed: Bool, isPacked: Bool) {
    start = Int32(truncatingIfNeeded: pixels.lowerBound)
    end = Int32(truncatingIfNeeded: pixels.upperBound)
    self.first = Int32(truncatingIfNeeded: first)
    last = isFramed ? Int32(truncatingIfNeeded: first + (isPacked ? 5 : pixels.count - 4)) : -1
  }

  var isFramed: Bool { last >= 0 }
  var count: Int { Int(end &- start) }
}
