/// What a visitor, or a program, did to the control.
public struct RatingEvent: Hashable, Sendable {
  /// What it means for the answer.
  public enum Kind: Hashable, Sendable {
    /// The shown value changed while a finger is down.
    case editing
    /// The finger was lifted, or a key confirmed: this is the answer.
    case committed
    /// Nothing was answered; the value is the one from before.
    case cancelled
  }

  /// Who did it.
  public enum Source: Hashable, Sendable {
    /// A finger.
    case touch
    /// A key.
    case key
    /// The program itself, which asked to be told.
    case program
  }

  /// What it means for the answer.
  public let kind: Kind
  /// In steps of the control's scale; `nil` is unrated, which is not 0.
  public let value: Int32?
  /// Who did it.
  public let source: Source

  /// An event from its parts.
  public init(_ kind: Kind, _ value: Int32?, source: Source) {
    self.kind = kind
    self.value = value
    self.source = source
  }
}
