/// The reason why a slider or a shape cannot be created or changed.
public enum SliderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bounds reach beyond the screen.
  case outsideScreen
  /// The bounds have less than a pixel per star.
  case noRoom
  /// A side of the bounds is longer than 16,384 pixels.
  case tooLarge
  /// A shape's outline has fewer than 3 or more than 4096 corners, or one outside its box, or a box without a side of 1...32767.
  case invalidOutline

  /// The reason in words.
  public var message: String {
    switch self {
    case .outsideScreen: "cannot place the stars: their bounds reach beyond the screen"
    case .noRoom:
      "cannot place the stars: their bounds have less than a pixel per star; use fewer stars or larger bounds"
    case .tooLarge: "cannot place the stars: a side of their bounds is longer than 16384 px"
    case .invalidOutline:
      "cannot make the shape: its outline needs 3 to 4096 corners, each inside a box with a side of 1 to 32767"
    }
  }

  /// The same as `message`.
  public var description: String { message }
}
