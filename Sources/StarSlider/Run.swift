/// Pixels `start ..< end` of a line, one or more, and where their words are in the line's memory.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
  /// Where the words begin.
  let first: Int32
  /// The place of a word that all pixels have, but for four at either end at most: so it is wherever a line crosses two
  /// edges. -1 where there is none, or less than twice four pixels: then there is a word for each pixel.
  let typical: Int32
  /// Where the last four words begin.
  let last: Int32

  /// Of a line that has all its pixels' words; `solid` is the longest part in which either picture shows one word only.
  init(_ pixels: Range<Int>, solid: Range<Int>) {
    start = Int32(truncatingIfNeeded: pixels.lowerBound)
    end = Int32(truncatingIfNeeded: pixels.upperBound)
    (first, last) = (start, end &- 4)
    // Less than eight is not worth telling apart.
    let isFramed =
      solid.lowerBound - pixels.lowerBound <= 4 && pixels.upperBound - solid.upperBound <= 4 && solid.count >= 8
    typical = isFramed ? Int32(truncatingIfNeeded: solid.lowerBound) : -1
  }

  /// The same pixels, with as few words as painting needs, from `first` on: the first four, the typical one, the last four.
  init(_ run: Run, packedAt first: Int) {
    (start, end) = (run.start, run.end)
    self.first = Int32(truncatingIfNeeded: first)
    typical = run.typical < 0 ? -1 : self.first + 4
    last = self.first + (run.typical < 0 ? end - start - 4 : 5)
  }

  var count: Int { Int(end &- start) }

  /// How many words it has when it is packed.
  var packedCount: Int { typical < 0 ? count : 9 }
}
