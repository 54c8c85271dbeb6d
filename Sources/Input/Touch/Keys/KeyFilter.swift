/// Decides which records of a keypad count as presses. Both options serve people who press a key longer or more often than they mean to.
package struct KeyFilter: Sendable {
  private let repeats: Bool
  /// In microseconds, like the times of records.
  private let delay: Int64
  /// The last press that counted.
  private var last: (key: KeypadKey, time: Int64)?
  /// The code of the speech key; `nil` if keys for speech have no effect.
  package let speechKey: Int32?

  /// - Parameters:
  ///   - repeats: Whether a key that is held counts again and again. Enter never does.
  ///   - delay: The time in milliseconds, at least 0, within which the same key does not count again.
  ///   - speechKey: The code of the speech key; `nil` if keys for speech have no effect.
  package init(repeats: Bool = true, delay: Int32 = 0, speechKey: Int32? = nil) {
    (self.repeats, self.speechKey) = (repeats, speechKey)
    self.delay = Int64(delay) * 1000
  }

  /// Returns the key that a record presses; `nil` if it counts for nothing.
  package mutating func press(_ record: EvdevRecord) -> KeypadKey? {
    guard let key = KeypadKey(press: record, speechKey: speechKey), repeats || record.value == 1 else { return nil }
    if let last, key == last.key, record.time &- last.time < delay { return nil }
    last = (key, record.time)
    return key
  }
}
