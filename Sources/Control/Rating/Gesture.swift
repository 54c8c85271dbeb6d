/// Where a contact is, as the control's geometry sees it.
package enum Hit: Hashable, Sendable {
  /// In the control's band: the value under the finger, in steps.
  case value(Int32)
  /// Outside the row, but within the slop around it: a touch that began in the row goes on, none begins.
  case near(Int32)
  /// Out of the control's band.
  case outside
}

/// Turns one captured contact into a value.
///
/// The first contact that begins in the row is captured until its end; all others are ignored.
///
/// | state | contact | hit | next state | value | event |
/// | --- | --- | --- | --- | --- | --- |
/// | idle | any begins | value | inside | the hit's | editing, if changed |
/// | idle | any begins | near, outside | idle | | |
/// | idle | moves, ends, is cancelled | any | idle | | |
/// | inside | captured moves | value, near | inside | the hit's | editing, if changed |
/// | inside | captured moves | outside | away | as before the touch | editing, if changed |
/// | inside | captured ends | value, near | idle | the hit's | committed |
/// | inside | captured ends | outside | idle | as before the touch | cancelled |
/// | away | captured moves | value, near | inside | the hit's | editing, if changed |
/// | away | captured moves | outside | away | | |
/// | away | captured ends | value, near | idle | the hit's | committed |
/// | away | captured ends | outside | idle | as before the touch | cancelled |
/// | inside, away | captured is cancelled | any | idle | as before the touch | cancelled |
/// | inside, away | captured begins anew (its end was lost) | value | inside | the hit's | editing, if changed |
/// | inside, away | captured begins anew (its end was lost) | near, outside | idle | as before the touch | cancelled |
/// | inside, away | another does anything | any | unchanged | | |
/// | keying | any begins | value | inside, before as it was before the keys | the hit's | editing, if changed |
/// | keying | any begins | near, outside | keying | | |
/// | keying | moves, ends, is cancelled | any | keying | | |
///
/// Where `clearsOnRepeatedTap` is set, a contact that begins on the current value and ends on it, never left the band and
/// gave no other value in between, commits *unrated*.
///
/// | state | key | next state | value | event |
/// | --- | --- | --- | --- | --- |
/// | idle, keying | moves the value | keying, before as it was before the keys | the key's | editing, if changed |
/// | idle, keying | commit, on a rated value | idle | | committed |
/// | idle, keying | commit, unrated | idle | | |
/// | inside, away | any | unchanged | | |
/// | keying | `cancel()` | idle | as before the keys | cancelled |
///
/// A set by program fires nothing and changes no state: what is shown is the program's value, and so is what a
/// cancelled touch, or cancelled keys, restore. So every `editing` has its `committed` or `cancelled`, whoever else sets.
package struct Gesture: Hashable, Sendable {
  /// Who has the control.
  package enum State: Hashable, Sendable {
    /// Nobody: the shown value is confirmed, or set by program.
    case idle
    /// A captured contact is in the band.
    case inside(contact: Int32, before: Int32?)
    /// A captured contact has left the band: release there cancels.
    case away(contact: Int32, before: Int32?)
    /// Keys have moved the value, and nothing has confirmed it yet.
    case keying(before: Int32?)
  }

  /// Who has the control now.
  package internal(set) var state = State.idle
  /// The shown value in steps; `nil` is unrated.
  package internal(set) var value: Int32?
  /// A tap on the current value unsets it.
  package let clearsOnRepeatedTap: Bool
  /// The captured contact has shown nothing but the value from before.
  private var isRepeating = false

  /// A control at rest that shows a value; `nil` is unrated.
  package init(value: Int32? = nil, clearsOnRepeatedTap: Bool = false) {
    self.value = value
    self.clearsOnRepeatedTap = clearsOnRepeatedTap
  }

  /// Whether a finger has the control.
  package var isActive: Bool {
    switch state {
    case .idle, .keying: false
    case .inside, .away: true
    }
  }

  /// Takes one change of one contact.
  package mutating func handle(_ phase: TouchPhase, contact: Int32, at hit: Hit) -> RatingEvent? {
    switch state {
    case .idle:
      return begin(phase, contact, hit, before: value)
    case .keying(let before):
      return begin(phase, contact, hit, before: before)
    case .inside(let captured, let before), .away(let captured, let before):
      if contact != captured { return nil }
      return go(on: phase, captured, hit, before)
    }
  }

  /// Sets the value by program, without an event. A touch in progress goes on, and restores this value if it is
  /// cancelled; to take the control out of a visitor's hand, `cancel()` first.
  package mutating func set(_ value: Int32?) {
    state = state.restoring(value)
    self.value = value
    isRepeating = false
  }

  /// Goes on where another gesture is, with every value translated: a touch in progress stays captured. For a control
  /// whose scale changes.
  package mutating func goOn(from other: Gesture, translating: (Int32) -> Int32) {
    state = other.state.restoring(other.state.before(orElse: other.value).map(translating))
    value = other.value.map(translating)
    isRepeating = other.isRepeating
  }

  /// Takes back what nobody has confirmed: the captured contact's value, as when the device is gone, or the keys'.
  package mutating func cancel() -> RatingEvent? {
    switch state {
    case .idle: return nil
    case .keying(let before):
      state = .idle
      value = before
      return RatingEvent(.cancelled, before, source: .key)
    case .inside(_, let before), .away(_, let before): return restore(before)
    }
  }

  private mutating func begin(
    _ phase: TouchPhase, _ contact: Int32, _ hit: Hit, before: Int32?
  ) -> RatingEvent? {
    guard phase == .began, case .value(let steps) = hit else { return nil }
    state = .inside(contact: contact, before: before)
    let event = show(steps)
    isRepeating = event == nil && steps == before
    return event
  }

  @inline(__always)
  private mutating func go(on phase: TouchPhase, _ contact: Int32, _ hit: Hit, _ before: Int32?) -> RatingEvent? {
    switch (phase, hit) {
    case (.moved, .value(let steps)), (.moved, .near(let steps)):
      state = .inside(contact: contact, before: before)
      return show(steps)
    case (.moved, .outside):
      state = .away(contact: contact, before: before)
      isRepeating = false
      return show(before)
    case (.ended, .value(let steps)), (.ended, .near(let steps)):
      state = .idle
      value = clearsOnRepeatedTap && isRepeating && steps == before ? nil : steps
      return RatingEvent(.committed, value, source: .touch)
    case (.ended, .outside), (.cancelled, _):
      return restore(before)
    case (.began, .value(let steps)):
      // What is restored between the two touches is never seen: nobody is told of it.
      return begin(.began, contact, .value(steps), before: before)
    case (.began, .near), (.began, .outside):
      return restore(before)
    }
  }

  mutating func show(_ steps: Int32?, source: RatingEvent.Source = .touch) -> RatingEvent? {
    if value == steps { return nil }
    isRepeating = false
    value = steps
    return RatingEvent(.editing, steps, source: source)
  }

  private mutating func restore(_ before: Int32?) -> RatingEvent {
    state = .idle
    value = before
    return RatingEvent(.cancelled, before, source: .touch)
  }
}

extension Gesture.State {
  /// The value that a cancel restores; `current` where there is nothing to take back.
  func before(orElse current: Int32?) -> Int32? {
    switch self {
    case .idle: current
    case .inside(_, let before), .away(_, let before), .keying(let before): before
    }
  }

  /// The same state with another value to restore.
  func restoring(_ value: Int32?) -> Gesture.State {
    switch self {
    case .idle: .idle
    case .inside(let contact, _): .inside(contact: contact, before: value)
    case .away(let contact, _): .away(contact: contact, before: value)
    case .keying: .keying(before: value)
    }
  }
}
