extension Gesture {
  /// Handles one key of a left-to-right row. While a contact is captured, keys have no effect.
  package mutating func handle(_ key: Key, on scale: Scale) -> RatingEvent? {
    if isActive { return nil }
    let before = state.before(orElse: value)
    guard let moved = scale.value(after: key, from: value) else {
      guard value != nil else { return nil }
      state = .idle
      return event(.committed, source: .key)
    }
    guard let event = show(moved, source: .key) else { return nil }
    state = .keying(before: before)
    return event
  }

  /// Adds increments to the value and confirms it. This is for screen readers, whose adjustments need no confirmation. Positive numbers
  /// increase the value. While a contact is captured, adjustments have no effect.
  package mutating func adjust(by increments: Int32, on scale: Scale) -> RatingEvent? {
    commit(scale.value(after: increments, from: value))
  }

  /// Performs a screen reader's action and confirms the value. While a contact is captured, actions have no effect.
  package mutating func perform(_ action: AccessibilityAction, on scale: Scale) -> RatingEvent? {
    commit(scale.value(after: action, from: value))
  }

  /// Shows a value and confirms it at once, unless it is `nil` or a contact is captured.
  private mutating func commit(_ adjusted: Int32?) -> RatingEvent? {
    guard !isActive, let adjusted else { return nil }
    _ = show(adjusted, source: .key)
    state = .idle
    return event(.committed, source: .key)
  }
}

extension Scale {
  /// Returns the value after a key, in steps, `minimum ... maximum`; `nil` for `enter`, which changes no value.
  ///
  /// For an unrated control, `up` selects the first step and `down` selects the minimum, so that the first key always shows something.
  func value(after key: Key, from value: Int32?) -> Int32? {
    let target: Int32
    switch key {
    case .enter: return nil
    case .home: target = minimum
    case .end: target = maximum
    case .up, .right: target = value.map { $0 + increment } ?? max(minimum, increment)
    case .down, .left: target = value.map { $0 - increment } ?? minimum
    case .pageUp: target = value.map { $0 + step.perStar } ?? max(minimum, step.perStar)
    case .pageDown: target = value.map { $0 - step.perStar } ?? minimum
    }
    return min(max(target, minimum), maximum)
  }

  /// Returns the value after a number of increments, in steps, `minimum ... maximum`; `nil` if it would not change in their direction.
  ///
  /// An unrated control counts as 0. If the program has set a value below the minimum, a decrement does not raise it.
  func value(after increments: Int32, from value: Int32?) -> Int32? {
    if increments == 0 { return nil }
    let target = Int64(value ?? 0) + Int64(increments) * Int64(increment)
    let clamped = Int32(min(max(target, Int64(minimum)), Int64(maximum)))
    if let value, increments > 0 ? clamped <= value : clamped >= value { return nil }
    return clamped
  }

  /// Returns the value after a screen reader's action, in steps, `minimum ... maximum`; `nil` if it would not change.
  func value(after action: AccessibilityAction, from value: Int32?) -> Int32? {
    switch action {
    case .increment: return self.value(after: 1, from: value)
    case .decrement: return self.value(after: -1, from: value)
    case .set(let target):
      let clamped = min(max(target, minimum), maximum)
      return clamped == value ? nil : clamped
    }
  }

  /// The change that one arrow key or one adjustment causes, in steps: 1, or a tenth of a star on a continuous scale.
  var increment: Int32 { step.isContinuous ? step.perStar / 10 : 1 }
}
