import Geometry
import Rating

/// What a keypad has.
package enum ArrowKey: Hashable, Sendable, CaseIterable {
  /// One step down; up in a right-to-left row.
  case left
  /// One step up; down in a right-to-left row.
  case right
  /// One step up.
  case up
  /// One step down.
  case down
  /// One star up.
  case pageUp
  /// One star down.
  case pageDown
  /// The least value that can be given.
  case home
  /// All stars.
  case end
  /// Confirms the shown value.
  case enter
}

extension StarSlider {
  /// The shown value in steps of `layout.scale`; `nil` is unrated.
  package var value: Int32? { gesture.value }

  /// Whether a finger has the control.
  package var isActive: Bool { gesture.isActive }

  /// Whether the row runs from the bottom to the top.
  package var isVertical: Bool { !layout.direction.isAlongRows }

  /// Takes one change of one contact, and says what it meant. A read-only or disabled control takes none.
  @export(interface)
  package func handle(_ phase: ContactPhase, contact: Int32, at point: Point<LayoutSpace>) -> RatingEvent? {
    if !takesInput { return nil }
    let hit = layout.hit(point)
    return updateGesture { $0.handle(phase, contact: contact, at: hit) }
  }

  /// Takes one key. Left and right follow the row: in a right-to-left one, left is up.
  @export(interface) package func handle(_ key: ArrowKey) -> RatingEvent? {
    if !takesInput { return nil }
    let meaning: RatingKey =
      switch key {
      case .left: runsRightToLeft ? .stepUp : .stepDown
      case .right: runsRightToLeft ? .stepDown : .stepUp
      case .up: .stepUp
      case .down: .stepDown
      case .pageUp: .starUp
      case .pageDown: .starDown
      case .home: .minimum
      case .end: .maximum
      case .enter: .commit
      }
    return updateGesture { $0.handle(meaning, on: layout.scale) }
  }

  /// Takes back what nobody has confirmed: a touch that nobody will end, since the device is gone, or keys without enter.
  package func cancelTouch() -> RatingEvent? { updateGesture { $0.cancel() } }

  /// Sets the value by program, in steps of `layout.scale`, clamped to 0 ... all stars; `nil` is unrated. Fires nothing
  /// unless asked to. A touch in progress goes on: its next move shows the finger's value again, and a cancel restores
  /// this one.
  @discardableResult
  @export(interface) package func set(_ value: Int32?, notifying: Bool = false) -> RatingEvent? {
    let clamped = value.map { min(max($0, 0), layout.scale.maximum) }
    updateGesture { $0.set(clamped) }
    return notifying ? RatingEvent(.committed, self.value, source: .program) : nil
  }

  /// Sets an average by program: clamped to 0 ... all stars, then to the nearest step, halves up. Refuses what is not a
  /// finite number: the value stays, and the answer is false.
  package func set(stars: Double) -> Bool {
    guard let steps = layout.scale.nearest(to: stars) else { return false }
    set(steps)
    return true
  }

  /// Takes over another slider's value and touch, in this one's scale: after a change of the configuration. The value is
  /// clamped and quantised silently. A finger that had the old slider has this one; where this one takes no input, that
  /// touch is cancelled, which is the only thing that is ever told. The old slider is not to be used any more.
  @discardableResult
  @export(interface) package func takeValue(from old: StarSlider) -> RatingEvent? {
    var last = old.gesture
    let ended = takesInput ? nil : last.cancel()
    updateGesture { $0.goOn(from: last) { layout.scale.converted($0, from: old.layout.scale) } }
    return ended.map { RatingEvent($0.kind, value, source: $0.source) }
  }

  /// Changes a copy of the gesture and stores it. A change in place would be checked for exclusive access at run time: a fifth of
  /// a drag's frame.
  @inline(__always)
  private func updateGesture<Result>(_ update: (inout Gesture) -> Result) -> Result {
    var changed = gesture
    defer { gesture = changed }
    return update(&changed)
  }
}
