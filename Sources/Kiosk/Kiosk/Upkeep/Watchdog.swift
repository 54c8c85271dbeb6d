/// When the service manager is told that the terminal is alive: only while both of its loops keep up with what they have to do.
///
/// A loop *owes* something from the moment when work for it is there (a picture has to be shown, a panel has something to
/// say) until it gets on with it (a picture was shown, records were read). Idle loops owe nothing, so an idle terminal is
/// alive. For each loop, after each round:
///
/// | state | the round | next state |
/// | --- | --- | --- |
/// | at rest | nothing to do | at rest |
/// | at rest | something to do | owing since now |
/// | owing since S | it got on | at rest; owing since now, where there is more to do |
/// | owing since S | it did not get on, there is still something to do | owing since S |
/// | owing since S | there is nothing to do any more | at rest |
///
/// And when the watchdog is asked, a loop that has owed for `patience` or longer being *stuck*:
///
/// | state | asked at | next state | feed |
/// | --- | --- | --- | --- |
/// | due at D | now < D | the same | no |
/// | due at D, no loop is stuck | now >= D | due at now + period / 2 | yes |
/// | due at D, a loop is stuck | now >= D | due at now + period / 8 | no |
///
/// A frame loop that hangs while fingers still come in, or the other way round, is thus found out, and so is a process that
/// does not go round at all: after one period without a feed the service manager ends the program and starts it again.
/// `due` wakes an idle terminal once in half a period and not more often. Times are nanoseconds of the monotonic clock.
package struct Watchdog: Sendable {
  /// What a loop did in a round.
  package struct Round: Hashable, Sendable {
    /// There is something left for it to do.
    package var owes: Bool
    /// It did something of what it is for.
    package var gotOn: Bool

    package init(owes: Bool, gotOn: Bool) {
      self.owes = owes
      self.gotOn = gotOn
    }

    /// Nothing to do, nothing done.
    package static var idle: Round { Round(owes: false, gotOn: false) }
  }

  /// How long the service manager waits for a notification; `nil` without a watchdog.
  package let period: Int64?
  /// A loop that has owed for so long is stuck: 10 s, or a quarter of a shorter period.
  package let patience: Int64

  private var due: Int64
  private var frames = Debt()
  private var input = Debt()

  /// Since when a loop owes something.
  private struct Debt {
    var since: Int64?

    mutating func take(_ round: Round, at now: Int64) {
      if !round.owes {
        since = nil
      } else if round.gotOn || since == nil {
        since = now
      }
    }

    func isStuck(at now: Int64, _ patience: Int64) -> Bool { since.map { now - $0 >= patience } ?? false }
  }

  /// `period` as `ServiceManager.watchdogPeriod` has it; nothing but `nil` or above 0. The service manager counts from the
  /// moment the service was ready: `now`, or a little later.
  package init(period: Int64?, now: Int64) {
    precondition(period.map { $0 > 0 } ?? true, "a watchdog's period is longer than nothing")
    self.period = period
    patience = min(10_000_000_000, max((period ?? .max) / 4, 1))
    due = now + (period ?? 0) / 2
  }

  /// When `isDue` has something to say; `nil` without a watchdog.
  package var deadline: Int64? { period == nil ? nil : due }

  /// The loop has gone round, and so have both of its halves.
  package mutating func roundIsOver(frames: Round, input: Round, at now: Int64) {
    self.frames.take(frames, at: now)
    self.input.take(input, at: now)
  }

  /// Whether to feed now. True counts as fed; where the feed could not be sent, the next one comes in time nevertheless.
  package mutating func isDue(at now: Int64) -> Bool {
    guard let period, now >= due else { return false }
    if frames.isStuck(at: now, patience) || input.isStuck(at: now, patience) {
      due = now + max(period / 8, 1)
      return false
    }
    due = now + period / 2
    return true
  }
}
