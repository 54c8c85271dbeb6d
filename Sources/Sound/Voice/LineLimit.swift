/// Limits how often a line is logged, because its cause may repeat without end.
package struct LineLimit {
  /// The maximum number of lines in a period.
  package static var lines: Int { 5 }
  /// The period in nanoseconds: a minute.
  package static var period: Int64 { 60_000_000_000 }

  private var start = Int64.min
  private var count = 0

  package init() {}

  /// Counts a line at a time of the monotonic clock in nanoseconds. Returns whether to log it, and how many were not logged before it.
  package mutating func add(at now: Int64) -> (isLogged: Bool, dropped: Int) {
    var dropped = 0
    if start == .min || now - start >= Self.period {
      dropped = max(count - Self.lines, 0)
      (start, count) = (now, 0)
    }
    count += 1
    return (count <= Self.lines, dropped)
  }
}
