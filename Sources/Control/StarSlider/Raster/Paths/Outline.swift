/// The outline of a filled path: edges between an outside with winding number 0 and an inside whose winding number is 1 everywhere, or -1
/// everywhere.
///
/// Signed areas below such edges add up to coverage. With overlapping layers they would not: if two layers each cover half of a pixel, the
/// pixel may be half or fully covered.
package struct Outline: Sendable {
  /// The path whose points the edges connect; empty if the path had to be cut.
  private let path: Path
  /// The edges of a path that was cut at its intersections.
  private let cut: [Edge]
  /// The winding number inside, 1 or -1.
  let winding: Int32

  /// Whether the outline is that of a path of one contour that was not cut.
  var isOneContour: Bool { cut.isEmpty && path.contourCount == 1 }
  /// Whether the outline is a stroke that consists of both sides of one contour.
  var isSides: Bool { cut.isEmpty && path.innerSide >= 0 }
  /// The edges of the inner side of such a stroke.
  var innerSide: Range<Int> { path.range(ofContour: path.innerSide) }

  /// The number of edges, including horizontal ones.
  package var edgeCount: Int { path.points.count + cut.count }

  /// Creates the outline of a path. A path whose contours neither touch nor are nested in the same direction keeps its edges; any other
  /// path is cut at its intersections (`resolve`).
  @export(interface) package init(_ path: Path, rule: FillRule = .nonZero) {
    if let winding = unsafe starShapedWinding(path) ?? path.withEdges({ unsafe unitWinding($0, path) }) {
      self.path = path
      cut = []
      self.winding = winding
    } else {
      self.path = Path()
      cut = unsafe path.withEdges { unsafe resolve($0, rule: rule) }
      winding = 1
    }
  }

  /// Calls `body` with all edges, in no particular order. The buffer is valid only during the call.
  @inline(__always) func withEdges<Result>(_ body: (UnsafeBufferPointer<Edge>) -> Result) -> Result {
    unsafe cut.isEmpty ? path.withEdges(body) : cut.withUnsafeBufferPointer(body)
  }
}

extension Path {
  /// Calls `body` with an edge from each point to the next one of its contour. The buffer is valid only during the call.
  @inline(__always) fileprivate func withEdges<Result>(_ body: (UnsafeBufferPointer<Edge>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Edge.self, capacity: points.count) { edges in
      unsafe points.withUnsafeBufferPointer { points in
        for contour in 0..<contourCount {
          let range = range(ofContour: contour)
          var last = unsafe points[range.upperBound - 1]
          for i in range {
            unsafe edges.initializeElement(at: i, to: Edge(last, points[i], fineness: fineness))
            last = unsafe points[i]
          }
        }
      }
      return unsafe body(UnsafeBufferPointer(edges))
    }
  }
}

/// Returns the winding number inside a path that need not be cut, 1 or -1; `nil` for any other path.
///
/// Such a path has no edges that meet, except neighbors at their common point, and no contour inside another one of the
/// same direction.
func unitWinding(_ edges: UnsafeBufferPointer<Edge>, _ path: Path) -> Int32? {
  unsafe isSimple(edges, path) ? commonWinding(edges, path) : nil
}

/// Consecutive edges of a contour that go in one direction along x and in one along y. They meet only at their common points, and their
/// ends determine the box around any part of them.
private struct Chain {
  let start, end: Int
  // The bounding box, in 1/65536 px.
  private let left, top, right, bottom: Int32

  @inline(__always) init(_ edges: UnsafeBufferPointer<Edge>, _ start: Int, _ end: Int) {
    (self.start, self.end) = (start, end)
    let (first, last) = unsafe (edges[start], edges[end &- 1])
    (left, right) = (min(first.x0, last.x1), max(first.x0, last.x1))
    (top, bottom) = (min(first.y0, last.y1), max(first.y0, last.y1))
  }

  @inline(__always) func touches(_ other: Self) -> Bool {
    left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
  }
}

extension Edge {
  /// The edge's directions: 1 for right, 2 for left, 4 for down, 8 for up; 0 for an edge without length.
  fileprivate var directions: Int32 {
    (x1 > x0 ? 1 : 0) | (x1 < x0 ? 2 : 0) | (y1 > y0 ? 4 : 0) | (y1 < y0 ? 8 : 0)
  }
}

/// Whether no edges meet, except neighbors at their common point.
///
/// Whole monotone chains are compared instead of single edges, because a curve has only a few chains. Chains whose boxes touch are halved
/// until the boxes of their parts no longer touch.
private func isSimple(_ edges: UnsafeBufferPointer<Edge>, _ path: Path) -> Bool {
  unsafe withUnsafeTemporaryAllocation(of: Chain.self, capacity: edges.count) { chains in
    var count = 0
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      var (start, directions) = (range.lowerBound, 0 as Int32)
      for i in range {
        let own = unsafe edges[i].directions
        if own == 0 { return false }
        directions |= own
        // The directions now include both right and left, or both down and up, so a new chain begins.
        if directions & directions >> 1 & 5 != 0 {
          unsafe chains.initializeElement(at: count, to: Chain(edges, start, i))
          count += 1
          (start, directions) = (i, own)
        }
      }
      unsafe chains.initializeElement(at: count, to: Chain(edges, start, range.upperBound))
      count += 1
    }
    for i in 0..<count {
      let chain = unsafe chains[i]
      for j in (i + 1)..<max(count, i + 1) where unsafe chain.touches(chains[j]) {
        if unsafe meet(edges, chain, chains[j], path) { return false }
      }
    }
    return true
  }
}

