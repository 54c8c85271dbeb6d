/// A key of a keypad.
public enum Key: Hashable, Sendable, CaseIterable {
  /// Decreases the value by one step; increases it in a right-to-left row.
  case left
  /// Increases the value by one step; decreases it in a right-to-left row.
  case right
  /// Increases the value by one step.
  case up
  /// Decreases the value by one step.
  case down
  /// Increases the value by one star.
  case pageUp
  /// Decreases the value by one star.
  case pageDown
  /// Selects the scale's minimum.
  case home
  /// Selects all stars.
  case end
  /// Confirms the shown value.
  case enter
}

extension Key {
  /// The key with left and right exchanged, for a right-to-left row.
  public var mirrored: Key {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}
