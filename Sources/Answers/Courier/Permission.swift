/// Whether the broker may be asked again to take something that it refused: the terminal's status, or its heartbeat. Answers
/// come without them, and some brokers hang up on whoever sends what they do not want, so it is not tried at once.
///
/// | state | what happens | next state |
/// | --- | --- | --- |
/// | given | refused | withheld for a minute |
/// | withheld for T | time is up | given |
/// | given after T | refused | withheld for twice T, an hour at most |
/// | any | accepted | given, and the next refusal counts as the first |
/// | withheld | a connection ends on which nothing was refused | given: the broker, or its rules, may be others by now |
///
/// All times are nanoseconds of one clock that never goes back.
struct Permission {
  private var until = Int64.min
  private var pause = shortest

  private static let shortest = 60 * second
  private static let longest = 3_600 * second

  /// Whether it may be sent.
  func isGiven(at now: Int64) -> Bool { now >= until }

  /// The broker did not take it.
  mutating func refused(at now: Int64) {
    until = now + pause
    pause = min(2 * pause, Self.longest)
  }

  /// The broker has taken it.
  mutating func accepted() { self = Permission() }

  /// A connection is over; `wasRefused` says whether anything was refused on it, which is why some brokers end it.
  mutating func connectionEnded(wasRefused: Bool) {
    if !wasRefused { until = .min }
  }
}
