/// The animation that fills the stars up to a value.
struct StarAnimation {
  /// The duration in nanoseconds.
  static var duration: Int64 { 450_000_000 }
  /// The minimum time between two frames in nanoseconds, for 60 frames per second.
  private static var frame: Int64 { 16_666_667 }

  /// The final value in steps; not negative.
  let target: Int32
  private let start: Int64
  /// The time of the next change.
  private(set) var next: Int64
  private(set) var isOver: Bool

  init(target: Int32, start: Int64) {
    self.target = target
    self.start = start
    isOver = target == 0
    next = start
  }

  /// Returns the value at a time, and sets `next`.
  mutating func advance(to now: Int64) -> Int32 {
    let passed = min(max(now - start, 0), Self.duration)
    let value = Int32(Int64(target) * passed / Self.duration)
    isOver = value >= target
    // The value does not change before this time.
    let due = start + (Int64(value) + 1) * Self.duration / Int64(max(target, 1)) + 1
    next = max(due, now + Self.frame)
    return value
  }
}
