/// Closed contours of straight lines, in pixels of a surface. A contour's last point is connected to its first.
///
/// Points are clamped to -16,384 ..< 16,384 px, which is larger than any screen, so that no product of two differences overflows. A path
/// may be finer than 1/256 px: with a `fineness` of n, coordinates are in 1/2^(8 + n) px, and their limit is lower by the factor 2^n.
package struct Path: Sendable {
  /// The points of all contours, one contour after the other.
  package private(set) var points: [Point<PhysicalSpace>] = []
  /// The number of additional fractional bits, 0...8.
  package let fineness: Int32
  /// The end index of the first contour if there are more contours, otherwise 0. `ends` has the end indices of the others except the last.
  /// A stroke has two contours, so it needs no array.
  private var firstEnd = 0
  /// The index of the inner side, if the path is a stroke that consists of both sides of one contour; otherwise -1.
  var innerSide = -1
  private var ends: [Int] = []

  /// The exclusive limit of a coordinate's magnitude, in pixels.
  package static let limit: Int32 = 16_384

  /// Creates a path without contours that reserves memory for `capacity` points.
  package init(capacity: Int = 0, fineness: Int32 = 0) {
    self.fineness = fineness
    points.reserveCapacity(capacity)
  }

  package var contourCount: Int { points.isEmpty ? 0 : ends.count + (firstEnd == 0 ? 1 : 2) }

  /// Adds a contour. A contour of fewer than three points encloses nothing and is ignored.
  package mutating func addContour(_ contour: [Point<PhysicalSpace>]) {
    if points.isEmpty { points.reserveCapacity(contour.count) }
    addContour(count: contour.count) { contour[$0] }
  }

  /// Adds a contour of `count` points, which `point` returns by index. A contour of fewer than three points is ignored.
  @inline(__always) package mutating func addContour(count: Int, _ point: (Int) -> Point<PhysicalSpace>) {
    if count < 3 { return }
    if firstEnd != 0 { ends.append(points.count) } else { firstEnd = points.count }
    for i in 0..<count { points.append(Self.limited(point(i))) }
  }

  package func range(ofContour contour: Int) -> Range<Int> {
    (contour == 0 ? 0 : end(ofContour: contour - 1))..<end(ofContour: contour)
  }

  private func end(ofContour contour: Int) -> Int {
    contour == contourCount - 1 ? points.count : contour == 0 ? firstEnd : ends[contour - 1]
  }

  private static func limited(_ point: Point<PhysicalSpace>) -> Point<PhysicalSpace> {
    let greatest = limit * 256 - 1
    return Point(
      x: Fixed(raw: min(max(point.x.raw, -greatest), greatest)),
      y: Fixed(raw: min(max(point.y.raw, -greatest), greatest)))
  }
}

/// The rule that decides which points are inside. It depends on a point's winding number: how many times the contours go around it.
package enum FillRule: Sendable {
  /// Inside if the winding number is not 0.
  case nonZero
  /// Inside if the winding number is odd.
  case evenOdd

  func isInside(_ winding: Int32) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

/// A straight edge of an outline, in 16.16 fixed-point pixels. A downward edge adds coverage to its right, and an upward edge subtracts it.
///
/// Edges have 16 fractional bits while most paths have 8, because intersections rounded to 1/256 px would be visible.
package struct Edge: Sendable {
  // Both ends, in 1/65536 px.
  package let x0: Int32
  package let y0: Int32
  package let x1: Int32
  package let y1: Int32

  package init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  /// Creates the edge between two points of a path with a given fineness.
  @inline(__always) init(_ a: Point<PhysicalSpace>, _ b: Point<PhysicalSpace>, fineness: Int32 = 0) {
    let shift = 8 &- fineness
    self.init(x0: a.x.raw &<< shift, y0: a.y.raw &<< shift, x1: b.x.raw &<< shift, y1: b.y.raw &<< shift)
  }

  /// The y of the upper and of the lower end.
  var upper: Int32 { min(y0, y1) }
  var lower: Int32 { max(y0, y1) }
  /// The x of the left and of the right end.
  var left: Int32 { min(x0, x1) }
  var right: Int32 { max(x0, x1) }

  /// Returns the x at height `y`, in 1/65536 px, rounded to nearest. `y` lies between `y0` and `y1`, which differ.
  func x(at y: Int32) -> Int32 {
    let height = Int64(y1) - Int64(y0)
    let part = (Int64(x1) - Int64(x0)) * (Int64(y) - Int64(y0))
    return x0 + Int32(height > 0 ? divideRounding(part, by: height) : divideRounding(-part, by: -height))
  }
}
