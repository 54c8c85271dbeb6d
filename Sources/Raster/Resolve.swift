import Geometry

/// Cuts any set of closed edges at their crossings and keeps the pieces where outside meets inside, once each.
///
/// The plane is cut into slabs at every end point and every crossing. Within a slab no two edges cross, so they have an
/// order from left to right; walking it with the winding number finds the borders. (The scan of Bentley and Ottmann,
/// IEEE Trans. Comput. 28(9), 1979, without its event queue: a face has tens of edges, not thousands, and tiles are made
/// once.) Time grows with edges x slabs.
func resolve(_ edges: [Edge], rule: FillRule) -> [Edge] {
  var sloped: [Edge] = []
  for edge in edges where edge.y0 != edge.y1 { sloped.append(edge) }
  let heights = slabHeights(sloped)
  var resolved: [Edge] = []
  var crossing: [SlabEdge] = []
  for i in 1..<max(heights.count, 1) {
    let (top, bottom) = (heights[i - 1], heights[i])
    crossing.removeAll(keepingCapacity: true)
    for edge in sloped where min(edge.y0, edge.y1) <= top && max(edge.y0, edge.y1) >= bottom {
      crossing.append(
        SlabEdge(top: edge.x(at: top), bottom: edge.x(at: bottom), winding: edge.y1 > edge.y0 ? 1 : -1))
    }
    crossing.sort { $0.middle < $1.middle }
    var winding: Int32 = 0
    for edge in crossing {
      let wasInside = rule.isInside(winding)
      winding += edge.winding
      let isInside = rule.isInside(winding)
      if isInside && !wasInside {
        resolved.append(Edge(x0: edge.top, y0: top, x1: edge.bottom, y1: bottom))
      } else if wasInside && !isInside {
        resolved.append(Edge(x0: edge.bottom, y0: bottom, x1: edge.top, y1: top))
      }
    }
  }
  return resolved
}

/// An edge's part within a slab: x at the slab's top and bottom, 1/65536 px.
private struct SlabEdge {
  let top: Int32
  let bottom: Int32
  let winding: Int32
  /// Twice the x half-way down.
  var middle: Int64 { Int64(top) + Int64(bottom) }
}

/// Every height at which edges end or cross, ascending, 1/65536 px.
private func slabHeights(_ edges: [Edge]) -> [Int32] {
  var heights: [Int32] = []
  for (i, a) in edges.enumerated() {
    heights.append(a.y0)
    heights.append(a.y1)
    for b in edges[(i + 1)...] {
      if let y = crossingHeight(a, b) { heights.append(y) }
    }
  }
  heights.sort()
  var unique: [Int32] = []
  for y in heights where unique.last != y { unique.append(y) }
  return unique
}

/// The height at which two sloped edges cross strictly inside both their height ranges, 1/65536 px.
private func crossingHeight(_ a: Edge, _ b: Edge) -> Int32? {
  let top = max(min(a.y0, a.y1), min(b.y0, b.y1))
  let bottom = min(max(a.y0, a.y1), max(b.y0, b.y1))
  if top >= bottom { return nil }
  // The distance between the edges is linear in y: it crosses zero in proportion to its values at both ends. Kept in
  // 1/2^24 px, since two edges that are almost parallel would cross far from where distances in 1/65536 px say.
  let atTop = fineX(a, at: top) - fineX(b, at: top)
  let atBottom = fineX(a, at: bottom) - fineX(b, at: bottom)
  if atTop == 0 || atBottom == 0 || (atTop > 0) == (atBottom > 0) { return nil }
  let (part, whole) = (abs(atTop), abs(atTop) + abs(atBottom))
  let height = Int64(bottom) - Int64(top)
  // part / whole in 0.31, so that the product with a height of 31 bits fits.
  var (numerator, denominator) = (part, whole)
  while denominator >= 1 << 31 {
    numerator >>= 1
    denominator >>= 1
  }
  let y = top + Int32(divideRounding(height * numerator, by: denominator))
  return y > top && y < bottom ? y : nil
}

/// An edge's x at a height, 1/2^24 px.
private func fineX(_ edge: Edge, at y: Int32) -> Int64 {
  let height = Int64(edge.y1) - Int64(edge.y0)
  let (quotient, remainder) = ((Int64(edge.x1) - Int64(edge.x0)) * (Int64(y) - Int64(edge.y0)))
    .quotientAndRemainder(dividingBy: height)
  return ((Int64(edge.x0) + quotient) << 8) + (remainder << 8) / height
}
