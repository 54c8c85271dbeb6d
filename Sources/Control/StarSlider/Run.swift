import Raster

/// Pixels `start ..< end` of a line, one or more, and where their words are in the line's memory.
struct Run: Equatable {
  var start: Int32 = 0
  /// Exclusive.
  var end: Int32 = 0
  /// Where the words begin.
  private(set) var first: Int32 = 0
  /// Where the last four words begin, if the run is framed: all pixels but four at either end show the word after the
  /// first four. So it is wherever a line crosses two edges. -1 where it is not.
  private(set) var last: Int32 = -1

  init(_ pixels: Range<Int>) {
    start = Int32(truncatingIfNeeded: pixels.lowerBound)
    end = Int32(truncatingIfNeeded: pixels.upperBound)
  }

  /// Whether it is worth framing.
  var isLong: Bool { count >= 12 }

  /// Tells where the run's words are; a framed run of a column has nine.
  mutating func setWords(first: Int, isFramed: Bool, inColumn: Bool) {
    self.first = Int32(truncatingIfNeeded: first)
    last = isFramed ? Int32(truncatingIfNeeded: first + (inColumn ? 5 : count - 4)) : -1
  }

  /// How many words a column keeps of the run.
  var packedCount: Int { isFramed ? 9 : count }

  /// Stores what a column keeps of the run, and returns the place after it. `pixel` says where each pixel's word is.
  @inline(__always)
  func pack<Word: PixelWord>(
    to words: UnsafeMutablePointer<Word>, _ pixel: (Int) -> UnsafeMutablePointer<Word>
  ) -> UnsafeMutablePointer<Word> {
    var next = words
    func copy(_ pixels: Range<Int>) {
      for i in pixels {
        next.initialize(to: pixel(i).pointee)
        next += 1
      }
    }
    let (start, end) = (Int(start), Int(end))
    copy(start..<(isFramed ? start + 5 : end))
    if isFramed { copy(end - 4..<end) }
    return next
  }

  var isFramed: Bool { last >= 0 }
  var count: Int { Int(end &- start) }
}
