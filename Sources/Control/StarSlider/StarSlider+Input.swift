import Geometry
import Rating

extension StarSlider {
  /// The shown value in steps of the scale; `nil` is unrated.
  public var value: Int32? { gesture.value }

  /// The shown value in stars; `nil` is unrated.
  public var stars: Double? { value.map { Double($0) / Double(parts.layout.scale.step.perStar) } }

  /// Whether a touch is in progress.
  public var isActive: Bool { gesture.isActive }

  /// Whether the row runs from the bottom to the top.
  package var isVertical: Bool { !parts.layout.direction.isAlongRows }

  /// Handles a touch and returns the resulting event, if any. A read-only or disabled slider ignores touches.
  @export(interface) public func handle(_ event: TouchEvent<LayoutSpace>) -> RatingEvent? {
    if !takesInput { return nil }
    let hit = parts.hit(event.position)
    return updateGesture { $0.handle(event.phase, contact: event.contact, at: hit) }
  }

  /// Handles a key and returns the resulting event, if any. A read-only or disabled slider ignores keys.
  @export(interface) public func handle(_ key: Key) -> RatingEvent? {
    if !takesInput { return nil }
    return updateGesture { $0.handle(parts.layout.direction == .left ? key.mirrored : key, on: parts.layout.scale) }
  }

  /// Ends a touch whose device was disconnected, or keys that were not confirmed with enter: restores the last confirmed value.
  @discardableResult
  public func cancelTouch() -> RatingEvent? { updateGesture { $0.cancel() } }

  /// Sets the value in steps of the scale, clamped to 0 ... all stars; `nil` is unrated.
  ///
  /// A touch in progress continues: its next move shows the finger's value again, and cancelling it restores the value set here.
  ///
  /// - Parameters:
  ///   - value: The new value, in steps.
  ///   - notifying: Whether to return an event for the new value.
  @discardableResult
  @export(interface) public func set(_ value: Int32?, notifying: Bool = false) -> RatingEvent? {
    let clamped = value.map { min(max($0, 0), parts.layout.scale.maximum) }
    updateGesture { $0.set(clamped) }
    return notifying ? RatingEvent(.committed, self.value, source: .program) : nil
  }

  /// Sets an average, clamped to 0 ... all stars and rounded to the nearest step, with halves rounded up. Returns false, and keeps the
  /// value, if the number is not finite.
  @discardableResult
  public func set(stars: Double) -> Bool {
    guard let steps = parts.layout.scale.nearest(to: stars) else { return false }
    set(steps)
    return true
  }

  /// Changes a copy of the gesture and stores it. A change in place would be checked for exclusive access at run time, which takes a fifth
  /// of a drag's frame.
  @inline(__always) private func updateGesture<Result>(_ update: (inout Gesture) -> Result) -> Result {
    var changed = gesture
    defer { gesture = changed }
    return update(&changed)
  }
}
