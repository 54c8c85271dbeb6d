import Geometry
import Raster

/// What an empty and a full star look like: a shape in colours, or images.
///
/// ```swift
/// Face()                                             // the yellow star
/// Face(shape: .heart, fill: Color(rgb: 0xd6_2839))
/// Face(empty: emptyImage, full: fullImage)           // two images: the full one shows up to the fill boundary
/// Face(empty: emptyImage, half: halfImage, full: fullImage)
/// ```
public struct Face: Hashable, Sendable {
  /// Pictures in place of a shape.
  package struct Images: Hashable, Sendable {
    /// Where the star is empty.
    package var empty: Image
    /// Shown for any value strictly between none and all of the star; without it, both others are, side by side.
    package var half: Image?
    /// Where the star is full. Its extent is what a fill is a share of.
    package var full: Image
  }

  /// What is drawn where `images` is `nil`.
  public var shape: Shape
  /// Inside, where the star is full.
  public var fill: Color
  /// Inside, where it is empty.
  public var empty: Color
  /// Around the shape, and behind images.
  public var background: Color
  /// Of the outline and of the shape's ink.
  public var stroke: Color
  /// Of the outline, pixels, 0 (none) or more.
  public var lineWidth: Fixed
  /// Of the outline, at its corners.
  package var join: LineJoin
  /// Drawn in place of the shape; of all colours only the background is then of use.
  package var images: Images?
  /// How layers and edges are mixed. In linear light, screens of 16 bits a pixel are dithered, too.
  package var blending: Blending

  /// Creates a face from a shape in colors; a negative line width counts as 0.
  public init(
    shape: Shape = .star, fill: Color = .yellow, empty: Color = .white, background: Color = .white,
    stroke: Color = .black, lineWidth: Fixed = Fixed(2)
  ) {
    self.init(
      shape: shape, fill: fill, empty: empty, background: background, stroke: stroke, lineWidth: lineWidth,
      join: .miter,
      blending: .linear)
  }

  /// Creates a face from a shape in colors, with a line join and a blending.
  package init(
    shape: Shape = .star, fill: Color = .yellow, empty: Color = .white, background: Color = .white,
    stroke: Color = .black, lineWidth: Fixed = Fixed(2), join: LineJoin = .miter, blending: Blending = .linear
  ) {
    self.shape = shape
    self.fill = fill
    self.empty = empty
    self.background = background
    self.stroke = stroke
    self.lineWidth = max(lineWidth, .zero)
    self.join = join
    self.blending = blending
  }

  /// Each image keeps its proportions, is made as large as the star's square allows, and stands in its middle.
  package init(
    empty: Image, half: Image? = nil, full: Image, background: Color = .white, blending: Blending = .linear
  ) {
    self.init(background: background, blending: blending)
    images = Images(empty: empty, half: half, full: full)
  }

  /// Whether there is a picture of its own for a star that is neither empty nor full.
  var hasHalf: Bool { images?.half != nil }
}
