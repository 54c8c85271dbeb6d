/// Answers on their way: which message carries which answer, until its acknowledgement comes, in whatever order.
///
/// A few dozen entries: searched in line, and never longer than its capacity.
struct Window {
  private struct Entry {
    let message: Int32
    let sequence: Int64
  }

  /// Answers on their way at once, at most.
  let capacity: Int
  private var entries: [Entry] = []

  init(capacity: Int) {
    precondition(capacity > 0, "a window without room")
    self.capacity = capacity
    entries.reserveCapacity(capacity)
  }

  var isEmpty: Bool { entries.isEmpty }
  /// How many more may go.
  var room: Int { capacity - entries.count }

  func holds(_ sequence: Int64) -> Bool { entries.contains { $0.sequence == sequence } }

  mutating func add(_ sequence: Int64, as message: Int32) {
    precondition(room > 0, "more answers on their way than allowed")
    entries.append(Entry(message: message, sequence: sequence))
  }

  /// Takes out the answer that a message carried; `nil` for a message that carried none.
  mutating func remove(_ message: Int32) -> Int64? {
    guard let index = entries.firstIndex(where: { $0.message == message }) else { return nil }
    return entries.remove(at: index).sequence
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
