import Geometry

/// The part of an outline's edge in the rows of one pixel. It adds the area to its right, as in `AccumulatorRow`.
struct EdgePiece {
  // The distances of both ends from the pixel's left side, in 1/65536 px.
  private let left: Int64
  private let right: Int64
  /// The height in 1/65536 px, below 0 if the edge subtracts.
  private let height: Int64

  /// Calls `body` with the pieces that add area to a pixel. If `isRow` is true, x and y are exchanged.
  @inline(__always)
  static func forEach(
    of edges: UnsafeBufferPointer<Edge>, winding: Int32, x: Int32, y: Int32, isRow: Bool, _ body: (EdgePiece) -> Void
  ) {
    let (start, top) = isRow ? (y << 16, x << 16) : (x << 16, y << 16)
    let adds = (winding > 0) != isRow
    for i in 0..<edges.count {
      var edge = unsafe edges[i]
      // The exchange reverses the direction of the outline.
      if isRow { edge = Edge(x0: edge.y0, y0: edge.x0, x1: edge.y1, y1: edge.x1) }
      let isDown = edge.y1 > edge.y0
      let from = max(isDown ? edge.y0 : edge.y1, top)
      let to = min(isDown ? edge.y1 : edge.y0, top &+ 65536)
      if from >= to || edge.left >= start &+ 65536 { continue }
      let height = isDown == adds ? Int64(to &- from) : Int64(from &- to)
      if edge.right <= start {
        body(EdgePiece(left: 0, right: 0, height: height))
      } else {
        let (a, b) = (crossing(edge, from), crossing(edge, to))
        body(EdgePiece(left: Int64(min(a, b) &- start), right: Int64(max(a, b) &- start), height: height))
      }
    }
  }

  /// Returns the x at height `y`, in 1/65536 px. `y` lies between the edge's ends.
  @inline(__always) private static func crossing(_ edge: Edge, _ y: Int32) -> Int32 {
    let (width, height) = (Int64(edge.x1) &- Int64(edge.x0), Int64(edge.y1) &- Int64(edge.y0))
    return edge.x0 &+ Int32(truncatingIfNeeded: width &* (Int64(y) &- Int64(edge.y0)) / height)
  }

  /// Returns the area that the piece adds to the left of a position in the pixel, 0...65536 in 1/65536 px².
  @inline(__always) func area(leftOf place: Int64) -> Int64 {
    if left >= place { return 0 }
    if right <= 0 { return (height &* place) >> 16 }
    // The part to the left of the pixel adds as much area as an edge along the pixel's left side.
    let outside = left < 0 ? height &* (0 &- left) / (right &- left) : 0
    let (start, rest) = (max(left, 0), height &- outside)
    let within =
      place >= right
      ? rest &* (2 &* place &- start &- right) / 2
      : rest &* (place &- start) / (right &- start) &* (place &- start) / 2
    return (outside &* place &+ within) >> 16
  }
}
