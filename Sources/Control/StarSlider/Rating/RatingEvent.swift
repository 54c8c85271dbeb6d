/// A change of the control's value, or its confirmation.
public struct RatingEvent: Hashable, Sendable {
  /// The meaning of an event for the answer.
  public enum Kind: Hashable, Sendable {
    /// The shown value changed and is not confirmed yet.
    case editing
    /// The value is confirmed: the finger was lifted, or enter was pressed.
    case committed
    /// Nothing was confirmed; the value from before the touch or the keys is restored.
    case cancelled
  }

  /// The origin of an event.
  public enum Source: Hashable, Sendable {
    /// A finger, or a mouse.
    case touch
    /// A key of a keypad, or an adjustment by a screen reader.
    case key
    /// The program, which set the value.
    case program
  }

  /// The meaning of the event for the answer.
  public let kind: Kind
  /// The value in steps of the control's scale; `nil` is unrated, which is not 0.
  public let value: Int32?
  /// The origin of the event.
  public let source: Source
  /// The step of the control's scale: the value is a number of these.
  public let step: Step

  package init(_ kind: Kind, _ value: Int32?, step: Step = .whole, source: Source) {
    (self.kind, self.value, self.step, self.source) = (kind, value, step, source)
  }

  /// The value in stars; `nil` is unrated, which is not 0. It is computed when it is read, because an event stores whole numbers.
  public var stars: Double? { value.map { step.stars($0) } }
}
