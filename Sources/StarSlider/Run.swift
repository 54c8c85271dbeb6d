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

/// Runs, one after the other, in memory that grows. Whoever made it deallocates it.
struct RunList {
  private(set) var start: UnsafeMutablePointer<Run>
  private(set) var count = 0
  private var capacity: Int

  /// With room for so many, one or more.
  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  mutating func append(_ run: Run) {
    if count == capacity {
      let more = UnsafeMutablePointer<Run>.allocate(capacity: 2 * capacity)
      more.moveInitialize(from: start, count: count)
      start.deallocate()
      (start, capacity) = (more, 2 * capacity)
    }
    (start + count).initialize(to: run)
    count += 1
  }

  func deallocate() { start.deallocate() }
}
