/// The answers that a broker has refused, or that were in flight when a connection ended. They are sent after all others, one at a time, so
/// that an answer that the broker rejects does not hold up the others.
///
/// A failure moves an answer to the end of the queue. After as many failures in a row as there are answers in the queue, or after eight,
/// the next attempt waits for the next delay of `BackOff`.
struct Doubtful {
  private var queue: [Int64] = []
  private var members: Set<Int64> = []
  /// The answers that have failed. The other ones were only in flight when a connection ended.
  private var failed: Set<Int64> = []
  private var failuresInRow = 0
  private var backOff: BackOff
  /// When the first answer may be sent, in nanoseconds of the monotonic clock.
  private(set) var notBefore = Int64.min

  /// The maximum number of answers. Further ones stay in the journal until the next pass over it.
  static var capacity: Int { 1_000 }
  private static var failuresBeforeDelay: Int { 8 }

  init(seed: UInt64) { backOff = BackOff(seed: seed) }

  var first: Int64? { queue.first }
  /// The number of answers that have failed.
  var failedCount: Int { failed.count }

  func contains(_ sequence: Int64) -> Bool { members.contains(sequence) }

  /// Adds answers that were in flight together. Returns whether there was room for all.
  mutating func add(_ sequences: [Int64]) -> Bool {
    for sequence in sequences where !members.contains(sequence) {
      if queue.count == Self.capacity { return false }
      members.insert(sequence)
      queue.append(sequence)
    }
    return true
  }

  /// Handles the failure of an answer, whether it was sent as a doubtful one or not. Returns whether there was room for it.
  mutating func fail(_ sequence: Int64, isAlone: Bool, now: Int64) -> Bool {
    if isAlone {
      failuresInRow += 1
      if failuresInRow >= min(queue.count, Self.failuresBeforeDelay) { delay(now) }
    } else if failed.isEmpty {
      delay(now)
    }
    if let index = queue.firstIndex(of: sequence) { queue.append(queue.remove(at: index)) }
    let hasRoom = add([sequence])
    if hasRoom { failed.insert(sequence) }
    return hasRoom
  }

  /// Waits before the next answer.
  mutating func delay(_ now: Int64) {
    failuresInRow = 0
    notBefore = now + backOff.next()
  }

  /// Handles the acceptance of an answer that was sent alone.
  mutating func accept(_ sequence: Int64) {
    if !members.contains(sequence) { return }
    remove(sequence)
    failuresInRow = 0
    backOff.reset()
    notBefore = .min
  }

  mutating func remove(_ sequence: Int64) {
    if members.remove(sequence) == nil { return }
    failed.remove(sequence)
    queue.removeAll { $0 == sequence }
  }

  mutating func removeAll() {
    (queue, members, failed, failuresInRow, notBefore) = ([], [], [], 0, .min)
    backOff.reset()
  }
}
