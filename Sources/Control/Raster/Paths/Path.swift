import Geometry

/// Closed contours of straight lines, in pixels of a surface. A contour's last point connects to its first.
///
/// Points are clamped to -16,384 ..< 16,384 px, which is beyond any screen, so that no product of two differences overflows.
@usableFromInline package struct Path: Sendable {
  /// The points of all contours, one contour after the other.
  @usableFromInline package private(set) var points: [Point<PhysicalSpace>] = []
  /// The end index of the first contour if another one follows, and the end indices of further contours but the last. A
  /// stroke, which has two contours, then needs no array.
  private var firstEnd = 0
  private var laterEnds: [Int] = []

  /// The exclusive limit of a coordinate's magnitude, in pixels.
  @usableFromInline package static let limit: Int32 = 16_384

  /// Makes a path without contours.
  @usableFromInline package init() {}

  /// Makes a path without contours that has room for `capacity` points.
  @usableFromInline package init(capacity: Int) { points.reserveCapacity(capacity) }

  /// Makes a path of one contour.
  @usableFromInline package init(_ contour: [Point<PhysicalSpace>]) {
    addContour(contour)
  }

  /// Whether there is no contour.
  @usableFromInline package var isEmpty: Bool { points.isEmpty }

  /// The number of contours.
  @usableFromInline package var contourCount: Int { points.isEmpty ? 0 : firstEnd == 0 ? 1 : laterEnds.count + 2 }

  /// Adds a contour. A contour of fewer than three points encloses nothing and is ignored.
  package mutating func addContour(_ contour: [Point<PhysicalSpace>]) {
    if points.isEmpty { points.reserveCapacity(contour.count) }
    addContour(count: contour.count) { contour[$0] }
  }

  /// Adds a contour of `count` points, which `point` returns by index. A contour of fewer than three points is ignored.
  @inline(__always)
  package mutating func addContour(count: Int, _ point: (Int) -> Point<PhysicalSpace>) {
    if count < 3 { return }
    endContour()
    for i in 0..<count { points.append(Self.limited(point(i))) }
  }

  /// Adds all contours of another path.
  package mutating func add(_ other: Path) {
    for contour in 0..<other.contourCount {
      endContour()
      points.append(contentsOf: other.points[other.range(ofContour: contour)])
    }
  }

  /// Ends the current contour.
  private mutating func endContour() {
    if firstEnd == 0 {
      firstEnd = points.count
    } else {
      laterEnds.append(points.count)
    }
  }

  /// Returns the indices of a contour's points.
  @usableFromInline package func range(ofContour contour: Int) -> Range<Int> {
    end(ofContour: contour - 1)..<end(ofContour: contour)
  }

  /// Returns the end index of a contour, and 0 for contour -1.
  private func end(ofContour contour: Int) -> Int {
    if contour < 0 { return 0 }
    if contour == contourCount - 1 { return points.count }
    return contour == 0 ? firstEnd : laterEnds[contour - 1]
  }

  /// The smallest pixel rectangle that contains every point.
  @usableFromInline package var bounds: Rect<PhysicalSpace> {
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

  private static func limited(_ point: Point<PhysicalSpace>) -> Point<PhysicalSpace> {
    let greatest = limit * 256 - 1
    return Point(
      x: Fixed(raw: min(max(point.x.raw, -greatest), greatest)),
      y: Fixed(raw: min(max(point.y.raw, -greatest), greatest)))
  }
}

/// Decides which points are inside by their winding number: how often the contours go round them.
@usableFromInline package enum FillRule: Sendable {
  /// Inside if the winding number is not 0.
  case nonZero
  /// Inside if the winding number is odd.
  case evenOdd

  @inlinable func isInside(_ winding: Int32) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}
