import Courier
import System

/// When a lost connection is opened again.
struct Retry {
  /// In nanoseconds of the monotonic clock.
  private(set) var time: Int64 = 0
  private var backOff: BackOff

  init(seed: UInt64) { backOff = BackOff(seed: seed) }

  /// Waits for the next delay of `BackOff`.
  mutating func wait() { time = MonotonicClock.now() + backOff.next() }

  mutating func reset() { backOff.reset() }
}
