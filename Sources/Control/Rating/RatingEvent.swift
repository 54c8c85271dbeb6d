/// What a visitor, or a program, did to the control.
package struct RatingEvent: Hashable, Sendable {
  /// What it means for the answer.
  package enum Kind: Hashable, Sendable {
    /// The shown value changed while a finger is down.
    case editing
    /// The finger was lifted, or a key confirmed: this is the answer.
    case committed
    /// Nothing was answered; the value is the one from before.
    case cancelled
  }

  /// Who did it.
  package enum Source: Hashable, Sendable {
    /// A finger.
    case touch
    /// A key.
    case key
    /// The program itself, which asked to be told.
    case program
  }

  /// What it means for the answer.
  package let kind: Kind
  /// In steps of the control's scale; `nil` is unrated, which is not 0.
  package let value: Int32?
  /// Who did it.
  package let source: Source

  /// An event from its parts.
  package init(_ kind: Kind, _ value: Int32?, source: Source) {
    self.kind = kind
    self.value = value
    self.source = source
  }
}
