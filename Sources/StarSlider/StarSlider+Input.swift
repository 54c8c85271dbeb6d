import Geometry
import Rating

/// What a keypad has.
public enum ArrowKey: Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
  case enter
}

extension StarSlider {
  /// The shown value in steps of `layout.scale`; `nil` is unrated.
  public var value: Int32? { gesture.value }

  /// Whether a finger has the control.
  public var isActive: Bool { gesture.isActive }

  /// Takes one change of one contact, and says what it meant. A read-only or disabled control takes none.
  public func handle(_ phase: ContactPhase, contact: Int32, at point: Point<LayoutSpace>) -> RatingEvent? {
    takesInput ? gesture.handle(phase, contact: contact, at: layout.hit(point)) : nil
  }

  /// Takes one key. Left and right follow the row: in a right-to-left one, left is up.
  public func handle(_ key: ArrowKey) -> RatingEvent? {
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
    return gesture.handle(meaning, on: layout.scale)
  }

  /// Takes back what nobody has confirmed: a touch that nobody will end, since the device is gone, or keys without enter.
  public func cancelTouch() -> RatingEvent? { gesture.cancel() }

  /// Sets the value by program, clamped to the scale; fires nothing unless asked to.
  @discardableResult
  public func set(_ value: Int32?, notifying: Bool = false) -> RatingEvent? {
    gesture.set(value.map { min(max($0, 0), layout.scale.maximum) })
    return notifying ? RatingEvent(.committed, self.value, source: .program) : nil
  }

  /// Sets an average by program: clamped to 0 ... all stars, then to the nearest step, halves up. Refuses what is not a
  /// finite number: the value stays, and the answer is false.
  public func set(stars: Double) -> Bool {
    guard let steps = layout.scale.nearest(to: stars) else { return false }
    set(steps)
    return true
  }

  /// Takes over another slider's value, in this one's scale: after a change of the configuration. Fires nothing.
  public func takeValue(from old: StarSlider) {
    set(old.value.map { layout.scale.converted($0, from: old.layout.scale) })
  }
}
