/// Notifies the service manager's watchdog twice in each of its periods.
package struct WatchdogFeed: Sendable {
  private let manager = ServiceManager()
  /// When the next notification is due, in nanoseconds of the monotonic clock; `nil` without a watchdog.
  package private(set) var deadline: Int64?

  package init() { deadline = manager.watchdogPeriod.map { _ in MonotonicClock.now() } }

  /// Notifies the watchdog if a notification is due.
  package mutating func feed() {
    let now = MonotonicClock.now()
    guard let period = manager.watchdogPeriod, let deadline, now >= deadline else { return }
    try? manager.feedWatchdog()
    self.deadline = now + period / 2
  }
}
