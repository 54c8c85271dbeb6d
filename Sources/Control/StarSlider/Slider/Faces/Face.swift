/// The appearance of an empty and of a full star: a shape in colors, or images.
///
/// ```swift
/// Face()                                             // the yellow star
/// Face(shape: .heart, fill: Color(rgb: 0xd6_2839))
/// Face(empty: emptyImage, full: fullImage)           // two images: the full one shows up to the fill edge
/// Face(empty: emptyImage, half: halfImage, full: fullImage)
/// ```
public struct Face: Hashable, Sendable {
  package struct Images: Hashable, Sendable {
    package var empty: Image
    /// The star for any value between empty and full. Without it, the other two images are shown side by side.
    package var half: Image?
    /// The full star. The filled part is a share of its size.
    package var full: Image
  }

  /// The shape, unless there are images.
  public var shape: Shape
  /// The color inside the filled part.
  public var fill: Color
  /// The color inside the empty part.
  public var empty: Color
  /// The color around the shape and behind images.
  public var background: Color
  /// The color of the stroke and of the shape's ink.
  public var stroke: Color
  /// The color of the stroke of empty stars; `nil` for `stroke`.
  package var emptyStroke: Color?
  /// The width of the stroke in pixels, 0 (no stroke) or more. The default is 2 px, but at most a twelfth of the star's side, so that small
  /// stars show their value. A width that was set explicitly is kept.
  public var lineWidth: Fixed {
    didSet { isLineWidthSet = true }
  }
  private var isLineWidthSet: Bool
  /// The join of the stroke at corners.
  package var join: LineJoin
  /// The images that replace the shape. Only the background color is used then.
  package var images: Images?
  /// The color space in which layers and edges are mixed. In linear light, screens of 16 bits per pixel are dithered.
  package var blending: Blending

  /// Creates a face from a shape and colors. A negative line width counts as 0, and `nil` selects the default.
  public init(
    shape: Shape = .star, fill: Color = .yellow, empty: Color = .white, background: Color = .white,
    stroke: Color = .black, lineWidth: Fixed? = nil
  ) {
    self.init(
      shape: shape, fill: fill, empty: empty, background: background, stroke: stroke, lineWidth: lineWidth,
      join: .miter, blending: .linear)
  }

  package init(
    shape: Shape = .star, fill: Color = .yellow, empty: Color = .white, background: Color = .white,
    stroke: Color = .black, lineWidth: Fixed? = nil, join: LineJoin = .miter, blending: Blending = .linear
  ) {
    self.shape = shape
    self.fill = fill
    self.empty = empty
    self.background = background
    self.stroke = stroke
    self.lineWidth = max(lineWidth ?? Fixed(2), .zero)
    isLineWidthSet = lineWidth != nil
    self.join = join
    self.blending = blending
  }

  /// Creates a face from images. Each image keeps its proportions, is as large as the star's square allows, and is centered.
  package init(
    empty: Image, half: Image? = nil, full: Image, background: Color = .white, blending: Blending = .linear
  ) {
    self.init(background: background, blending: blending)
    images = Images(empty: empty, half: half, full: full)
  }

  /// Returns the width of the stroke in a cell of `side` pixels. It does not exceed the side of the largest cell, so that nothing
  /// overflows.
  func lineWidth(inCellOf side: Int32) -> Fixed {
    min(lineWidth, isLineWidthSet ? Fixed(Path.limit) : Fixed(side, over: 12))
  }

  /// Whether there is an image for a star that is neither empty nor full.
  var hasHalf: Bool { images?.half != nil }
}

extension Face {
  /// Green stars with a green stroke, for thanking visitors. The green stroke shows that even an answer of 0 stars was accepted.
  package static var thanks: Face { Face(fill: Color(rgb: 0x2e_9e5b), stroke: Color(rgb: 0x1b_6b3a)) }

  /// Five smileys from sad and red to happy and green, one per star of a row.
  package static var smileys: [Face] {
    let colors: [UInt32] = [0xe5_5b4d, 0xf0_9546, 0xf5_d04c, 0xa9_cf54, 0x5c_b85c]
    return zip(Shape.smileys, colors).map { Face(shape: $0, fill: Color(rgb: $1)) }
  }

  /// The face of a disabled control. Its colors are moved halfway to gray, and then two fifths of the way to the background; images are
  /// changed in a similar way. Full and empty parts remain distinguishable.
  package var disabled: Face {
    func pale(_ color: Color) -> Color { color.mixed(with: color.gray, 128).mixed(with: background, 102) }
    var face = self
    face.fill = pale(fill)
    face.empty = pale(empty)
    face.stroke = pale(stroke)
    face.emptyStroke = emptyStroke.map(pale)
    if let images {
      face.images = Images(empty: images.empty.faded, half: images.half?.faded, full: images.full.faded)
    }
    return face
  }
}
