/// The answers in flight: which message carries which answer until the broker acknowledges it, in any order.
///
/// The window holds a few dozen entries, so it is searched linearly.
struct Window {
  /// The maximum number of answers in flight.
  let capacity: Int
  private var entries: [(message: Int32, sequence: Int64)] = []

  init(capacity: Int) {
    precondition(capacity > 0, "a window requires a capacity above 0")
    self.capacity = capacity
    entries.reserveCapacity(capacity)
  }

  var isEmpty: Bool { entries.isEmpty }
  /// The number of answers that may still be sent.
  var room: Int { capacity - entries.count }

  var sequences: [Int64] { entries.map { $0.sequence } }

  func contains(_ sequence: Int64) -> Bool { entries.contains { $0.sequence == sequence } }

  mutating func add(_ sequence: Int64, as message: Int32) {
    precondition(room > 0, "more answers in flight than the window permits")
    entries.append((message, sequence))
  }

  /// Removes and returns the answer that a message carries; `nil` if it carries none.
  mutating func remove(_ message: Int32) -> Int64? {
    guard let index = entries.firstIndex(where: { $0.message == message }) else { return nil }
    return entries.remove(at: index).sequence
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
