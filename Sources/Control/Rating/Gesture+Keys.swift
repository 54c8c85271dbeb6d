extension Gesture {
  /// Handles one key of a left-to-right row. While a contact is captured, keys have no effect.
  package mutating func handle(_ key: Key, on scale: Scale) -> RatingEvent? {
    if isActive { return nil }
    let before = state.before(orElse: value)
    guard let moved = scale.value(after: key, from: value) else {
      guard value != nil else { return nil }
      state = .idle
      return RatingEvent(.committed, value, source: .key)
    }
    guard let event = show(moved, source: .key) else { return nil }
    state = .keying(before: before)
    return event
  }
}

extension Scale {
  /// Returns the value after a key, in steps, `minimum ... maximum`; `nil` for `enter`, which changes no value.
  ///
  /// For an unrated control, `up` selects the first step and `down` the least value, so that any first key shows something.
  func value(after key: Key, from value: Int32?) -> Int32? {
    let target: Int32
    switch key {
    case .enter: return nil
    case .home: target = minimum
    case .end: target = maximum
    case .up, .right: target = value.map { $0 + keyStep } ?? max(minimum, keyStep)
    case .down, .left: target = value.map { $0 - keyStep } ?? minimum
    case .pageUp: target = value.map { $0 + step.perStar } ?? max(minimum, step.perStar)
    case .pageDown: target = value.map { $0 - step.perStar } ?? minimum
    }
    return min(max(target, minimum), maximum)
  }

  /// The change that one arrow key causes, in steps: 1, or a tenth of a star on a continuous scale.
  var keyStep: Int32 { step.isContinuous ? step.perStar / 10 : 1 }
}
