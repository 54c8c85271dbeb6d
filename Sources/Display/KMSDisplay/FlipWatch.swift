/// When a flip's event is overdue, and what follows: pure, with the time as an argument (CLOCK_MONOTONIC, nanoseconds).
struct FlipWatch {
  /// A flip takes two refreshes at most; half a second means that its event is lost.
  static let timeout: Int64 = 500_000_000
  /// After so many lost flips in a row the mode is set anew.
  static let patience = 3

  /// When the flip under way is given up; `nil` while none is.
  private(set) var deadline: Int64?
  /// Flips whose event never came, since the last one that did or the last new mode.
  private var missedInARow = 0
  /// A flip was asked for, and nobody has looked at the clock since.
  private(set) var isUntimed = false

  /// A flip was asked for. Its patience begins when `started(at:)` is told the time, a little later: whoever waits for the
  /// picture does not wait for the clock.
  mutating func started() { isUntimed = true }

  mutating func started(at now: Int64) {
    deadline = now + Self.timeout
    isUntimed = false
  }

  /// The event came.
  mutating func arrived() {
    deadline = nil
    isUntimed = false
    missedInARow = 0
  }

  /// The screen was let go: nothing is awaited.
  mutating func stopped() {
    deadline = nil
    isUntimed = false
  }

  func isOverdue(at now: Int64) -> Bool { deadline.map { now >= $0 } ?? false }

  /// Gives the flip up. True when it is time to set the mode anew.
  mutating func giveUp() -> Bool {
    deadline = nil
    missedInARow += 1
    if missedInARow < Self.patience { return false }
    missedInARow = 0
    return true
  }
}
