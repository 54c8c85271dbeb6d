/// How long visitors wait for their thanks: from the moment at which the kernel heard what finished the visit (the finger's
/// release) to the moment at which the picture with the thanks was handed to the screen, which shows it with its next refresh.
/// In between the answer is put on disk, however long the disk takes.
///
/// | state | what happens | next state |
/// | --- | --- | --- |
/// | idle | `finished` | waiting for the disk |
/// | waiting for the disk | `stored` | waiting for the picture |
/// | waiting for the picture | `shown` | idle; both times are counted |
/// | waiting for either | `finished` | waiting for the disk: the visit before was not thanked for |
///
/// What is not in the table changes nothing. Times are nanoseconds of the monotonic clock.
package struct ThankYouLatency: Sendable {
  /// Durations of many visits, nanoseconds.
  package struct Durations: Hashable, Sendable {
    package fileprivate(set) var last: Int64 = 0
    package fileprivate(set) var longest: Int64 = 0

    fileprivate mutating func add(_ duration: Int64) {
      last = max(duration, 0)
      longest = max(longest, last)
    }
  }

  /// Visits that were thanked for.
  package private(set) var count: Int64 = 0
  /// From the release to the picture.
  package private(set) var wait = Durations()
  /// What of it the disk took.
  package private(set) var disk = Durations()

  private enum State {
    case idle
    case storing(releasedAt: Int64)
    case drawing(releasedAt: Int64, storing: Int64)
  }

  private var state = State.idle

  package init() {}

  /// A visit was finished by an event of that moment.
  package mutating func finished(by releasedAt: Int64) { state = .storing(releasedAt: releasedAt) }

  /// Its answers are on disk, which took so long.
  package mutating func stored(in duration: Int64) {
    if case .storing(let releasedAt) = state { state = .drawing(releasedAt: releasedAt, storing: duration) }
  }

  /// A picture with thanks was handed to the screen.
  package mutating func shown(at now: Int64) {
    guard case .drawing(let releasedAt, let storing) = state else { return }
    state = .idle
    count += 1
    wait.add(now - releasedAt)
    disk.add(storing)
  }
}
