extension Shape {
  /// A star of five points, clockwise from its top tip.
  public static let star = Shape(unchecked: [
    [
      FinePoint(500, 25), FinePoint(654, 338), FinePoint(1000, 388), FinePoint(750, 631), FinePoint(809, 975),
      FinePoint(500, 813), FinePoint(191, 975), FinePoint(250, 631), FinePoint(0, 388), FinePoint(346, 338),
    ].map { $0.unit }
  ])

  /// Returns a star of `points` tips with the first one at the top. It is as large as the box and centered in it.
  ///
  /// - Parameters:
  ///   - points: 2...64.
  ///   - innerRadius: The distance of the inner corners from the middle, 10...1000 thousandths of the distance of the tips. A pentagram has
  ///     382.
  ///   - cornerRadius: The radius of all corners, 0...500 thousandths of the same distance. It is reduced if edges are too short.
  /// - Throws: `.invalidStar` if a parameter is out of range.
  @export(interface) public static func star(
    points: Int32, innerRadius: Int32, cornerRadius: Int32 = 0
  ) throws(SliderError) -> Shape {
    if !(2...64 ~= points) || !(10...1000 ~= innerRadius) || !(0...500 ~= cornerRadius) { throw .invalidStar }
    return Shape(.star(points: points, innerRadius: innerRadius, cornerRadius: cornerRadius))
  }

  static func star(
    _ points: Int32, _ innerRadius: Int32, _ cornerRadius: Int32, _ flattening: Flattening
  ) -> [FinePoint] {
    // `fitted` enlarges the star to the box.
    let radius = FinePoint.one / 2
    let corners = Int64(points) * 2
    let polygon = (0..<corners).map { i in
      let isTip = i % 2 == 0
      return FinePoint.direction(
        i, of: corners, length: isTip ? radius : divideRounding(radius * Int64(innerRadius), by: 1000))
    }
    return fitted(rounded(polygon, radius: divideRounding(radius * Int64(cornerRadius), by: 1000), flattening))
  }

  /// Returns a polygon with each corner replaced by an arc that touches both edges, within half of each edge.
  package static func rounded(_ polygon: [FinePoint], radius: Int64, _ flattening: Flattening) -> [FinePoint] {
    if radius == 0 { return polygon }
    return polygon.indices.flatMap { i in
      let corner = polygon[i]
      let before = polygon[i == 0 ? polygon.count - 1 : i - 1] - corner
      let after = polygon[i + 1 == polygon.count ? 0 : i + 1] - corner
      return arc(at: corner, before, after, radius: radius, flattening)
    }
  }

  /// Returns the arc at a corner between the edges `before` and `after`, which point away from it.
  private static func arc(
    at corner: FinePoint, _ before: FinePoint, _ after: FinePoint, radius: Int64, _ flattening: Flattening
  ) -> [FinePoint] {
    let unit = FinePoint.one
    let (u, v) = (before.withLength(unit), after.withLength(unit))
    // Half the angle between the edges: |u + v| / 2 is its cosine, |u - v| / 2 its sine.
    let (cosine, sine) = ((u + v).length / 2, (u - v).length / 2)
    // Edges that continue almost straight on, or turn almost back, need no rounding.
    if cosine < unit / 1000 || sine < unit / 1000 { return [corner] }
    // The arc touches the edges at the distance radius / tan(half), and its center is at the distance radius / sin(half).
    let wanted = divideRounding(radius * cosine, by: sine)
    let tangent = min(wanted, min(before.length, after.length) / 2)
    let fitting = tangent == wanted ? radius : divideRounding(tangent * sine, by: cosine)
    if fitting == 0 { return [corner] }
    let center = corner + (u + v).withLength(divideRounding(fitting * unit, by: sine))
    return flattening.arc(
      around: center, from: (corner + u.withLength(tangent) - center).withLength(fitting),
      to: (corner + v.withLength(tangent) - center).withLength(fitting))
  }

  /// Returns points moved and scaled so that the longer side of their bounding box equals the unit box's side.
  private static func fitted(_ points: [FinePoint]) -> [FinePoint] {
    var (minX, minY, maxX, maxY) = (points[0].x, points[0].y, points[0].x, points[0].y)
    for point in points {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
    let extent = max(maxX - minX, maxY - minY)
    // Measured from the middle in half units, so that a symmetric polygon stays symmetric.
    return points.map {
      FinePoint(
        x: FinePoint.one / 2 + divideRounding((2 * $0.x - minX - maxX) * FinePoint.one, by: 2 * extent),
        y: FinePoint.one / 2 + divideRounding((2 * $0.y - minY - maxY) * FinePoint.one, by: 2 * extent))
    }
  }
}
