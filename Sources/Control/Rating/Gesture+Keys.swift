/// What a keypad can say, whichever keys it has: arrows, page and home keys are mapped by whoever reads them.
package enum RatingKey: Hashable, Sendable, CaseIterable {
  /// One step less.
  case stepDown
  /// One step more.
  case stepUp
  /// One star less.
  case starDown
  /// One star more.
  case starUp
  /// The least value that can be given.
  case minimum
  /// All stars.
  case maximum
  /// Confirms the shown value.
  case commit
}

extension Gesture {
  /// Takes one key. While a finger has the control, keys say nothing.
  package mutating func handle(_ key: RatingKey, on scale: Scale) -> RatingEvent? {
    let before: Int32?
    switch state {
    case .inside, .away: return nil
    case .idle: before = value
    case .keying(let first): before = first
    }
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
  /// Where a key leads, in steps, `minimum ... maximum`; `nil` for the key that moves nothing.
  ///
  /// From an unrated control, up gives the first step and down the least value: both are visible answers to a first press.
  func value(after key: RatingKey, from value: Int32?) -> Int32? {
    let target: Int32
    switch key {
    case .commit: return nil
    case .minimum: target = minimum
    case .maximum: target = maximum
    case .stepUp: target = value.map { $0 + keyStep } ?? max(minimum, keyStep)
    case .stepDown: target = value.map { $0 - keyStep } ?? minimum
    case .starUp: target = value.map { $0 + step.perStar } ?? max(minimum, step.perStar)
    case .starDown: target = value.map { $0 - step.perStar } ?? minimum
    }
    return min(max(target, minimum), maximum)
  }

  /// One press of an arrow, in steps: one, but a tenth of a star where there are a million to it.
  var keyStep: Int32 { step.isContinuous ? step.perStar / 10 : 1 }
}
