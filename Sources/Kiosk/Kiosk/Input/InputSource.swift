import System

/// A source of events that the event loop waits for.
protocol InputSource: AnyObject {
  /// Adds the descriptors that wake the event loop.
  func watch(with poller: Poller)

  /// When `drain` must run although nothing is readable, in nanoseconds of the kiosk's clock; `nil` for never.
  var deadline: Int64? { get }

  /// Whether the last `drain` read nothing from a readable device, for the watchdog.
  var hasUnreadInput: Bool { get }
}

extension InputSource {
  func watch(with poller: Poller) {}
  var deadline: Int64? { nil }
  var hasUnreadInput: Bool { false }
}
