/// The reason why a slider cannot be created or changed.
public enum SliderError: Error, Hashable, Sendable {
  /// The bounds reach beyond the screen.
  case outsideScreen
  /// The bounds have less than a pixel per star.
  case noRoom
  /// A side of the bounds is longer than 16,384 pixels.
  case tooLarge

  /// The reason in words.
  public var message: String {
    switch self {
    case .outsideScreen: "cannot place the stars: their bounds reach beyond the screen"
    case .noRoom:
      "cannot place the stars: their bounds have less than a pixel per star; use fewer stars or larger bounds"
    case .tooLarge: "cannot place the stars: a side of their bounds is longer than 16384 px"
    }
  }
}
