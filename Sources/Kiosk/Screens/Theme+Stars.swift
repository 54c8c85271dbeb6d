import Geometry
import Raster
import StarSlider

extension Theme {
  /// The stars of questions.
  package var face: Face {
    var face = Face(shape: shape, fill: star, empty: emptyStar, background: background, stroke: starEdge)
    face.emptyStroke = emptyEdge
    return face
  }

  /// The stars of the thank-you screen. The outline has their colour even if none is full: an answer of no stars was accepted, too.
  package var thanksFace: Face {
    Face(shape: shape, fill: thanks, empty: emptyStar, background: background, stroke: thanksEdge)
  }

  private var shape: Shape {
    if !isRounded { return .star }
    return Shape.star(points: 5, innerRadius: Self.softInnerRadius, cornerRadius: Self.softCornerRadius) ?? .star
  }

  /// The inner radius of a star with round corners, and the radius of the corners, in thousandths of the outer radius.
  package static var softInnerRadius: Int32 { 490 }
  package static var softCornerRadius: Int32 { 100 }

  private var thanksEdge: Color { isShaded ? edge(of: thanks) : thanks.mixed(with: text, 90) }
}
