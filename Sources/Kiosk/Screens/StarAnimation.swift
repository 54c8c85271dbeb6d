/// Stars that light up one after another: short, and at rest afterwards.
struct StarAnimation {
  /// Nanoseconds.
  static var duration: Int64 { 400_000_000 }
  /// The least time between two pictures, nanoseconds: a screen shows no more.
  private static var frame: Int64 { 16_666_667 }

  /// In steps, 0 or more.
  let target: Int32
  private let start: Int64
  /// When another value is due.
  private(set) var next: Int64
  private(set) var isOver: Bool

  init(target: Int32, start: Int64) {
    self.target = target
    self.start = start
    isOver = target == 0
    next = start
  }

  /// The value at a moment.
  mutating func advance(to now: Int64) -> Int32 {
    let passed = min(max(now - start, 0), Self.duration)
    let value = Int32(Int64(target) * passed / Self.duration)
    isOver = value >= target
    // Nothing is drawn that looks the same.
    let due = start + (Int64(value) + 1) * Self.duration / Int64(max(target, 1)) + 1
    next = max(due, now + Self.frame)
    return value
  }
}
