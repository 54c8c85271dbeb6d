import StarSlider

/// The appearance of a star as configured, with names of shapes and of image files: a section `[face]`.
package struct FaceSettings: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case star, heart, circle
    /// A star with this number of points.
    case pointed(Int32)
    case smiley(Shape.Mood)
    /// Smileys, from the saddest on the first star to the happiest on the last.
    case smileys
    /// The outline in `points`.
    case points
  }

  package var form = Form.star
  /// The inner radius, in thousandths of the outer radius.
  package var innerRadius: Int32 = 382
  /// The radius of the corners, in thousandths of the outer radius.
  package var cornerRadius: Int32 = 0
  /// The points of the outline, at most `Shape.mostPoints`.
  package var points: [Shape.UnitPoint] = []
  // Colors and sizes that are `nil` come from the theme or, without a survey, from `Face`.

  /// The color of full stars. The default for `smileys` goes from red to green.
  package var fill: Color?
  package var empty: Color?
  package var background: Color?
  package var stroke: Color?
  /// The stroke of empty stars, which only a theme sets; `nil` for `stroke`.
  package var emptyStroke: Color?
  /// The width of the stroke, in pixels.
  package var lineWidth: Fixed?
  package var join = LineJoin.miter
  package var blending = Blending.linear
  /// The paths of the image files.
  package var imageEmpty: String?
  package var imageHalf: String?
  package var imageFull: String?

  package init() {}
}
