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
  package enum Source: Hashable, Sendable {
    case touch
    case key
    /// The program, which set the value.
    case program
  }

  /// The meaning of the event for the answer.
  public let kind: Kind
  /// The value in steps of the control's scale; `nil` is unrated, which is not 0.
  public let value: Int32?
  package let source: Source

  package init(_ kind: Kind, _ value: Int32?, source: Source) {
    (self.kind, self.value, self.source) = (kind, value, source)
  }
}
