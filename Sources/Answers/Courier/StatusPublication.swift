/// The publication of the kiosk's status or heartbeat, or a subscription. Answers do not depend on it, and some brokers close the
/// connection after a message that they refuse, so a refused message is withheld for a while.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | not accepted | `sent` | in flight |
/// | in flight | `acknowledged`, accepted | accepted; the next refusal counts as the first |
/// | in flight | `acknowledged`, first refusal | not accepted; withheld for a minute |
/// | in flight | `acknowledged`, further refusal | not accepted; withheld for twice as long, at most an hour |
/// | any | `acknowledged` for another message | unchanged |
/// | any | `connectionBegan` | not accepted |
/// | in flight | `connectionEnded`, as a refusal | not accepted; withheld as above |
/// | withheld | `connectionEnded` without a refusal | not withheld: the broker's rules may have changed |
///
/// All times are nanoseconds of a monotonic clock.
package struct StatusPublication: Sendable {
  /// Whether the broker accepted the last message of this connection.
  package private(set) var isAccepted = false
  /// The messages in flight, the newest last. Several heartbeats are in flight if the broker acknowledges late.
  private var messages: [Int32] = []
  private var withheldUntil = Int64.min
  /// How long the next refusal withholds the message.
  private var pause = shortestPause

  private static let shortestPause = 60 * second
  private static let longestPause = 3_600 * second
  /// The maximum number of messages whose acknowledgments are still expected.
  private static let most = 16

  package init() {}

  package var isInFlight: Bool { !messages.isEmpty }

  /// Whether a message may be sent: the broker has not refused one recently.
  package func isAllowed(at now: Int64) -> Bool { now >= withheldUntil }

  package mutating func sent(as message: Int32) {
    if messages.count == Self.most { messages.removeFirst() }
    messages.append(message)
  }

  /// Handles an acknowledgment. Returns whether it belongs to this publication.
  package mutating func acknowledged(_ message: Int32, isAccepted: Bool, at now: Int64) -> Bool {
    guard let index = messages.firstIndex(of: message) else { return false }
    messages.remove(at: index)
    self.isAccepted = isAccepted
    withheldUntil = isAccepted ? .min : now + pause
    pause = isAccepted ? Self.shortestPause : min(2 * pause, Self.longestPause)
    return true
  }

  package mutating func connectionBegan() { (messages, isAccepted) = ([], false) }

  /// Treats the end of the connection as a refusal of the message in flight: a broker may close the connection without a reason.
  package mutating func connectionEndedAsRefusal(at now: Int64) {
    if let message = messages.last { _ = acknowledged(message, isAccepted: false, at: now) }
    messages = []
  }

  /// Handles the end of an accepted connection. `wasRefused` is true if the broker refused any message on it.
  package mutating func connectionEnded(wasRefused: Bool) { if !wasRefused { withheldUntil = .min } }
}
