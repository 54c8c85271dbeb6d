/// Pixels `start ..< end` of a line, one or more.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
  /// A pixel whose words all others have, but for four at either end at most: so it is wherever a line crosses two edges.
  /// -1 where there is none, or less than twice four pixels.
  let typical: Int32

  /// `solid` is the longest part in which either picture shows one word only.
  init(_ pixels: Range<Int>, solid: Range<Int>) {
    start = Int32(truncatingIfNeeded: pixels.lowerBound)
    end = Int32(truncatingIfNeeded: pixels.upperBound)
    // Less than eight is not worth telling apart.
    let isFramed =
      solid.lowerBound - pixels.lowerBound <= 4 && pixels.upperBound - solid.upperBound <= 4 && solid.count >= 8
    typical = isFramed ? Int32(truncatingIfNeeded: solid.lowerBound) : -1
  }

  var count: Int { Int(end &- start) }
}
