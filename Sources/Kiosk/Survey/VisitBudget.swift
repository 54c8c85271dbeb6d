/// A limit on the number of stored visits: a budget of `perHour` visits, which is refilled at a constant rate within an hour.
struct VisitBudget: Hashable, Sendable {
  private static var hour: Int64 { 3_600_000_000_000 }

  /// When the budget is full again, in nanoseconds of the monotonic clock.
  private var fullAt = Int64.min

  /// Returns whether one more visit may be stored, and counts it.
  ///
  /// - Parameter perHour: 0 for no limit.
  mutating func admits(at now: Int64, perHour: Int64) -> Bool {
    if perHour == 0 { return true }
    let next = max(fullAt, now) + Self.hour / perHour
    if next - now > Self.hour { return false }
    fullAt = next
    return true
  }
}
