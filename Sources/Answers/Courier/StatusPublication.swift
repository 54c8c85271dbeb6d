/// What the terminal says of itself, its status or a heartbeat, from being sent to the broker's word on it.
///
/// | state | what happens | next state |
/// | --- | --- | --- |
/// | not taken | `sent` | on its way |
/// | on its way | `answered`, accepted | taken |
/// | on its way | `answered`, refused | not taken, and withheld as `Permission` has it |
/// | any | `answered` of another message | the same |
/// | any | `connectionBegan` | not taken |
/// | withheld | `connectionEnded` | as `Permission` has it |
///
/// All times are nanoseconds of one clock that never goes back.
package struct StatusPublication: Sendable {
  /// The broker has taken the last one that was sent on this connection.
  package private(set) var isTaken = false
  /// The message that carries it, until it is answered.
  private var message: Int32?
  private var permission = Permission()

  package init() {}

  /// One was sent, and the broker has said nothing of it yet.
  package var isOnItsWay: Bool { message != nil }

  /// Whether one may be sent: the broker has not refused one just now.
  package func isAllowed(at now: Int64) -> Bool { permission.isGiven(at: now) }

  /// It was given to the broker as `message`.
  package mutating func sent(as message: Int32) { self.message = message }

  /// A message was acknowledged. False where it was another one: numbers of messages come round again.
  package mutating func answered(_ message: Int32, isAccepted: Bool, at now: Int64) -> Bool {
    if message != self.message { return false }
    self.message = nil
    isTaken = isAccepted
    if isAccepted { permission.accepted() } else { permission.refused(at: now) }
    return true
  }

  /// A new connection, on which nothing was said yet.
  package mutating func connectionBegan() { (message, isTaken) = (nil, false) }

  /// A connection is over on which the broker had welcomed us; `wasRefused` says whether anything was refused on it.
  package mutating func connectionEnded(wasRefused: Bool) { permission.connectionEnded(wasRefused: wasRefused) }
}
