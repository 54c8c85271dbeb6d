/// Pixels `start ..< end` of a line, one or more.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
  /// Of these, the longest part in which either picture shows one word only: what is inside and away from edges.
  let solid: Range<Int32>

  var count: Int { Int(end &- start) }

  /// What is shorter is not worth telling apart.
  static var leastSolid: Int { 8 }

  /// Whether four pixels at either end hold all that is not solid: so it is wherever a line crosses two edges.
  @inline(__always)
  var isFramed: Bool { solid.lowerBound &- start <= 4 && end &- solid.upperBound <= 4 && end &- start >= 8 }
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
