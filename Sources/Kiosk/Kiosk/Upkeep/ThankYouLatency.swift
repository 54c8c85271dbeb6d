/// How long visitors wait for the thank-you screen: from the kernel's time of the event that finished the visit (the release of the finger)
/// until the frame is handed to the display, which shows it at its next refresh. Meanwhile the answer is written to disk.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | idle | `finished` | storing |
/// | storing | `stored` | drawing |
/// | drawing | `shown` | idle; both times are counted |
/// | storing, drawing | `finished` | storing: the visit before had no thank-you screen |
///
/// Other events change nothing. Times are nanoseconds of the monotonic clock.
struct ThankYouLatency {
  /// The durations of many visits, in nanoseconds.
  struct Durations: Hashable {
    fileprivate(set) var last: Int64 = 0
    fileprivate(set) var longest: Int64 = 0

    fileprivate mutating func add(_ duration: Int64) {
      last = max(duration, 0)
      longest = max(longest, last)
    }
  }

  /// The number of visits that ended with a thank-you screen.
  private(set) var count: Int64 = 0
  /// The time from the release to the frame.
  private(set) var wait = Durations()
  /// The part of that time that the disk takes.
  private(set) var disk = Durations()

  private enum State {
    case idle
    case storing(releasedAt: Int64)
    case drawing(releasedAt: Int64, storing: Int64)
  }

  private var state = State.idle

  /// Records that an event at this time finished the visit.
  mutating func finished(at releasedAt: Int64) { state = .storing(releasedAt: releasedAt) }

  /// Records that the answers are on disk, which took `duration`.
  mutating func stored(in duration: Int64) {
    if case .storing(let releasedAt) = state { state = .drawing(releasedAt: releasedAt, storing: duration) }
  }

  /// Records that a frame with the thank-you screen was handed to the display.
  mutating func shown(at now: Int64) {
    guard case .drawing(let releasedAt, let storing) = state else { return }
    state = .idle
    count += 1
    wait.add(now - releasedAt)
    disk.add(storing)
  }
}
