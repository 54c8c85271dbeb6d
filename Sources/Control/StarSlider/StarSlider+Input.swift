import Geometry
import Rating

extension StarSlider {
  /// The shown value in steps of `layout.scale`; `nil` is unrated.
  package var value: Int32? { gesture.value }

  /// Whether a finger has the control.
  package var isActive: Bool { gesture.isActive }

  /// Whether the row runs from the bottom to the top.
  package var isVertical: Bool { !layout.direction.isAlongRows }

  /// Handles a touch and returns what it meant for the value, if anything. A read-only or disabled slider ignores it.
  @export(interface) package func handle(_ event: TouchEvent<LayoutSpace>) -> RatingEvent? {
    if !takesInput { return nil }
    let (hit, end) = layout.touch(event.position)
    touchedEnd = end
    return gesture.handle(event.phase, contact: event.contact, at: hit)
  }

  /// Handles a key and returns what it meant for the value, if anything. A read-only or disabled slider ignores it.
  @export(interface) package func handle(_ key: Key) -> RatingEvent? {
    if !takesInput { return nil }
    return gesture.handle(runsRightToLeft ? key.mirrored : key, on: layout.scale)
  }

  /// Takes back what nobody has confirmed: a touch that nobody will end, since the device is gone, or keys without enter.
  package func cancelTouch() -> RatingEvent? { gesture.cancel() }

  /// Sets the value by program, in steps of `layout.scale`, clamped to 0 ... all stars; `nil` is unrated. Fires nothing
  /// unless asked to. A touch in progress goes on: its next move shows the finger's value again, and a cancel restores
  /// this one.
  @discardableResult
  @export(interface) package func set(_ value: Int32?, notifying: Bool = false) -> RatingEvent? {
    let clamped = value.map { min(max($0, 0), layout.scale.maximum) }
    gesture.set(clamped)
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
    gesture.goOn(from: last) { layout.scale.converted($0, from: old.layout.scale) }
    return ended.map { RatingEvent($0.kind, value, source: $0.source) }
  }
}
