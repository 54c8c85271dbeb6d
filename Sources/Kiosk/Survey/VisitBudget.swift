/// What a kiosk stores at most: a budget of `perHour` visits, which is refilled at a constant rate within an hour, and no answer that comes
/// faster than a person can give it.
struct VisitBudget: Hashable, Sendable {
  private static var hour: Int64 { 3_600_000_000_000 }

  /// When the budget is full again, in nanoseconds of the monotonic clock.
  private var fullAt = Int64.min
  /// Whether the last visit was dropped because the budget was used up.
  private(set) var isExhausted = false
  /// When the last value was committed.
  private var lastAnswer: Int64?

  /// Returns whether one more visit may be stored, and counts it.
  ///
  /// - Parameter perHour: 0 for no limit.
  mutating func admits(at now: Int64, perHour: Int64) -> Bool {
    let next = perHour == 0 ? fullAt : max(fullAt, now) + Self.hour / perHour
    isExhausted = perHour != 0 && next - now > Self.hour
    if !isExhausted { fullAt = next }
    return !isExhausted
  }

  /// Returns whether one more answer counts: the first one, and one that comes `interval` or more after the last one that counted.
  mutating func admitsAnswer(at now: Int64, after interval: Int64) -> Bool {
    if let last = lastAnswer, now - last < interval { return false }
    lastAnswer = now
    return true
  }
}
