import Geometry
import Raster
import StarSlider

/// The look of a star as written, with names of shapes and of image files: a section `[face]`.
package struct FaceSettings: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case star, heart, circle
    /// A star with this number of tips.
    case pointed(Int32)
    case smiley(Shape.Mood)
    /// Smileys from the saddest at the first star to the happiest at the last.
    case smileys
    /// The outline in `points`.
    case points
  }

  package var form = Form.star
  /// Thousandths of the outer radius.
  package var innerRadius: Int32 = 382
  /// Thousandths of the outer radius.
  package var cornerRadius: Int32 = 0
  /// At most `Shape.mostPoints`.
  package var points: [Shape.UnitPoint] = []
  // Colours and sizes that are `nil` are the theme's; without a survey, those of `Face`.

  /// By default from red to green for `smileys`.
  package var fill: Color?
  package var empty: Color?
  package var background: Color?
  package var stroke: Color?
  /// The stroke of empty stars, of the theme only; `nil` for `stroke`.
  package var emptyStroke: Color?
  /// Pixels.
  package var lineWidth: Fixed?
  package var join = LineJoin.miter
  package var blending = Blending.linear
  /// Paths of image files.
  package var imageEmpty: String?
  package var imageHalf: String?
  package var imageFull: String?

  package init() {}
}
