import Geometry
import Rating

/// Everything that a slider's layout depends on, but its bounds. The order in which it is set never matters.
public struct SliderConfiguration: Hashable, Sendable {
  /// Which way the row runs.
  public enum Axis: Hashable, Sendable {
    /// Side by side.
    case horizontal
    /// The first star is at the bottom and fills from its bottom.
    case vertical
  }

  /// Where a horizontal row begins.
  public enum LayoutDirection: Hashable, Sendable {
    /// The first star is on the left and fills from its left.
    case leftToRight
    /// The first star is on the right and fills from its right.
    case rightToLeft
  }

  /// Which values there are.
  public var scale: Scale
  /// The stars' faces in order, one or more; stars beyond the last one have that. Equal faces share their pictures.
  public var faces: [Face] {
    didSet { precondition(!faces.isEmpty, "a row without a face") }
  }
  /// Which way the row runs.
  public var axis = Axis.horizontal
  /// Where a horizontal row begins; a vertical one begins at the bottom.
  public var layoutDirection = LayoutDirection.leftToRight
  /// Between stars, pixels, 0 or more.
  public var spacing: Int32
  /// At both ends of the row, pixels, 0 or more.
  public var margin: Int32
  /// Where the bounds are too small, gaps shrink before stars get smaller than this, pixels.
  public var minimumStarSize: Int32
  /// How far before the first star a touch gives 0, where the scale's minimum is 0: in stars, 0 or more.
  public var zeroZone = Fixed.half
  /// A read-only control shows a value and ignores touches and keys.
  public var isInteractive = true
  /// A disabled one ignores them, too, and looks disabled.
  public var isEnabled = true
  /// A tap on the current value unsets it.
  public var clearsOnRepeatedTap = false

  /// A configuration with every other property at its default; numbers below their range are taken as its least.
  public init(
    scale: Scale, face: Face = Face(), spacing: Int32 = 5, margin: Int32 = 0, minimumStarSize: Int32 = 5
  ) {
    self.scale = scale
    faces = [face]
    self.spacing = max(spacing, 0)
    self.margin = max(margin, 0)
    self.minimumStarSize = max(minimumStarSize, 1)
  }

  /// The first star's face; setting it gives it to all.
  public var face: Face {
    get { faces[0] }
    set { faces = [newValue] }
  }

  /// `star` is 0 or more.
  package func face(ofStar star: Int32) -> Face { faces[min(Int(star), faces.count - 1)] }

  /// Where values grow, as the viewer sees it.
  var fillDirection: FillDirection {
    switch (axis, layoutDirection) {
    case (.horizontal, .leftToRight): .right
    case (.horizontal, .rightToLeft): .left
    case (.vertical, _): .up
    }
  }

  /// Whether touches and keys count.
  var takesInput: Bool { isInteractive && isEnabled }
}
