/// A limit on how often other programs may cause something: `burst` times at once, and then once in `pause` nanoseconds.
package struct Allowance: Sendable {
  private let burst: Int64
  private let pause: Int64
  /// When the whole burst is available again.
  private var fullAt = Int64.min

  package init(burst: Int64, pause: Int64) { (self.burst, self.pause) = (burst, pause) }

  /// When `take` next succeeds, in nanoseconds of the monotonic clock.
  package var next: Int64 { fullAt == .min ? .min : fullAt - (burst - 1) * pause }

  /// Uses the allowance once; returns whether it permits that.
  package mutating func take(now: Int64) -> Bool {
    if now < next { return false }
    fullAt = max(fullAt, now) + pause
    return true
  }
}
