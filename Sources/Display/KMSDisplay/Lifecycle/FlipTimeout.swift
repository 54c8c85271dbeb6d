/// The timeout of page flips. The caller passes the time, in CLOCK_MONOTONIC nanoseconds.
struct FlipTimeout {
  /// The longest wait for an event, in nanoseconds. A flip takes at most two refreshes, so an event that takes longer is lost.
  static let duration: Int64 = 500_000_000
  /// The number of flips lost in a row after which the mode is set again.
  static let limit = 3

  /// When the pending flip is abandoned, or `nil`.
  private(set) var deadline: Int64?
  /// The flips lost since the last one that completed or the last modeset.
  private var lostInARow = 0
  /// Whether a flip was accepted whose timeout has not been started.
  private(set) var isUnstarted = false

  /// Records that a flip was accepted. `start(at:)` follows later, because reading the clock now would delay the frame.
  mutating func flipAccepted() { isUnstarted = true }

  mutating func start(at now: Int64) {
    deadline = now + Self.duration
    isUnstarted = false
  }

  /// Records that the flip or a modeset completed.
  mutating func complete() {
    cancel()
    lostInARow = 0
  }

  /// Cancels the timeout, because the screen was given up or turned off.
  mutating func cancel() {
    deadline = nil
    isUnstarted = false
  }

  func hasExpired(at now: Int64) -> Bool { deadline.map { now >= $0 } ?? false }

  /// Abandons the flip. Returns whether the mode must be set again.
  mutating func abandon() -> Bool {
    deadline = nil
    lostInARow += 1
    if lostInARow < Self.limit { return false }
    lostInARow = 0
    return true
  }
}
