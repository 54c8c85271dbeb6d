/// A key of a keypad.
public enum Key: Hashable, Sendable, CaseIterable {
  /// One step less, or more in a right-to-left row.
  case left
  /// One step more, or less in a right-to-left row.
  case right
  /// One step more.
  case up
  /// One step less.
  case down
  /// One star more.
  case pageUp
  /// One star less.
  case pageDown
  /// The least value that a visitor can give.
  case home
  /// All stars.
  case end
  /// Confirms the shown value.
  case enter
}

extension Key {
  /// The key with left and right exchanged, as a right-to-left row reads it.
  public var mirrored: Key {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}
