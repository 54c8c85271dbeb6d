import StarSlider

extension Path {
  /// Creates a path of one contour.
  package init(_ contour: [Point<PhysicalSpace>]) {
    self.init()
    addContour(contour)
  }

  /// Creates one contour from coordinates in pixels, multiples of 1/256.
  package init(pixels: [(Double, Double)]) {
    self.init(pixels.map { Point(x: Fixed(raw: Int32($0.0 * 256)), y: Fixed(raw: Int32($0.1 * 256))) })
  }

  /// Creates a rectangle, clockwise on the screen.
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(pixels: [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)])
  }

  /// Whether there is no contour.
  package var isEmpty: Bool { points.isEmpty }

  /// Adds all contours of another path.
  package mutating func add(_ other: Path) {
    for contour in 0..<other.contourCount { addContour(Array(other.points[other.range(ofContour: contour)])) }
  }

  /// The smallest pixel rectangle that contains every point.
  package var bounds: Rect<PhysicalSpace> {
    guard let first = points.first else { return .empty }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for point in points {
      minX = min(minX, point.x)
      maxX = max(maxX, point.x)
      minY = min(minY, point.y)
      maxY = max(maxY, point.y)
    }
    return Rect(minX: minX.floor, minY: minY.floor, maxX: maxX.ceil, maxY: maxY.ceil)
  }
}
