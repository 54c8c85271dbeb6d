import Geometry
import Raster

extension Path {
  /// Creates one contour from coordinates in pixels, multiples of 1/256.
  package init(pixels: [(Double, Double)]) {
    self.init(pixels.map { Point(x: Fixed(raw: Int32($0.0 * 256)), y: Fixed(raw: Int32($0.1 * 256))) })
  }

  /// Creates a rectangle, clockwise on the screen.
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(pixels: [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)])
  }
}
