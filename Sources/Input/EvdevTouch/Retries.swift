/// The times at which to try again without a change in the folder: after 0.1, 0.2, 0.4, 0.8 and 1.6 s, then not at all.
///
/// ```
/// state    begin          wait                                       stop
/// idle     5 tries left   -                                          idle
/// trying   5 tries left   the next time, one try less; idle if       idle
///                         none was left
/// ```
struct Retries {
  private static var count: Int64 { 5 }

  /// The time of the next attempt, in nanoseconds of the monotonic clock; `nil` for never.
  private(set) var at: Int64?
  private var left: Int64 = 0

  /// Starts over after a change.
  mutating func begin() { left = Self.count }

  /// Stops after a success.
  mutating func stop() { (at, left) = (nil, 0) }

  /// Plans the next try after a failure. Returns whether this was the last one.
  @discardableResult mutating func wait(from now: Int64) -> Bool {
    let wasTrying = at != nil
    at = left > 0 ? now + 100_000_000 << (Self.count - left) : nil
    left = max(0, left - 1)
    return wasTrying && at == nil
  }

  func areDue(_ now: Int64) -> Bool { at.map { now >= $0 } ?? false }
}
