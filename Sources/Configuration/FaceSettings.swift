import Geometry
import Raster
import StarSlider

/// How a star looks, as written: names of shapes and of picture files. `Settings.slider()` makes faces of them.
public struct FaceSettings: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    case star
    case heart
    case circle
    /// A star with so many tips.
    case pointed(Int32)
    case smiley(Shape.Mood)
    /// From the saddest at the first star to the happiest at the last.
    case smileys
    /// The outline is in `points`.
    case points
  }

  public var form = Form.star
  /// In thousandths of the tips' distance from the middle.
  public var innerRadius: Int32 = 382
  /// In thousandths of the same.
  public var cornerRadius: Int32 = 0
  /// `Shape.mostPoints` at most.
  public var points: [Shape.UnitPoint] = []
  /// `nil` is yellow, and for `smileys` red to green.
  public var fill: Color?
  public var empty = Color.white
  public var background = Color.white
  public var stroke = Color.black
  /// Pixels.
  public var lineWidth = Fixed(2)
  public var join = LineJoin.miter
  public var blending = Blending.linear
  /// Paths of picture files.
  public var imageEmpty: String?
  public var imageHalf: String?
  public var imageFull: String?

  public init() {}
}
