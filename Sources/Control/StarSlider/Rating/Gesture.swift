/// The position of a contact relative to the control.
package enum Hit: Hashable, Sendable {
  /// In the row: the value under the finger, in steps.
  case value(Int32)
  /// Outside the row, but within the slop around it. A captured touch continues here, but no touch begins here.
  case near(Int32)
  /// Beyond the slop.
  case outside
}

/// The state machine that turns contacts and keys into a value.
///
/// The first contact that begins in the row is captured until its end. Other contacts are ignored.
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
/// | inside, away | captured begins again (its end was lost) | value | inside | the hit's | editing, if changed |
/// | inside, away | captured begins again (its end was lost) | near, outside | idle | as before the touch | cancelled |
/// | inside, away | another contact changes | any | unchanged | | |
/// | keying | any begins | value | inside, before as it was before the keys | the hit's | editing, if changed |
/// | keying | any begins | near, outside | keying | | |
/// | keying | moves, ends, is cancelled | any | keying | | |
///
/// If `clearsOnRepeatedTap` is set, a contact that begins and ends on the current value, and shows no other value in between, commits
/// *unrated*.
///
/// | state | key | next state | value | event |
/// | --- | --- | --- | --- | --- |
/// | idle, keying | moves the value | keying, before as it was before the keys | the key's | editing, if changed |
/// | idle, keying | commit, on a rated value | idle | | committed |
/// | idle, keying | commit, unrated | idle | | |
/// | inside, away | any | unchanged | | |
/// | keying | `cancel()` | idle | as before the keys | cancelled |
/// | idle, keying | `adjust(by:on:)`, moves the value | idle | the adjusted one | committed |
/// | idle, keying | `adjust(by:on:)`, at the end | unchanged | | |
/// | inside, away | `adjust(by:on:)` | unchanged | | |
///
/// `set` emits no event and does not change the state. The program's value is shown, and restored if the touch or the keys are cancelled.
/// So every `editing` is followed by a `committed` or `cancelled`, even if the program sets values in between.
package struct Gesture: Hashable, Sendable {
  /// What currently changes the value.
  package enum State: Hashable, Sendable {
    /// The shown value is confirmed, or was set by the program.
    case idle
    /// A captured contact is in the band.
    case inside(contact: Int32, before: Int32?)
    /// A captured contact has left the band. A release there cancels.
    case away(contact: Int32, before: Int32?)
    /// Keys have changed the value, which is not confirmed yet.
    case keying(before: Int32?)
  }

  package internal(set) var state = State.idle
  /// The shown value in steps; `nil` is unrated.
  package internal(set) var value: Int32?
  /// The unit in which values are counted.
  package let step: Step
  /// Whether a tap on the current value clears it.
  package let clearsOnRepeatedTap: Bool
  /// Whether the captured contact has shown only the value from before the touch.
  private var isRepeating = false

  /// Creates an idle gesture with a value; `nil` is unrated.
  package init(value: Int32? = nil, step: Step = .whole, clearsOnRepeatedTap: Bool = false) {
    self.value = value
    self.step = step
    self.clearsOnRepeatedTap = clearsOnRepeatedTap
  }

  /// Whether a contact is captured.
  package var isActive: Bool {
    switch state {
    case .idle, .keying: false
    case .inside, .away: true
    }
  }

  package mutating func handle(_ phase: TouchPhase, contact: Int32, at hit: Hit) -> RatingEvent? {
    switch state {
    case .idle, .keying:
      return begin(phase, contact, hit, before: state.before(orElse: value))
    case .inside(let captured, let before), .away(let captured, let before):
      if contact != captured { return nil }
      return continueContact(phase, captured, hit, before)
    }
  }

  /// Sets the value without an event, for the program. A touch in progress continues, and restores this value if it is cancelled. To end
  /// the touch, call `cancel()` first.
  package mutating func set(_ value: Int32?) {
    state = state.restoring(value)
    self.value = value
    isRepeating = false
  }

  /// Copies the state of another gesture and translates every value. A touch in progress stays captured. This is for a control whose scale
  /// changes.
  package mutating func copy(from other: Gesture, translating: (Int32) -> Int32) {
    state = other.state.restoring(other.state.before(orElse: other.value).map(translating))
    value = other.value.map(translating)
    isRepeating = other.isRepeating
  }

  /// Ends the captured contact, for example because its device was disconnected, or the input by keys. Restores the last confirmed value.
  package mutating func cancel() -> RatingEvent? {
    switch state {
    case .idle: nil
    case .keying(let before): restore(before, source: .key)
    case .inside(_, let before), .away(_, let before): restore(before)
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
  private mutating func continueContact(_ phase: TouchPhase, _ contact: Int32, _ hit: Hit, _ before: Int32?)
    -> RatingEvent?
  {
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
      return event(.committed, source: .touch)
    case (.ended, .outside), (.cancelled, _):
      return restore(before)
    case (.began, .value(let steps)):
      // The value restored between the two touches is never shown, so there is no event for it.
      return begin(.began, contact, .value(steps), before: before)
    case (.began, .near), (.began, .outside):
      return restore(before)
    }
  }

  mutating func show(_ steps: Int32?, source: RatingEvent.Source = .touch) -> RatingEvent? {
    if value == steps { return nil }
    isRepeating = false
    value = steps
    return event(.editing, source: source)
  }

  /// Returns an event with the shown value.
  func event(_ kind: RatingEvent.Kind, source: RatingEvent.Source) -> RatingEvent {
    RatingEvent(kind, value, step: step, source: source)
  }

  private mutating func restore(_ before: Int32?, source: RatingEvent.Source = .touch) -> RatingEvent {
    state = .idle
    value = before
    return event(.cancelled, source: source)
  }
}

extension Gesture.State {
  /// Returns the value that cancelling restores, or `current` in the idle state.
  func before(orElse current: Int32?) -> Int32? {
    switch self {
    case .idle: current
    case .inside(_, let before), .away(_, let before), .keying(let before): before
    }
  }

  func restoring(_ value: Int32?) -> Gesture.State {
    switch self {
    case .idle: .idle
    case .inside(let contact, _): .inside(contact: contact, before: value)
    case .away(let contact, _): .away(contact: contact, before: value)
    case .keying: .keying(before: value)
    }
  }
}
