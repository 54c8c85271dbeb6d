import Geometry
import Raster

/// The fill of a star's image.
enum FaceState: Sendable {
  case empty
  case half
  case full
}

extension Face {
  /// Returns the background on which a star's images are drawn.
  func ground(side: Int32) -> Picture {
    Picture(size: Size(width: side, height: side), background: background, blending: blending)
  }

  /// Draws one of the face's images as the viewer sees it onto a square, cleared picture.
  func draw(_ state: FaceState, into picture: inout Picture) {
    guard let images else { return }
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

  /// Returns the shape's outlines in a cell of `side` pixels, as the viewer sees them.
  package func outlines(inCellOf side: Int32) -> ShapeOutlines {
    outlines(inCellOf: side, at: placement(inCellOf: side))
  }

  /// Returns the outlines of a shape at its place in a cell of `side` pixels.
  package func outlines(inCellOf side: Int32, at placement: Placement) -> ShapeOutlines {
    let upright = ScreenTransform(physical: Size(width: side, height: side), rotation: .none)
    let (left, top, width) = (placement.left, placement.top, placement.width)
    let path = shape.path(left: left, top: top, side: width, through: upright)
    let inkPath = shape.ink.isEmpty ? nil : shape.inkPath(left: left, top: top, side: width, through: upright)
    return ShapeOutlines(
      inside: Outline(path, rule: shape.rule),
      stroke: placement.lineWidth > .zero ? Outline(path.stroked(width: placement.lineWidth, join: join)) : nil,
      ink: inkPath.map { Outline($0) })
  }

  /// Returns a painter of the face's shape in cells of `side` pixels.
  package func painter(inCellOf side: Int32, rotation: Rotation, format: PixelFormat) -> ShapePainter {
    ShapePainter(
      ShapeColors(background: background, empty: empty, fill: fill, stroke: stroke, blending: blending),
      size: Size(width: side, height: side), rotation: rotation, format: format)
  }
}
