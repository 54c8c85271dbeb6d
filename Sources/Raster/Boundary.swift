import Geometry

/// The boundary of a filled path: edges between an outside whose winding number is 0 and an inside where it is 1
/// everywhere (or -1 everywhere). What is downstream can then add signed areas and never meet two layers in one pixel,
/// where a sum of areas says nothing of what they cover together.
public struct Boundary: Sendable {
  /// All edges, in no order that anything depends on.
  public private(set) var edges: [Edge]

  /// A path whose contours neither touch nor nest in the same direction is taken as it is; any other is cut at its
  /// crossings first (`resolve`).
  public init(_ path: Path, rule: FillRule = .nonZero) {
    var edges: [Edge] = []
    edges.reserveCapacity(path.points.count)
    for contour in 0..<path.contourEnds.count {
      let range = path.range(ofContour: contour)
      var last = path.points[range.upperBound - 1]
      for i in range {
        edges.append(Edge(last, path.points[i]))
        last = path.points[i]
      }
    }
    self.edges = isPlain(edges, path) ? edges : resolve(edges, rule: rule)
  }
}

/// Whether the edges have winding numbers 0 and 1 (or 0 and -1) only, seen without cutting: no two edges meet but
/// neighbours at their common point, and no contour lies inside another that goes the same way round.
private func isPlain(_ edges: [Edge], _ path: Path) -> Bool {
  for contour in 0..<path.contourEnds.count {
    let range = path.range(ofContour: contour)
    for i in range {
      for j in (i + 1)..<max(edges.count, i + 1) {
        if !boxesTouch(edges[i], edges[j]) { continue }
        let follows = j == i + 1 && j < range.upperBound
        let closes = i == range.lowerBound && j == range.upperBound - 1
        if follows || closes {
          if foldsBack(edges[i], edges[j]) { return false }
        } else if meet(edges[i], edges[j]) {
          return false
        }
      }
    }
  }
  return contourWindingsAreUnit(edges, path)
}

private func boxesTouch(_ a: Edge, _ b: Edge) -> Bool {
  max(a.x0, a.x1) >= min(b.x0, b.x1) && max(b.x0, b.x1) >= min(a.x0, a.x1)
    && max(a.y0, a.y1) >= min(b.y0, b.y1) && max(b.y0, b.y1) >= min(a.y0, a.y1)
}

/// Twice the signed area of the triangle a, b, c.
private func cross(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, _ cx: Int32, _ cy: Int32) -> Int64 {
  // Path coordinates have 8 fractional bits of the 16: without the empty ones the product fits 63 bits.
  let (ux, uy) = ((Int64(bx) - Int64(ax)) >> 8, (Int64(by) - Int64(ay)) >> 8)
  let (vx, vy) = ((Int64(cx) - Int64(ax)) >> 8, (Int64(cy) - Int64(ay)) >> 8)
  return ux * vy - uy * vx
}

/// Neighbours that run back over each other.
private func foldsBack(_ a: Edge, _ b: Edge) -> Bool {
  let isStraight =
    cross(a.x0, a.y0, a.x1, a.y1, b.x0, b.y0) == 0 && cross(a.x0, a.y0, a.x1, a.y1, b.x1, b.y1) == 0
  if !isStraight { return false }
  let (ax, ay) = (Int64(a.x1) - Int64(a.x0), Int64(a.y1) - Int64(a.y0))
  let (bx, by) = (Int64(b.x1) - Int64(b.x0), Int64(b.y1) - Int64(b.y0))
  // One direction: straight on, whichever of the two comes first. A zero-length edge needs no care and gets the slow way.
  return (ax >> 8) * (bx >> 8) + (ay >> 8) * (by >> 8) <= 0
}

/// Whether two edges that are no neighbours have a point in common.
private func meet(_ a: Edge, _ b: Edge) -> Bool {
  let b0 = cross(a.x0, a.y0, a.x1, a.y1, b.x0, b.y0)
  let b1 = cross(a.x0, a.y0, a.x1, a.y1, b.x1, b.y1)
  if (b0 > 0 && b1 > 0) || (b0 < 0 && b1 < 0) { return false }
  let a0 = cross(b.x0, b.y0, b.x1, b.y1, a.x0, a.y0)
  let a1 = cross(b.x0, b.y0, b.x1, b.y1, a.x1, a.y1)
  if (a0 > 0 && a1 > 0) || (a0 < 0 && a1 < 0) { return false }
  return true
}

/// With contours that do not meet, each is a border between two winding numbers: those around its first point without it,
/// and one more or less.
private func contourWindingsAreUnit(_ edges: [Edge], _ path: Path) -> Bool {
  var sign: Int32 = 0
  for contour in 0..<path.contourEnds.count {
    let range = path.range(ofContour: contour)
    let direction = orientation(edges, range)
    if direction == 0 { return false }
    let start = edges[range.lowerBound]
    var around: Int32 = 0
    for i in 0..<edges.count where !range.contains(i) {
      around += windingOf(edges[i], leftOf: start.x0, start.y0)
    }
    for winding in [around, around + direction] where winding != 0 {
      if abs(winding) > 1 || (sign != 0 && sign != winding) { return false }
      sign = winding
    }
  }
  return true
}

/// What an edge adds to the winding number of a point: it counts where it crosses the horizontal to the point's left.
private func windingOf(_ edge: Edge, leftOf x: Int32, _ y: Int32) -> Int32 {
  if (edge.y0 <= y) == (edge.y1 <= y) { return 0 }
  let side = cross(edge.x0, edge.y0, edge.x1, edge.y1, x, y)
  if edge.y1 > edge.y0 { return side < 0 ? 1 : 0 }
  return side > 0 ? -1 : 0
}

/// +1 for a contour that adds winding inside, -1 for one that takes away, 0 for one without area.
private func orientation(_ edges: [Edge], _ range: Range<Int>) -> Int32 {
  var doubled: Int64 = 0
  let origin = edges[range.lowerBound]
  for i in range {
    doubled += cross(origin.x0, origin.y0, edges[i].x0, edges[i].y0, edges[i].x1, edges[i].y1)
  }
  // Clockwise on a screen (y down) has a positive cross product and its right edges go down.
  return doubled > 0 ? -1 : (doubled < 0 ? 1 : 0)
}
