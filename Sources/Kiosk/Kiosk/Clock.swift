import System

/// The kiosk's clock. A recording on the memory screen plays in virtual time, in which waiting advances the clock at once.
struct Clock {
  private var virtual: Int64?

  static func real() -> Clock { Clock() }
  static func virtualFromNow() -> Clock {
    var clock = Clock()
    clock.virtual = MonotonicClock.now()
    return clock
  }

  var isVirtual: Bool { virtual != nil }

  /// Nanoseconds, never going back.
  var now: Int64 { virtual ?? MonotonicClock.now() }

  /// Virtual time goes on to `moment`; real time goes by itself.
  mutating func advance(to moment: Int64) {
    if let now = virtual { virtual = max(now, moment) }
  }
}
