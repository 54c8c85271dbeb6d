/// Whether to send a kind of message that the broker may refuse: the kiosk's status or its heartbeat. Answers do not depend on
/// them, and some brokers close the connection after a message that they refuse, so the courier waits before it tries again.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | granted | refused | withheld for a minute |
/// | withheld for T | time T passes | granted |
/// | granted after T | refused | withheld for twice T, at most an hour |
/// | any | accepted | granted; the next refusal counts as the first |
/// | withheld | a connection without a refusal ends | granted: the broker's rules may have changed |
///
/// All times are nanoseconds of a monotonic clock.
struct Permission {
  private var until = Int64.min
  private var pause = shortest

  private static let shortest = 60 * second
  private static let longest = 3_600 * second

  /// Whether the message may be sent.
  func isGranted(at now: Int64) -> Bool { now >= until }

  /// Handles the broker's refusal.
  mutating func refused(at now: Int64) {
    until = now + pause
    pause = min(2 * pause, Self.longest)
  }

  /// Handles the broker's acceptance.
  mutating func accepted() { self = Permission() }

  /// Handles the end of a connection. `wasRefused` tells whether the broker refused any message on it.
  mutating func connectionEnded(wasRefused: Bool) {
    if !wasRefused { until = .min }
  }
}
