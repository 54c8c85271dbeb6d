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
  /// `mostPoints` at most.
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

  /// The most points of an outline, which is cut at its crossings before the first frame, in a time that grows with their square:
  /// on a PC 512 points at random take 0.5 s under a line of 2 px and 2.5 s under one of 100 px with round joins; 4096 took 8 s and
  /// more, and a zigzag of so many 1.1 GB. A star of 144 px has about as many pixels along its outline.
  public static var mostPoints: Int { 512 }

  public init() {}
}
