/// How long visitors wait for the thank-you screen: from the kernel's time of the event that finished the visit (the finger's
/// release) to the moment at which the frame is handed to the display, which shows it with its next refresh. In between the answer
/// is written to disk.
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
  /// Durations of many visits, nanoseconds.
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
  /// From the release to the frame.
  private(set) var wait = Durations()
  /// The disk's part of it.
  private(set) var disk = Durations()

  private enum State {
    case idle
    case storing(releasedAt: Int64)
    case drawing(releasedAt: Int64, storing: Int64)
  }

  private var state = State.idle

  /// The visit was finished by an event of that time.
  mutating func finished(at releasedAt: Int64) { state = .storing(releasedAt: releasedAt) }

  /// Its answers are on disk, after `duration`.
  mutating func stored(in duration: Int64) {
    if case .storing(let releasedAt) = state { state = .drawing(releasedAt: releasedAt, storing: duration) }
  }

  /// A frame with the thank-you screen was handed to the display.
  mutating func shown(at now: Int64) {
    guard case .drawing(let releasedAt, let storing) = state else { return }
    state = .idle
    count += 1
    wait.add(now - releasedAt)
    disk.add(storing)
  }
}
