/// When a flip's event is overdue, and what follows: pure, with the time as an argument (CLOCK_MONOTONIC, nanoseconds).
struct FlipWatch {
  /// A flip takes two refreshes at most; half a second means that its event is lost.
  static let timeout: Int64 = 500_000_000
  /// After so many lost flips in a row the mode is set anew.
  static let patience = 3

  /// When the flip under way is given up; `nil` while none is.
  private(set) var deadline: Int64?
  /// Flips whose event never came.
  private(set) var missed = 0
  private var missedInARow = 0

  mutating func started(at now: Int64) { deadline = now + Self.timeout }

  /// The event came.
  mutating func arrived() {
    deadline = nil
    missedInARow = 0
  }

  /// The screen was let go: nothing is awaited.
  mutating func stopped() { deadline = nil }

  func isOverdue(at now: Int64) -> Bool { deadline.map { now >= $0 } ?? false }

  /// Gives the flip up. True when it is time to set the mode anew.
  mutating func giveUp() -> Bool {
    deadline = nil
    missed += 1
    missedInARow += 1
    if missedInARow < Self.patience { return false }
    missedInARow = 0
    return true
  }
}
