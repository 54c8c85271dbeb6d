import Geometry

/// How the filled share of an outline's area in one pixel grows as a fill edge passes through the pixel.
///
/// It has the areas for 64 places of the fill edge.
struct FillCurve {
  /// The areas left of the places 1/64 ... 64/64 of the pixel, 1/65536 px².
  private var areas = [Int64](repeating: 0, count: 64)

  /// `edges` are an outline's; (`x`, `y`) is the pixel. If `isRow` is true, the fill edge passes from the top to the bottom.
  init(_ edges: UnsafeBufferPointer<Edge>, winding: Int32, x: Int32, y: Int32, isRow: Bool) {
    unsafe EdgePiece.forEach(of: edges, winding: winding, x: x, y: y, isRow: isRow) { piece in
      for i in 0..<64 { areas[i] &+= piece.area(leftOf: Int64(i &+ 1) << 10) }
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
