/// The reason why a slider, its scale or a shape cannot be created or changed.
public enum SliderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bounds extend beyond the screen.
  case outsideScreen
  /// The bounds have less than a pixel per star.
  case noRoom
  /// A side of the bounds is longer than 16,384 pixels, or is more than 4,194,304 pixels from the screen's corner.
  case tooLarge
  /// An outline has fewer than 3 or more than 4096 corners, or a corner outside its box, or a side of its box is not in 1...32767.
  case invalidOutline
  /// A star's number of points is not in 2 ... 64, or a radius is out of range.
  case invalidStar
  /// The number of steps per star is not in 1 ... 1,000,000.
  case invalidStep
  /// The number of stars of a scale is not in 1 ... 1,000.
  case invalidStarCount
  /// The minimum of a scale is below 0 or above its maximum.
  case invalidMinimum

  /// The reason as text.
  public var message: String {
    switch self {
    case .outsideScreen: "cannot place the stars: their bounds reach beyond the screen"
    case .noRoom:
      "cannot place the stars: their bounds have less than a pixel per star; use fewer stars or larger bounds"
    case .tooLarge:
      "cannot place the stars: a side of their bounds is longer than 16384 px, or more than 4194304 px from the corner"
    case .invalidOutline:
      "cannot make the shape: its outline needs 3 to 4096 corners, each inside a box with a side of 1 to 32767"
    case .invalidStar:
      "cannot make the star: it needs 2 to 64 tips, an inner radius of 10 to 1000 and a corner radius of 0 to 500 thousandths"
    case .invalidStep: "cannot make the step: a star has 1 to 1000000 steps"
    case .invalidStarCount: "cannot make the scale: it needs 1 to 1000 stars"
    case .invalidMinimum: "cannot make the scale: its minimum must be from 0 to the steps of all its stars"
    }
  }

  /// The same as `message`.
  public var description: String { message }
}
