import TestSupport

@testable import StarSlider

extension Face {
  /// A star in a cell of `side` pixels, layer by layer: background, inside, stroke, ink; or background and image. A stroke whose sides
  /// share no pixel hides the edge of the inside: its outer side is filled with the stroke, and its inner side with the inside. The star is
  /// drawn as the viewer sees it and then rotated.
  func picture(_ state: FaceState, side: Int32, rotation: Rotation) -> Picture {
    var picture = ground(side: side)
    if images != nil {
      draw(state, into: &picture)
    } else {
      let outlines = outlines(inCellOf: side)
      let inside = state == .full ? fill : empty
      if let sides = sides(inCellOf: side) {
        picture.fill(sides.outer, with: stroke)
        picture.fill(sides.inner, with: inside)
      } else {
        picture.fill(outlines.inside, with: inside)
        if let line = outlines.stroke { picture.fill(line, with: stroke) }
      }
      if let ink = outlines.ink { picture.fill(ink, with: stroke) }
    }
    return picture.rotated(by: rotation)
  }

  /// The sides of a stroke that share no pixel, the outer one first.
  private func sides(inCellOf side: Int32) -> (outer: Outline, inner: Outline)? {
    let (placement, shape) = (placement(inCellOf: side), shape.detailed(forSide: side))
    if placement.lineWidth <= .zero || shape.contours.count != 1 { return nil }
    let path = Shape.path(
      shape.contours, left: placement.left, top: placement.top, side: placement.width,
      fineness: Shape.fineness(inCellOf: side))
    return path.stroked(width: placement.lineWidth, join: join).sides(ofStroke: placement.lineWidth)
  }
}
