import Geometry
import Raster
import TestSupport

@testable import StarSlider

extension Face {
  /// A star in a cell of `side` pixels, layer by layer: background, inside, stroke, ink; or background and image. It is
  /// drawn as the viewer sees it and then rotated.
  func picture(_ state: FaceState, side: Int32, rotation: Rotation) -> Picture {
    var picture = ground(side: side)
    if images != nil {
      draw(state, into: &picture)
    } else {
      let outlines = outlines(inCellOf: side)
      picture.fill(outlines.inside, with: state == .full ? fill : empty)
      if let line = outlines.stroke { picture.fill(line, with: stroke) }
      if let ink = outlines.ink { picture.fill(ink, with: stroke) }
    }
    return picture.rotated(by: rotation)
  }
}
