import Collector
import System

/// The messages that are not stored yet. They are stored in one transaction, soon after the first one or when there are many.
struct MessageBatch {
  private(set) var messages: [Message] = []
  private var size = 0
  /// The latest time at which these messages are stored, in nanoseconds of the monotonic clock.
  private(set) var deadline: Int64 = .max
  private let most: Int

  /// How long a message may wait for others, in nanoseconds.
  private static let delay: Int64 = 100_000_000
  /// The maximum number of bytes in a transaction.
  private static let largest = 8 << 20

  /// - Parameter most: The maximum number of messages in a transaction.
  init(most: Int) { self.most = most }

  var isFull: Bool { messages.count >= most || size >= Self.largest }

  mutating func add(_ message: Message, bytes: Int) {
    if messages.isEmpty { deadline = MonotonicClock.now() + Self.delay }
    messages.append(message)
    size += bytes
  }

  /// Keeps the messages until `storeNow`, or until more arrive than fit.
  mutating func hold() { deadline = .max }

  mutating func storeNow() { deadline = messages.isEmpty ? .max : 0 }

  mutating func removeAll() {
    messages.removeAll(keepingCapacity: true)
    size = 0
  }
}
