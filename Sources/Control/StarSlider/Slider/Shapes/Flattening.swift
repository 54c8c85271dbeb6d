/// Approximates curves by polygons that cover the same pixels.
///
/// A chord between two points of a curve cuts off two thirds of its sagitta on average. So the points between a curve's ends are moved
/// outwards by that distance, and every chord encloses the area of its piece. The remaining error alternates between both sides of the
/// chord. It is a parabola whose integral over any part of the piece is at most |P' x P''| h³ / (36 √3), where h is the step of the
/// parameter. Steps are small enough to keep this at 1/512 px² or less in a pixel, half of a level of 255. Higher derivatives add less than
/// a tenth of that. `CurveTests` checks this for random curves.
///
/// The ends of a curve, where others may join, stay in place. Only one end of the first and the last chord is moved. They are shorter by
/// the factor √½ = 0.7, so that they enclose the right area nevertheless.
package struct Flattening {
  /// The side of the largest cells, in pixels. Curves in larger ones have the same points.
  package static var largest: Int32 { 512 }

  /// The limit of |P' x P''| (h / 5)³, in 1/2^48 of the unit box: 36 √3 / 125 / 512 px².
  var tolerance: Int64

  package init(side: Int32) {
    let side = Int64(min(max(side, 1), Self.largest))
    tolerance = FinePoint.one * FinePoint.one / (side * side * 1026)
  }

  /// Returns the short arc around `center` from `center + from` to `center + to`, including both ends. The vectors have the same length and
  /// do not point in opposite directions.
  func arc(around center: FinePoint, from: FinePoint, to: FinePoint) -> [FinePoint] {
    let (radius, sum) = (from.length, (from + to).length)
    // Arcs smaller than the grid of the box are not visible.
    if radius < 256 || sum == 0 { return [center + from, center + to] }
    // Arcs of more than an eighth of a circle are halved. Shorter arcs differ from a cubic curve by at most 1/230,000 of the radius.
    if sum * 1000 < radius * 1847 {
      let middle = (from + to).withLength(radius)
      return arc(around: center, from: from, to: middle) + arc(around: center, from: middle, to: to).dropFirst()
    }
    // With the cosine c of half the angle, the tangents at the ends meet at the distance radius / c from the center. The control points are
    // at 4/3 c / (1 + c) of the way there.
    let tip = (from + to).withLength(divideRounding(2 * radius * radius, by: sum))
    func control(_ end: FinePoint) -> FinePoint { center + .between(end, tip, 4 * sum, of: 6 * radius + 3 * sum) }
    var points = [center + from]
    addCubic(points[0], control(from), control(to), center + to, to: &points)
    return points
  }

  /// Returns an ellipse, clockwise from its rightmost point.
  func ellipse(around center: FinePoint, radiusX: Int64, radiusY: Int64) -> [FinePoint] {
    let radius = max(radiusX, radiusY)
    let quarter = arc(around: FinePoint(x: 0, y: 0), from: FinePoint(x: radius, y: 0), to: FinePoint(x: 0, y: radius))
    // All four quarters are derived from one, so that the ellipse is exactly symmetric.
    var points = quarter
    points += quarter.dropLast().reversed().map { FinePoint(x: -$0.x, y: $0.y) }
    points += quarter.dropFirst().map { FinePoint(x: -$0.x, y: -$0.y) }
    points += quarter.dropFirst().dropLast().reversed().map { FinePoint(x: $0.x, y: -$0.y) }
    return points.map {
      center
        + FinePoint(x: divideRounding($0.x * radiusX, by: radius), y: divideRounding($0.y * radiusY, by: radius))
    }
  }

  /// Adds a cubic Bézier curve without its start to a polygon. Coordinates are below 2^26.
  package func addCubic(
    _ a: FinePoint, _ b: FinePoint, _ c: FinePoint, _ d: FinePoint, to points: inout [FinePoint]
  ) {
    // |P' x P''| is at most 18 times the greatest of these products of the control polygon's sides.
    let bend = max(abs((b - a).cross(c - b)), abs((c - b).cross(d - c)), abs((b - a).cross(d - c)) / 2) * 18
    let steps = steps(for: bend)
    // The step in 1/2^24 of the parameter.
    let step = FinePoint.one * 5 / (5 * steps + 2)
    let (x, y) = (MovedCubic(a.x, b.x, c.x, d.x, step), MovedCubic(a.y, b.y, c.y, d.y, step))
    var t = (FinePoint.one - (steps - 1) * step) / 2
    for _ in 0..<steps {
      points.append(FinePoint(x: x.value(at: t), y: y.value(at: t)))
      t += step
    }
    points.append(d)
  }

  /// Returns the number of points between the ends of a curve with a given |P' x P''|, so that its steps are 1 / (points + 0.4).
  func steps(for bend: Int64) -> Int64 {
    var steps: Int64 = 1
    while (5 * steps + 2) * (5 * steps + 2) * (5 * steps + 2) * tolerance < bend { steps += 1 }
    return steps
  }
}

/// A coordinate of the points that are moved outwards: P(t) - P''(t) h² / 12, which is a cubic in t as well.
private struct MovedCubic {
  private let constant, linear, square, cube: Int64

  init(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64, _ step: Int64) {
    (square, cube) = (3 * (a - b - b + c), d - a + 3 * (b - c))
    // h² / 6, in 1/2^32.
    let part = ((step * step) >> 16) / 6
    constant = a - (square * part) >> 32
    linear = 3 * (b - a) - (3 * cube * part) >> 32
  }

  /// Returns the coordinate at `t`, in 1/2^24.
  @inline(__always) func value(at t: Int64) -> Int64 {
    let second = square &+ (cube &* t) >> 24
    let first = linear &+ (second &* t) >> 24
    return constant &+ (first &* t) >> 24
  }
}

extension Shape {
  /// Returns a right half from top to bottom followed by its mirror image from bottom to top, without repeated points.
  static func closed(_ half: [FinePoint]) -> [FinePoint] {
    var points: [FinePoint] = []
    for point in half + half.reversed().map({ $0.mirrored }) where points.last != point { points.append(point) }
    while points.count > 1 && points.first == points.last { points.removeLast() }
    return points
  }
}
