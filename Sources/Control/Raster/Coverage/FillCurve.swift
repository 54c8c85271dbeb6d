import Geometry

/// How the filled share of an outline's area in one pixel grows as a fill edge passes through the pixel.
///
/// An edge adds the area to its right, as in `FillShares`, for each of 64 places of the fill edge.
struct FillCurve {
  /// The areas left of the places 1/64 ... 64/64 of the pixel, 1/65536 px².
  private var areas = [Int64](repeating: 0, count: 64)

  /// `edges` are an outline's; (`x`, `y`) is the pixel. If `isRow` is true, the fill edge passes from the top to the bottom.
  init(_ edges: UnsafeBufferPointer<Edge>, winding: Int32, x: Int32, y: Int32, isRow: Bool) {
    let (start, top) = isRow ? (y << 16, x << 16) : (x << 16, y << 16)
    for i in 0..<edges.count {
      var edge = unsafe edges[i]
      // Seen with x and y exchanged, an outline turns the other way round.
      if isRow { edge = Edge(x0: edge.y0, y0: edge.x0, x1: edge.y1, y1: edge.x1) }
      let (from, to) = (max(edge.upper, top), min(edge.lower, top &+ 65536))
      if from >= to || edge.left >= start &+ 65536 { continue }
      let isDown = edge.y1 > edge.y0
      let sign: Int64 = (isDown == (winding > 0)) == isRow ? -1 : 1
      let (a, b) = (edge.x(at: from), edge.x(at: to))
      add(Int64(min(a, b) &- start), Int64(max(a, b) &- start), height: Int64(to &- from), sign)
    }
  }

  /// Adds a piece of an edge from `left` to `right` of the pixel's left side, 1/65536 px.
  private mutating func add(_ left: Int64, _ right: Int64, height: Int64, _ sign: Int64) {
    // What lies left of the pixel covers it as an edge along its left side does.
    let outside = right <= 0 ? height : left < 0 ? height &* (0 &- left) / (right &- left) : 0
    let (start, rest) = (max(left, 0), height &- outside)
    for i in 0..<64 {
      let place = Int64(i &+ 1) << 10
      var area = outside &* place
      if place >= right {
        area &+= rest &* (2 &* place &- start &- right) / 2
      } else if place > start {
        area &+= rest &* (place &- start) / (right &- start) &* (place &- start) / 2
      }
      areas[i] &+= sign &* (area >> 16)
    }
  }

  /// Returns the filled share at each place, 0...255 of 255.
  func shares(isReversed: Bool) -> [UInt8] {
    let all = areas[63]
    if all <= 0 { return [UInt8](repeating: 0, count: 64) }
    return (0..<64).map { i in
      // From the other side, what the edge has passed is what is left on this one.
      let area = isReversed ? all &- (i < 63 ? areas[62 &- i] : 0) : areas[i]
      return UInt8(truncatingIfNeeded: (min(max(area, 0), all) &* 255 &+ all / 2) / all)
    }
  }
}

extension ShapePainter {
  /// Calls `body` with each pixel that the inside of the shape painted last covers in part, as the scanout has it, and with the filled
  /// share of the inside while a fill edge passes.
  package func forEachPartial(
    of outlines: ShapeOutlines, isRow: Bool, isReversed: Bool,
    where isShown: (_ x: Int32, _ y: Int32) -> Bool, _ body: (_ x: Int32, _ y: Int32, _ shares: [UInt8]) -> Void
  ) {
    unsafe outlines.inside.withEdges { edges in
      for y in 0..<transform.layout.height {
        for x in 0..<transform.layout.width where 1...254 ~= coverage[Int(x), Int(y)] {
          let (left, top) = transform.toPhysical(x: x, y: y)
          if !isShown(left, top) { continue }
          let curve = unsafe FillCurve(edges, winding: outlines.inside.winding, x: x, y: y, isRow: isRow)
          body(left, top, curve.shares(isReversed: isReversed))
        }
      }
    }
  }
}
