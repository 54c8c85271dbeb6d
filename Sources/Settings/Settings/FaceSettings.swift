import Geometry
import Raster
import StarSlider

/// How a star looks, as written: names of shapes and of picture files. `Settings.slider()` makes faces of them.
package struct FaceSettings: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
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

  package var form = Form.star
  /// In thousandths of the tips' distance from the middle.
  package var innerRadius: Int32 = 382
  /// In thousandths of the same.
  package var cornerRadius: Int32 = 0
  /// `Shape.mostPoints` at most.
  package var points: [Shape.UnitPoint] = []
  /// `nil` is yellow, and for `smileys` red to green.
  package var fill: Color?
  package var empty = Color.white
  package var background = Color.white
  package var stroke = Color.black
  /// Pixels.
  package var lineWidth = Fixed(2)
  package var join = LineJoin.miter
  package var blending = Blending.linear
  /// Paths of picture files.
  package var imageEmpty: String?
  package var imageHalf: String?
  package var imageFull: String?

  package init() {}
}
