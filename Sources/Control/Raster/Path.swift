import Geometry

/// Closed contours of straight lines, in pixels of a surface. Every contour closes itself: its last point joins its first.
///
/// Points are kept within -16,384 ..< 16,384 px (beyond any screen), so that no product of two differences can overflow;
/// a point outside is moved to the limit.
@usableFromInline package struct Path: Sendable {
  /// All contours' points, one after the other.
  @usableFromInline package private(set) var points: [Point<PhysicalSpace>] = []
  /// The index after the first contour's last point, if another contour follows, and those of all but the last of these: two
  /// contours, an outline's, take no memory for it.
  private var firstEnd = 0
  private var laterEnds: [Int] = []

  /// Points are below this distance from the origin, in pixels.
  @usableFromInline package static let limit: Int32 = 16_384

  /// No contour.
  @usableFromInline package init() {}

  /// No contour yet, with room for so many points.
  @usableFromInline package init(capacity: Int) { points.reserveCapacity(capacity) }

  /// One contour.
  @usableFromInline package init(_ contour: [Point<PhysicalSpace>]) {
    addContour(contour)
  }

  /// Whether there is no contour.
  @usableFromInline package var isEmpty: Bool { points.isEmpty }

  /// How many contours there are.
  @usableFromInline package var contourCount: Int { points.isEmpty ? 0 : firstEnd == 0 ? 1 : laterEnds.count + 2 }

  /// Adds a contour; one with fewer than three points encloses nothing and is left out.
  package mutating func addContour(_ contour: [Point<PhysicalSpace>]) {
    if points.isEmpty { points.reserveCapacity(contour.count) }
    addContour(count: contour.count) { contour[$0] }
  }

  /// Adds a contour of `count` points, asked for one by one; fewer than three enclose nothing and are left out.
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

  /// What comes is another contour.
  private mutating func endContour() {
    if firstEnd == 0 {
      firstEnd = points.count
    } else {
      laterEnds.append(points.count)
    }
  }

  /// Where a contour's points are.
  @usableFromInline package func range(ofContour contour: Int) -> Range<Int> {
    end(ofContour: contour - 1)..<end(ofContour: contour)
  }

  /// The index after a contour's last point, 0 before the first.
  private func end(ofContour contour: Int) -> Int {
    if contour < 0 { return 0 }
    if contour == contourCount - 1 { return points.count }
    return contour == 0 ? firstEnd : laterEnds[contour - 1]
  }

  /// The least pixel rectangle that holds every point.
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

/// Which points are inside, by their winding number: how often the contours go round them.
@usableFromInline package enum FillRule: Sendable {
  /// Inside where the winding number is not 0.
  case nonZero
  /// Inside where it is odd.
  case evenOdd

  @inlinable func isInside(_ winding: Int32) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}
