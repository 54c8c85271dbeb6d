/// Decides when to notify the service manager that the kiosk is alive: only while both loops, frames and input, keep up with their work.
///
/// A loop is *behind* from the moment when it has work (a frame to show, records of a touchscreen to read) until it has done some of it. An
/// idle loop has no work, so an idle kiosk is alive. For each loop, after each round:
///
/// | state | the round | next state |
/// | --- | --- | --- |
/// | idle | no work | idle |
/// | idle | work | behind since now |
/// | behind since S | work done, none left | idle |
/// | behind since S | work done, some left | behind since now |
/// | behind since S | work left, none done | behind since S |
/// | behind since S | no work left | idle |
///
/// When the watchdog is asked, a loop that has been behind for `patience` or longer is *stuck*:
///
/// | state | asked at | next state | notify |
/// | --- | --- | --- | --- |
/// | due at D | now < D | the same | no |
/// | due at D, no loop is stuck | now >= D | due at now + period / 2 | yes |
/// | due at D, a loop is stuck | now >= D | due at now + period / 8 | no |
///
/// This detects a loop that hangs while the other continues, and a process that hangs as a whole. After one period without a notification
/// the service manager restarts the program. An idle kiosk wakes up once every half period to send it. Times are nanoseconds of the
/// monotonic clock.
struct Watchdog {
  /// The work of a loop in one round.
  struct Progress: Hashable {
    /// Whether there is work left.
    var hasWork: Bool
    /// Whether some work was done.
    var didWork: Bool
  }

  /// The time for which the service manager waits for a notification; `nil` without a watchdog.
  let period: Int64?
  /// The time for which a loop may be behind before it counts as stuck: 10 s, or a quarter of a shorter period.
  let patience: Int64

  private var due: Int64
  private var frames = Loop()
  private var input = Loop()

  private struct Loop {
    var behindSince: Int64?

    mutating func update(_ progress: Progress, at now: Int64) {
      if !progress.hasWork {
        behindSince = nil
      } else if progress.didWork || behindSince == nil {
        behindSince = now
      }
    }

    func isStuck(at now: Int64, _ patience: Int64) -> Bool { behindSince.map { now - $0 >= patience } ?? false }
  }

  /// Creates a watchdog. `period` comes from `ServiceManager.watchdogPeriod` and is above 0. The service manager counts from the moment at
  /// which the service was ready: `now`, or a little later.
  init(period: Int64?, now: Int64) {
    precondition(period.map { $0 > 0 } ?? true, "a watchdog's period is above 0")
    self.period = period
    patience = min(10_000_000_000, max((period ?? .max) / 4, 1))
    due = now + (period ?? 0) / 2
  }

  /// When to call `isDue`; `nil` without a watchdog.
  var deadline: Int64? { period == nil ? nil : due }

  mutating func roundEnded(frames: Progress, input: Progress, at now: Int64) {
    self.frames.update(frames, at: now)
    self.input.update(input, at: now)
  }

  /// Whether to notify the service manager now. After true, the notification counts as sent, even if sending fails.
  mutating func isDue(at now: Int64) -> Bool {
    guard let period, now >= due else { return false }
    if frames.isStuck(at: now, patience) || input.isStuck(at: now, patience) {
      due = now + max(period / 8, 1)
      return false
    }
    due = now + period / 2
    return true
  }
}
