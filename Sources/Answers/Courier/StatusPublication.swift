/// The publication of the kiosk's status, heartbeat or another message about it, or a subscription. Answers do not depend on it, and some
/// brokers close the connection after a message that they refuse, so a refused message is withheld for a while.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | not accepted | `sent` | in flight |
/// | in flight | `acknowledged`, accepted | accepted; the next refusal counts as the first |
/// | in flight | `acknowledged`, first refusal | not accepted; withheld for a minute |
/// | in flight | `acknowledged`, further refusal | not accepted; withheld for twice as long, at most an hour |
/// | any | `connectionBegan` | not accepted |
/// | in flight | `connectionEnded`, as a refusal | not accepted; withheld as above |
/// | withheld | `connectionEnded` without a refusal | not withheld: the broker's rules may have changed |
///
/// All times are nanoseconds of a monotonic clock.
package struct StatusPublication: Sendable {
  /// Whether the broker accepted the last message of this connection.
  package private(set) var isAccepted = false
  /// The number of messages in flight. Several heartbeats are in flight if the broker acknowledges late.
  private var inFlight = 0
  private var withheldUntil = Int64.min
  /// How long the next refusal withholds the message.
  private var pause = shortestPause

  private static let shortestPause = 60 * second
  private static let longestPause = 3_600 * second

  package init() {}

  package var isInFlight: Bool { inFlight > 0 }

  /// Whether a message may be sent: the broker has not refused one recently.
  package func isAllowed(at now: Int64) -> Bool { now >= withheldUntil }

  package mutating func sent() { inFlight += 1 }

  /// Handles the acknowledgment of a message in flight, which accepts or refuses it.
  package mutating func acknowledged(isAccepted: Bool, at now: Int64) {
    inFlight -= 1
    self.isAccepted = isAccepted
    withheldUntil = isAccepted ? .min : now + pause
    pause = isAccepted ? Self.shortestPause : min(2 * pause, Self.longestPause)
  }

  package mutating func connectionBegan() { (inFlight, isAccepted) = (0, false) }

  /// Treats the end of the connection as a refusal of the message in flight: a broker may close the connection without a reason.
  package mutating func connectionEndedAsRefusal(at now: Int64) {
    if isInFlight { acknowledged(isAccepted: false, at: now) }
    inFlight = 0
  }

  /// Handles the end of an accepted connection. `wasRefused` is true if the broker refused any message on it.
  package mutating func connectionEnded(wasRefused: Bool) { if !wasRefused { withheldUntil = .min } }
}
