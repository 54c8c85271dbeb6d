import System

/// The terminal's clock. A recording on the memory screen is played in virtual time: nobody watches, so waiting is a jump.
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
