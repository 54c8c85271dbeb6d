/// When the service manager is told that the terminal is alive: only when both of its loops have shown that they are.
///
/// | state | what happens | next state | feed |
/// | --- | --- | --- | --- |
/// | fed at F | a beat of one loop | fed at F, that loop has beaten | no |
/// | fed at F, any beats | `isDue`, now < F + period / 2 | the same | no |
/// | fed at F, both have beaten | `isDue`, now >= F + period / 2 | fed at now, no beats | yes |
/// | fed at F, a beat is missing | `isDue`, now >= F + period / 2 | the same, looks again in period / 8 | no |
///
/// A frame loop that hangs while fingers still come in, or the other way round, is thus found out: after one period without
/// a feed the service manager ends the program and starts it again.
///
/// `deadline` wakes an idle terminal once in half a period and not more often, and a wake-up makes both loops go round. A
/// beat is for the end of the round: the frame is with the kernel and no flip is overdue; the panel has been read until it
/// had no more to say.
///
/// Times are nanoseconds of the monotonic clock.
public struct Watchdog: Sendable {
  public enum Loop: Sendable {
    case frames
    case input
  }

  /// How long the service manager waits for a feed; `nil` where nobody does.
  public let period: Int64?

  private var next: Int64
  private var framesAreAlive = false
  private var inputIsAlive = false

  /// `period` as `ServiceManager.watchdogPeriod` has it; nothing but `nil` or above 0. The service manager counts from the
  /// moment the service was ready: `now`, or a little later.
  public init(period: Int64?, now: Int64) {
    precondition(period.map { $0 > 0 } ?? true, "a watchdog's period is longer than nothing")
    self.period = period
    next = now + (period ?? 0) / 2
  }

  /// When `isDue` has something to say; `nil` without a watchdog.
  public var deadline: Int64? { period == nil ? nil : next }

  /// A loop has gone round, all of it.
  public mutating func beat(_ loop: Loop) {
    switch loop {
    case .frames: framesAreAlive = true
    case .input: inputIsAlive = true
    }
  }

  /// Whether to feed now. True counts as fed; where the feed could not be sent, the next one comes in time nevertheless.
  public mutating func isDue(at now: Int64) -> Bool {
    guard let period, now >= next else { return false }
    guard framesAreAlive && inputIsAlive else {
      next = now + max(period / 8, 1)
      return false
    }
    (framesAreAlive, inputIsAlive) = (false, false)
    next = now + period / 2
    return true
  }
}
