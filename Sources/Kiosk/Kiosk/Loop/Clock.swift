import System

/// The kiosk's clock. A recording on the memory display is played in virtual time, which jumps instead of waiting.
struct Clock {
  private var virtual: Int64?

  init(isVirtual: Bool) { virtual = isVirtual ? MonotonicClock.now() : nil }

  var isVirtual: Bool { virtual != nil }

  /// The time in nanoseconds; it never goes back.
  var now: Int64 { virtual ?? MonotonicClock.now() }

  /// Moves virtual time to `moment`; real time passes by itself.
  mutating func advance(to moment: Int64) { if let now = virtual { virtual = max(now, moment) } }
}
