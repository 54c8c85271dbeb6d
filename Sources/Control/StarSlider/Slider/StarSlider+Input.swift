extension StarSlider {
  /// The shown value in steps of the scale; `nil` is unrated.
  public var value: Int32? { gesture.value }

  /// The shown value in stars; `nil` is unrated.
  public var stars: Double? { value.map { parts.layout.scale.step.stars($0) } }

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

  /// The value at a point of the row, in steps; `nil` beside the row.
  package func value(at point: Point<LayoutSpace>) -> Int32? {
    if case .value(let steps) = parts.hit(point) { return steps }
    return nil
  }

  /// Handles a key and returns the resulting event, if any. A read-only or disabled slider ignores keys.
  @export(interface) public func handle(_ key: Key) -> RatingEvent? {
    if !takesInput { return nil }
    return updateGesture { $0.handle(parts.layout.direction == .left ? key.mirrored : key, on: parts.layout.scale) }
  }

  /// Adds to the value and confirms it. This is for screen readers: an increment is `adjust(by: 1)`, and a decrement is `adjust(by: -1)`.
  ///
  /// Positive numbers increase the value, whatever the direction of the row. The result is clamped to the scale's minimum ... maximum. An
  /// unrated slider counts as 0. To let the person confirm a value, pass `.up`, `.down` and `.enter` to `handle(_:)` instead.
  ///
  /// - Parameter increments: The number of increments, of any size and sign. An increment is the change by one arrow key: one step, or a
  ///   tenth of a star on a continuous scale.
  /// - Returns: The `committed` event; `nil` if the value stays the same, a touch is in progress, or the slider is read-only or disabled.
  @discardableResult
  @export(interface) public func adjust(by increments: Int32) -> RatingEvent? {
    if !takesInput { return nil }
    return updateGesture { $0.adjust(by: increments, on: parts.layout.scale) }
  }

  /// Ends a touch whose device was disconnected, or input by keys that was not confirmed with enter. Restores the last confirmed value.
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
    return notifying ? RatingEvent(.committed, self.value, step: parts.layout.scale.step, source: .program) : nil
  }

  /// Sets an average, clamped to 0 ... all stars and rounded to the nearest step, with halves rounded up. Returns false, and keeps the
  /// value, if the number is not finite.
  @discardableResult
  public func set(stars: Double) -> Bool {
    guard let steps = parts.layout.scale.nearest(to: stars) else { return false }
    set(steps)
    return true
  }
}

extension StarSlider: AccessibleControl {
  /// `.slider`, or `.image` if the slider is read-only. A disabled slider stays a slider.
  public var accessibilityRole: AccessibilityRole { configuration.isInteractive ? .slider : .image }

  /// The shown value as a screen reader speaks it, such as "3.5 of 5".
  public var accessibilityValue: AccessibilityValue { AccessibilityValue(value, on: parts.layout.scale) }

  /// The scale's minimum ... all stars, in steps.
  public var accessibilityRange: ClosedRange<Int32> { parts.layout.scale.minimum...parts.layout.scale.maximum }

  /// One step, or a tenth of a star on a continuous scale.
  public var accessibilityIncrement: Int32 { parts.layout.scale.increment }

  public func canPerform(_ action: AccessibilityAction) -> Bool {
    takesInput && !isActive && parts.layout.scale.value(after: action, from: value) != nil
  }

  @discardableResult
  @export(interface) public func perform(_ action: AccessibilityAction) -> RatingEvent? {
    if !takesInput { return nil }
    return updateGesture { $0.perform(action, on: parts.layout.scale) }
  }
}
