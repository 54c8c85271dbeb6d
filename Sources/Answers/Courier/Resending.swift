/// The state machine that resends answers on request, at a limited rate beside the pending answers.
///
/// Resent answers are neither in the courier's window nor marked, so their acknowledgments change nothing else. The caller performs
/// `nextAction` until that is `.nothing`, and sleeps until `deadline`. All times are nanoseconds of a monotonic clock.
///
/// | state \ event | request | deadline passed | slice read | its last acknowledgment | a minute without one | disconnected |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | idle | ready | | | | | |
/// | ready | queued | action `.read` | sending, or pausing if the slice was empty | | | idle |
/// | sending | queued | | | pausing | idle | idle |
/// | pausing | queued | ready; after the last slice action `.report` | | | | idle |
///
/// A refused answer is skipped. An interrupted request is dropped. The receiver still lacks the answers, and requests them again.
package struct Resending {
  /// The caller's next task.
  package enum Action: Hashable, Sendable {
    case nothing
    /// Read at most `limit` answers of `range` if the open journal is `journal`, otherwise none. Send them and report each one with
    /// `sent`, then report `read`.
    case read(journal: String, range: ClosedRange<Int64>, limit: Int32)
    /// Publish which answers of the request the journal does not have, as inclusive ranges.
    case report(ResendRequest, absent: [ClosedRange<Int64>])
  }

  private var requests: [ResendRequest] = []
  /// The next number of the first request.
  private var cursor: Int64 = 0
  private var absent: [ClosedRange<Int64>] = []
  private var inFlight: [Int64] = []
  /// When the acknowledgments of a slice are no longer expected.
  private var heardBy = Int64.max
  /// When the next slice may be read.
  private var pauseEnd = Int64.min

  /// The maximum number of waiting requests; further ones are dropped.
  package static var capacity: Int { 8 }
  /// The number of answers in a slice, and the time between two slices in nanoseconds: at most 50 answers per second.
  package static var slice: Int32 { 10 }
  package static var pause: Int64 { second / 5 }

  /// How long a broker may leave a slice without an acknowledgment, in nanoseconds.
  private static let timeout = 60 * second

  package init() {}

  /// Adds a request and returns whether it will be carried out. A request that is already waiting is carried out once.
  package mutating func add(_ request: ResendRequest) -> Bool {
    if requests.contains(request) { return true }
    if requests.count == Self.capacity { return false }
    requests.append(request)
    if requests.count == 1 { cursor = request.range.lowerBound }
    return true
  }

  package mutating func nextAction(now: Int64) -> Action {
    if now >= heardBy { stop() }
    guard let request = requests.first, inFlight.isEmpty, now >= pauseEnd else { return .nothing }
    if cursor > request.range.upperBound { return .report(request, absent: absent) }
    return .read(journal: request.journal, range: cursor...request.range.upperBound, limit: Self.slice)
  }

  /// When `nextAction` may return a task without a further event; `nil` means never.
  package var deadline: Int64? {
    requests.isEmpty ? nil : inFlight.isEmpty ? pauseEnd : heardBy
  }

  /// Handles an answer of the slice that was sent. The numbers of a slice ascend.
  package mutating func sent(_ sequence: Int64) {
    skip(to: sequence)
    cursor = sequence + 1
    inFlight.append(sequence)
  }

  /// Handles the end of a slice. `isAll` is true if the journal has no further answers in the range.
  package mutating func read(isAll: Bool, now: Int64) {
    guard let request = requests.first else { return }
    if isAll { skip(to: request.range.upperBound + 1) }
    pauseEnd = now + Self.pause
    heardBy = inFlight.isEmpty ? .max : now + Self.timeout
  }

  /// Handles the report's publication.
  package mutating func reported() {
    if !requests.isEmpty { requests.removeFirst() }
    absent = []
    cursor = requests.first?.range.lowerBound ?? 0
  }

  /// Handles an answer that is too large for the broker. The receiver still lacks it.
  package mutating func refused(_ sequence: Int64) {
    skip(to: sequence)
    cursor = sequence + 1
  }

  /// Handles an acknowledgment, which accepts or refuses an answer. Nothing changes if it is not in flight any more.
  package mutating func acknowledged(_ sequence: Int64) {
    guard let index = inFlight.firstIndex(of: sequence) else { return }
    inFlight.remove(at: index)
    if inFlight.isEmpty { heardBy = .max }
  }

  /// Drops all requests: the connection ended, or the journal was replaced.
  package mutating func stop() { (requests, absent, inFlight, cursor, heardBy) = ([], [], [], 0, .max) }

  /// Records that the numbers from the cursor up to, but not including, `sequence` are not in the journal.
  private mutating func skip(to sequence: Int64) {
    if cursor >= sequence { return }
    if let last = absent.last, last.upperBound == cursor - 1 {
      absent[absent.count - 1] = last.lowerBound...sequence - 1
    } else {
      absent.append(cursor...sequence - 1)
    }
    cursor = sequence
  }
}
