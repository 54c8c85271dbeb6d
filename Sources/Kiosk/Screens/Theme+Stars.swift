import StarSlider

extension Theme {
  /// Returns the stars of questions, with a side of `side` pixels.
  package func face(ofSize side: Int32) -> Face {
    var face = Face(
      shape: shape, fill: star, empty: emptyStar, background: background, stroke: starEdge,
      lineWidth: lineWidth(ofStar: side))
    face.emptyStroke = emptyEdge
    return face
  }

  /// Returns the stars of the thank-you screen. Their outline has their color even if none is full, because an answer of 0 stars is
  /// accepted as well.
  package func thanksFace(ofSize side: Int32) -> Face {
    Face(
      shape: shape, fill: thanks, empty: emptyStar, background: background, stroke: thanksEdge,
      lineWidth: lineWidth(ofStar: side))
  }

  /// Returns the width of a star's outline: 1/48 of the star, but at least 2 px (bold: 4 px) or a twelfth of a small star.
  private func lineWidth(ofStar side: Int32) -> Fixed {
    let least = min(Fixed(isBold ? 4 : 2), Fixed(side, over: 12))
    return isRounded ? max(Fixed(side) / 48, least) : least
  }

  /// Returns the space between two stars with a side of `side` pixels.
  package func gap(ofStar side: Int32) -> Int32 { isRounded ? side * 18 / 100 : 5 }

  private var shape: Shape { isRounded ? Self.softStar : .star }

  private static let softStar =
    (try? Shape.star(points: 5, innerRadius: softInnerRadius, cornerRadius: softCornerRadius)) ?? .star

  /// The inner radius of a star with round corners, in thousandths of the outer radius. The corners' radius has the same unit.
  package static var softInnerRadius: Int32 { 490 }
  package static var softCornerRadius: Int32 { 100 }

  private var thanksEdge: Color { isShaded ? edge(of: thanks) : thanks.mixed(with: text, 90) }
}
