/// The publication of the kiosk's status or heartbeat.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | not accepted | `sent` | in flight |
/// | in flight | `acknowledged`, accepted | accepted |
/// | in flight | `acknowledged`, refused | not accepted, and withheld according to `Permission` |
/// | any | `acknowledged` for another message | unchanged |
/// | any | `connectionBegan` | not accepted |
/// | withheld | `connectionEnded` | according to `Permission` |
///
/// All times are nanoseconds of a monotonic clock.
package struct StatusPublication: Sendable {
  /// Whether the broker accepted the last message of this connection.
  package private(set) var isAccepted = false
  /// The message in flight.
  private var message: Int32?
  private var permission = Permission()

  package init() {}

  /// Whether a message is not acknowledged yet.
  package var isInFlight: Bool { message != nil }

  /// Whether a message may be sent: the broker has not refused one recently.
  package func isAllowed(at now: Int64) -> Bool { permission.isGranted(at: now) }

  package mutating func sent(as message: Int32) { self.message = message }

  /// Handles an acknowledgement. Returns whether it belongs to this publication.
  package mutating func acknowledged(_ message: Int32, isAccepted: Bool, at now: Int64) -> Bool {
    // Message numbers are reused, so only the current one counts.
    if message != self.message { return false }
    self.message = nil
    self.isAccepted = isAccepted
    if isAccepted { permission.accepted() } else { permission.refused(at: now) }
    return true
  }

  /// Handles the start of a connection.
  package mutating func connectionBegan() { (message, isAccepted) = (nil, false) }

  /// Handles the end of a connection that the broker had accepted. `wasRefused` tells whether the broker refused any message
  /// on it.
  package mutating func connectionEnded(wasRefused: Bool) { permission.connectionEnded(wasRefused: wasRefused) }
}
