import Geometry
import Raster

/// The fill of a star's image.
enum FaceState: Sendable {
  case empty
  case half
  case full
}

extension Face {
  /// Returns a star in a cell of `side` pixels, painted in this order: background, inside, stroke, ink; or background,
  /// image.
  ///
  /// It is drawn as the viewer sees it and then rotated, so that it is the same picture on every scanout.
  func picture(_ state: FaceState, side: Int32, rotation: Rotation) -> Picture {
    var picture = ground(side: side)
    draw(state, into: &picture)
    return picture.turned(by: rotation)
  }

  /// Returns the background on which a star's images are drawn.
  func ground(side: Int32) -> Picture {
    Picture(size: Size(width: side, height: side), background: background, blending: blending)
  }

  /// Draws a star as the viewer sees it onto a square, cleared picture.
  func draw(_ state: FaceState, into picture: inout Picture) {
    if let images {
      draw(images, state, into: &picture)
    } else {
      drawShape(state, into: &picture)
    }
  }

  private func draw(_ images: Images, _ state: FaceState, into picture: inout Picture) {
    let image =
      switch state {
      case .empty: images.empty
      case .half: images.half ?? images.empty
      case .full: images.full
      }
    let side = picture.size.width
    let fitted = image.fitted(inSquareOf: side)
    let (left, top) = ((side - fitted.width) / 2, (side - fitted.height) / 2)
    picture.draw(
      image, in: Rect(minX: left, minY: top, maxX: left + fitted.width, maxY: top + fitted.height))
  }

  private func drawShape(_ state: FaceState, into picture: inout Picture) {
    let parts = parts(inCellOf: picture.size.width)
    for (outline, color) in zip(parts, colors(state)) { picture.fill(outline, with: color) }
  }

  /// Returns the shape's outlines as the viewer sees them, in the order of painting: inside, stroke, ink.
  func parts(inCellOf side: Int32) -> [Outline] {
    let placement = placement(inCellOf: side)
    let upright = ScreenTransform(physical: Size(width: side, height: side), rotation: .none)
    let (left, top, width) = (placement.left, placement.top, placement.width)
    let path = shape.path(left: left, top: top, side: width, through: upright)
    var parts = [Outline(path, rule: shape.rule)]
    if placement.lineWidth > .zero { parts.append(Outline(path.stroked(width: placement.lineWidth, join: join))) }
    if !shape.ink.isEmpty { parts.append(Outline(shape.inkPath(left: left, top: top, side: width, through: upright))) }
    return parts
  }

  /// Returns the colors of all parts that a shape may have.
  func colors(_ state: FaceState) -> [Color] { [state == .full ? fill : empty, stroke, stroke] }
}
