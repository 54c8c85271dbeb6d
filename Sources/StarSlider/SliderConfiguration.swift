import Geometry
import Rating

/// Everything that a slider's layout depends on, but its bounds. The order in which it is set never matters.
public struct SliderConfiguration: Hashable, Sendable {
  public var scale: Scale
  /// The stars' faces in order, one or more; stars beyond the last one have that. Equal faces share their pictures.
  public var faces: [Face] {
    didSet { precondition(!faces.isEmpty, "a row without a face") }
  }
  /// Between stars, pixels, 0 or more.
  public var spacing: Int32
  /// At both ends of the row, pixels, 0 or more.
  public var margin: Int32
  /// Where the bounds are too small, gaps shrink before stars get smaller than this, pixels.
  public var minimumStarSize: Int32

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
  public func face(ofStar star: Int32) -> Face { faces[min(Int(star), faces.count - 1)] }
}
