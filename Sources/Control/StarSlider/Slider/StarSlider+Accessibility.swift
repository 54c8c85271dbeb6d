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
