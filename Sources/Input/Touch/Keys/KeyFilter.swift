import StarSlider

/// Decides which records of a keypad count as presses. Both options serve people who press a key longer or more often than they mean to.
package struct KeyFilter: Sendable {
  private let repeats: Bool
  /// In microseconds, like the times of records.
  private let delay: Int64
  /// The last press that counted.
  private var last: (key: Key, time: Int64)?

  /// - Parameters:
  ///   - repeats: Whether a key that is held counts again and again. Enter never does.
  ///   - delay: The time in milliseconds, at least 0, within which the same key does not count again.
  package init(repeats: Bool = true, delay: Int32 = 0) {
    self.repeats = repeats
    self.delay = Int64(delay) * 1000
  }

  /// Returns the key that a record presses; `nil` if it counts for nothing.
  package mutating func press(_ record: EvdevRecord) -> Key? {
    guard let key = Key(press: record), repeats || record.value == 1 else { return nil }
    if let last, key == last.key, record.time &- last.time < delay { return nil }
    last = (key, record.time)
    return key
  }
}
