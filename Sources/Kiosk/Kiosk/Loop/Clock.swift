import System

/// The kiosk's clock. A recording on the memory display is played in virtual time, which jumps instead of waiting. Times are nanoseconds.
final class Clock {
  private var virtual: Int64?
  private var suspensions = SuspensionWatch(boot: BootClock.now(), monotonic: MonotonicClock.now())
  /// The time of this round: when `poll` returned, or when a slow operation since then (a disk access, a modeset) ended.
  var now: Int64
  /// When `poll` returned in this round.
  private(set) var wakeup: Int64

  init(isVirtual: Bool) {
    now = MonotonicClock.now()
    wakeup = now
    virtual = isVirtual ? now : nil
  }

  var isVirtual: Bool { virtual != nil }

  /// The time at this moment; it never goes back.
  var reading: Int64 { virtual ?? MonotonicClock.now() }

  func update() { now = reading }

  /// Records that `poll` has returned.
  func roundBegins() { wakeup = now }

  /// Moves virtual time to `moment`; real time passes by itself.
  func advance(to moment: Int64) { if let now = virtual { virtual = max(now, moment) } }

  /// Returns whether the machine was suspended since the last call.
  func wasSuspended() -> Bool { suspensions.take(boot: BootClock.now(), monotonic: MonotonicClock.now()) }
}

/// Detects that the machine was suspended: the boot clock counts the time of a suspension, the monotonic clock does not.
///
/// | the boot clock is ahead of the monotonic one | it was suspended |
/// | --- | --- |
/// | by at least `least` more than when asked before | yes |
/// | by less, or by less than before | no |
///
/// Times are nanoseconds.
struct SuspensionWatch {
  /// The shortest suspension that is detected. The clocks are read one after the other, and the kernel may run another program in between.
  static let least: Int64 = 100_000_000

  private var lead: Int64

  init(boot: Int64, monotonic: Int64) { lead = boot - monotonic }

  /// Returns whether the machine was suspended since the last call.
  mutating func take(boot: Int64, monotonic: Int64) -> Bool {
    defer { lead = boot - monotonic }
    return boot - monotonic - lead >= Self.least
  }
}
