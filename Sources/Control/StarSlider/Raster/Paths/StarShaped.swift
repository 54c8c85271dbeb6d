/// Returns the winding number inside a path that is star-shaped around its middle, 1 or -1; `nil` for any other path.
///
/// A contour that goes around the middle once, without turning back as seen from there, is a star-shaped polygon (Preparata and Shamos,
/// Computational Geometry, 1985) and does not intersect itself. Of two such contours in opposite directions, one encloses the other if
/// every corner confirms it. One pass over the corners shows this, whereas comparing edges with each other takes time proportional to the
/// square of their number. Stars, hearts, circles and their strokes are such paths.
func starShapedWinding(_ path: Path) -> Int32? {
  let contours = path.contourCount
  if contours < 1 || contours > 2 { return nil }
  let middle = middle(of: path)
  return unsafe path.points.withUnsafeBufferPointer { points in
    let first = unsafe Contour(points, path.range(ofContour: 0), around: middle)
    let direction = first.direction
    if direction == 0 { return nil }
    if contours == 1 { return Int32(-direction) }
    let second = unsafe Contour(points, path.range(ofContour: 1), around: middle)
    if second.direction != -direction { return nil }
    if first.encloses(second, direction) { return Int32(-direction) }
    return second.encloses(first, -direction) ? Int32(direction) : nil
  }
}

/// Returns the mean of a path's corners, 1/256 px. `path` is not empty.
private func middle(of path: Path) -> Corner {
  var (x, y): (Int64, Int64) = (0, 0)
  for point in path.points {
    x &+= Int64(point.x.raw)
    y &+= Int64(point.y.raw)
  }
  return Corner(x: x / Int64(path.points.count), y: y / Int64(path.points.count))
}

/// A corner relative to the middle, 1/256 px. Coordinates are below 2^24, so no product of two overflows.
private struct Corner {
  let x: Int64
  let y: Int64

  /// Returns the cross product. It is above 0 if the other corner is less than half a turn further clockwise on a screen, and 0 if both are
  /// in line with the middle.
  func turn(to other: Corner) -> Int64 { x &* other.y &- y &* other.x }

  static func - (a: Corner, b: Corner) -> Corner { Corner(x: a.x &- b.x, y: a.y &- b.y) }
}

/// A contour's corners relative to the middle. Safety: it lives as long as the path's points, and indices are below `count`.
@safe private struct Contour {
  private let points: UnsafePointer<Point<PhysicalSpace>>
  let count: Int
  private let middle: Corner

  init(_ points: UnsafeBufferPointer<Point<PhysicalSpace>>, _ range: Range<Int>, around middle: Corner) {
    // A contour has three points or more.
    unsafe self.points = points.baseAddress! + range.lowerBound
    count = range.count
    self.middle = middle
  }

  subscript(_ i: Int) -> Corner { unsafe Corner(x: Int64(points[i].x.raw), y: Int64(points[i].y.raw)) - middle }

  /// The direction of the contour: 1 if it goes around the middle once, clockwise on a screen, without turning back; -1 if it does so
  /// counterclockwise; 0 for any other contour.
  var direction: Int64 {
    var last = self[count - 1]
    let direction = last.turn(to: self[0]).signum()
    // Each edge turns by less than half a circle. A full turn passes the horizontal twice.
    var passes = 0
    for i in 0..<count {
      let corner = self[i]
      if last.turn(to: corner) &* direction <= 0 { return 0 }
      if (last.y < 0) != (corner.y < 0) { passes &+= 1 }
      last = corner
    }
    return passes == 2 ? direction : 0
  }

  /// Whether another contour of the opposite direction lies inside this one, whose direction is `direction`.
  ///
  /// Between rays through consecutive corners of either contour, both contours are straight. They do not meet if the same contour is
  /// further out on both rays.
  func encloses(_ other: Contour, _ direction: Int64) -> Bool {
    var (i, j) = (0, other.edge(at: self[0], direction))
    if j < 0 { return false }
    var (from, to, otherFrom) = (self[0], self[1], other[j])
    var otherTo = other[j == 0 ? other.count - 1 : j - 1]
    // The walk ends at this contour's first corner.
    for _ in 0..<(count + other.count) {
      if to.turn(to: otherTo) &* direction >= 0 {
        if isBeyond(to, otherFrom, otherTo, direction) != true { return false }
        i = i + 1 == count ? 0 : i + 1
        (from, to) = (to, self[i + 1 == count ? 0 : i + 1])
      } else {
        if isBeyond(otherTo, from, to, direction) != false { return false }
        j = j == 0 ? other.count - 1 : j - 1
        (otherFrom, otherTo) = (otherTo, other[j == 0 ? other.count - 1 : j - 1])
      }
    }
    return true
  }

  /// Finds the edge that a ray from the middle crosses, walking backwards. Returns the index of the corner where it begins; -1 for none.
  private func edge(at ray: Corner, _ direction: Int64) -> Int {
    var from = self[count - 1]
    for i in stride(from: count - 1, through: 0, by: -1) {
      let to = self[i == 0 ? count - 1 : i - 1]
      if from.turn(to: ray) &* direction >= 0 && ray.turn(to: to) &* direction > 0 { return i }
      from = to
    }
    return -1
  }
}

/// Whether a corner is further out than an edge; `nil` if it is on the edge.
private func isBeyond(_ corner: Corner, _ from: Corner, _ to: Corner, _ direction: Int64) -> Bool? {
  let side = (to - from).turn(to: corner - from) &* direction
  return side == 0 ? nil : side < 0
}
