/// A control as a screen reader's bridge needs it: AT-SPI on Linux, `UIAccessibility` and `NSAccessibility` on Apple's systems, ARIA in a
/// browser. A bridge is generic over this protocol, so that it needs no existential in Embedded Swift:
///
/// ```swift
/// func speak<Control: AccessibleControl>(_ control: Control) -> String {
///   control.accessibilityName + ", " + control.accessibilityValue.text  // "Rating, 3.5 of 5"
/// }
/// ```
public protocol AccessibleControl: AnyObject {
  /// What the control is for, in the visitor's language, such as "How was our service?". The program sets it.
  var accessibilityName: String { get set }
  /// What kind of control it is at present.
  var accessibilityRole: AccessibilityRole { get }
  /// The shown value.
  var accessibilityValue: AccessibilityValue { get }
  /// The lowest and the highest value that a person can set, in steps.
  var accessibilityRange: ClosedRange<Int32> { get }
  /// The change by one increment or decrement, in steps; 1 or more.
  var accessibilityIncrement: Int32 { get }
  /// Returns whether an action would change the value now.
  func canPerform(_ action: AccessibilityAction) -> Bool
  /// Performs an action and confirms the new value.
  ///
  /// - Returns: The `committed` event; `nil` if the value stays the same, a touch is in progress, or the control takes no input.
  @discardableResult
  func perform(_ action: AccessibilityAction) -> RatingEvent?
}

/// The kind of a control.
public enum AccessibilityRole: Hashable, Sendable {
  /// A value that a person can adjust: AT-SPI's and ARIA's "slider", UIKit's trait "adjustable".
  case slider
  /// A picture of a value, such as an average: AT-SPI's "image", ARIA's "img".
  case image
}

/// What a screen reader can do with a control.
public enum AccessibilityAction: Hashable, Sendable {
  /// Adds one increment.
  case increment
  /// Subtracts one increment.
  case decrement
  /// Sets a value in steps, clamped to the control's range.
  case set(Int32)
}
