import StarSlider

/// An outline as its definition says, in floating point: the union of a box per edge and a join per corner, each turned
/// the same way round, for `ExactCoverage` with the non-zero rule.
enum ReferenceOutline {
  typealias Vector = (x: Double, y: Double)

  static func contours(_ path: Path, width: Double, join: LineJoin) -> [[Vector]] {
    var pieces: [[Vector]] = []
    for contour in 0..<path.contourCount {
      var points: [Vector] = []
      for point in path.points[path.range(ofContour: contour)] {
        let next = (x: Double(point.x.raw) / 256, y: Double(point.y.raw) / 256)
        if let last = points.last, last == next { continue }
        points.append(next)
      }
      while points.count > 1 && points[0] == points[points.count - 1] { points.removeLast() }
      if points.count < 3 { continue }
      for i in 0..<points.count {
        let (a, b, c) = (points[i], points[(i + 1) % points.count], points[(i + 2) % points.count])
        pieces.append(box(a, b, width / 2))
        pieces.append(join == .round ? circle(b, width / 2) : wedge(a, b, c, width / 2))
      }
    }
    return pieces.map(clockwise)
  }

  private static func clockwise(_ contour: [Vector]) -> [Vector] {
    var doubled = 0.0
    for i in 0..<contour.count {
      let (a, b) = (contour[i], contour[(i + 1) % contour.count])
      doubled += a.x * b.y - a.y * b.x
    }
    return doubled < 0 ? contour.reversed() : contour
  }

  /// A unit vector across an edge.
  private static func normal(_ a: Vector, _ b: Vector) -> Vector {
    let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    return ((b.y - a.y) / length, (a.x - b.x) / length)
  }

  private static func box(_ a: Vector, _ b: Vector, _ half: Double) -> [Vector] {
    let n = normal(a, b)
    return [
      (a.x + n.x * half, a.y + n.y * half), (b.x + n.x * half, b.y + n.y * half),
      (b.x - n.x * half, b.y - n.y * half), (a.x - n.x * half, a.y - n.y * half),
    ]
  }

  /// The corner at b on its outer side: to the borders' crossing, or cut straight beyond ten half widths.
  private static func wedge(_ a: Vector, _ b: Vector, _ c: Vector, _ half: Double) -> [Vector] {
    let (n, m) = (normal(a, b), normal(b, c))
    let side = n.x * m.y - n.y * m.x > 0 ? half : -half
    var wedge = [b, (b.x + n.x * side, b.y + n.y * side)]
    let divisor = 1 + n.x * m.x + n.y * m.y
    if divisor >= 0.02 { wedge.append((b.x + (n.x + m.x) * side / divisor, b.y + (n.y + m.y) * side / divisor)) }
    wedge.append((b.x + m.x * side, b.y + m.y * side))
    return wedge
  }

  private static func circle(_ center: Vector, _ radius: Double) -> [Vector] {
    // 256 directions by halving angles: no library of trigonometry.
    var ring: [Vector] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    for _ in 0..<6 {
      var finer: [Vector] = []
      for i in 0..<ring.count {
        let (a, b) = (ring[i], ring[(i + 1) % ring.count])
        let length = ((a.x + b.x) * (a.x + b.x) + (a.y + b.y) * (a.y + b.y)).squareRoot()
        finer.append(a)
        finer.append(((a.x + b.x) / length, (a.y + b.y) / length))
      }
      ring = finer
    }
    return ring.map { (center.x + $0.x * radius, center.y + $0.y * radius) }
  }
}