/// Whether two parts of chains, whose boxes touch, share a point other than that of neighbors. `a` comes first.
private func meet(_ edges: UnsafeBufferPointer<Edge>, _ a: Chain, _ b: Chain, _ path: Path) -> Bool {
  let (count, otherCount) = (a.end &- a.start, b.end &- b.start)
  if count == 1 && otherCount == 1 { return unsafe meet(edges, a.start, b.start, path) }
  if count >= otherCount {
    let middle = a.start &+ count / 2
    let (first, second) = unsafe (Chain(edges, a.start, middle), Chain(edges, middle, a.end))
    return unsafe first.touches(b) && meet(edges, first, b, path) || second.touches(b) && meet(edges, second, b, path)
  }
  let middle = b.start &+ otherCount / 2
  let (first, second) = unsafe (Chain(edges, b.start, middle), Chain(edges, middle, b.end))
  return unsafe a.touches(first) && meet(edges, a, first, path) || a.touches(second) && meet(edges, a, second, path)
}

/// Whether edges `i` and `j` share a point, where `i` < `j`. Neighbors always do; for them, the result is whether they run back along each
/// other.
private func meet(_ edges: UnsafeBufferPointer<Edge>, _ i: Int, _ j: Int, _ path: Path) -> Bool {
  var contour = 0
  while !path.range(ofContour: contour).contains(i) { contour += 1 }
  let range = path.range(ofContour: contour)
  let follows = j == i + 1 && j < range.upperBound
  let closes = i == range.lowerBound && j == range.upperBound - 1
  return unsafe follows || closes ? foldsBack(edges[i], edges[j]) : meet(edges[i], edges[j])
}

extension Edge {
  /// The vector from the first end to the second, in 1/4096 px. Paths use only the upper 12 of the 16 fractional bits. Without the other
  /// four, the sum of two products fits in 63 bits.
  fileprivate var vector: (x: Int64, y: Int64) { ((Int64(x1) - Int64(x0)) >> 4, (Int64(y1) - Int64(y0)) >> 4) }

  /// Returns on which side of the edge a point lies, as twice the signed area of their triangle.
  fileprivate func side(_ x: Int32, _ y: Int32) -> Int64 {
    let (own, other) = (vector, Edge(x0: x0, y0: y0, x1: x, y1: y).vector)
    return own.x * other.y - own.y * other.x
  }
}

/// Whether two neighbors run back along each other.
private func foldsBack(_ a: Edge, _ b: Edge) -> Bool {
  if a.side(b.x0, b.y0) != 0 || a.side(b.x1, b.y1) != 0 { return false }
  // They do not fold back if they have the same direction. A zero-length edge counts as folding back, so that the path is cut.
  return a.vector.x * b.vector.x + a.vector.y * b.vector.y <= 0
}

/// Whether two edges that are not neighbors share a point.
private func meet(_ a: Edge, _ b: Edge) -> Bool {
  func isBeside(_ a: Edge, _ b: Edge) -> Bool { a.side(b.x0, b.y0).signum() * a.side(b.x1, b.y1).signum() > 0 }
  return !isBeside(a, b) && !isBeside(b, a)
}

/// Returns the winding number inside all contours, which do not meet each other; `nil` if it is not 1 everywhere or -1 everywhere.
///
/// Each contour separates two winding numbers: the one that its first point would have without the contour, and one more or one less.
private func commonWinding(_ edges: UnsafeBufferPointer<Edge>, _ path: Path) -> Int32? {
  var inside: Int32 = 0
  for contour in 0..<path.contourCount {
    let range = path.range(ofContour: contour)
    let direction = unsafe orientation(edges, range)
    if direction == 0 { return nil }
    let start = unsafe edges[range.lowerBound]
    var around: Int32 = 0
    for i in 0..<edges.count where !range.contains(i) {
      unsafe around += windingOf(edges[i], leftOf: start.x0, start.y0)
    }
    // One of its sides must be outside.
    let winding = around == 0 ? direction : around
    if abs(winding) > 1 || (around != 0 && around + direction != 0) || (inside != 0 && inside != winding) { return nil }
    inside = winding
  }
  return inside == 0 ? 1 : inside
}

/// Returns the contribution of an edge to the winding number of a point: 1 or -1 if it crosses the horizontal line to the point's left,
/// otherwise 0.
private func windingOf(_ edge: Edge, leftOf x: Int32, _ y: Int32) -> Int32 {
  if (edge.y0 <= y) == (edge.y1 <= y) { return 0 }
  let side = edge.side(x, y)
  if edge.y1 > edge.y0 { return side < 0 ? 1 : 0 }
  return side > 0 ? -1 : 0
}

/// Returns 1 for a contour that adds to the winding number inside, -1 for one that subtracts from it, and 0 for one without area.
private func orientation(_ edges: UnsafeBufferPointer<Edge>, _ range: Range<Int>) -> Int32 {
  var area: Int64 = 0
  let left = unsafe Int64(edges[range.lowerBound].x0)
  for i in range {
    let edge = unsafe edges[i]
    // The strip between the edge and a vertical line. Eight bits are dropped, so that the sum of thousands of strips does not overflow.
    let width = (Int64(edge.x0) &+ Int64(edge.x1)) >> 1 &- left
    area &+= (width &* (Int64(edge.y1) &- Int64(edge.y0))) >> 8
  }
  // The right edges of a contour that is clockwise on a screen go down.
  return -Int32(area.signum())
}
