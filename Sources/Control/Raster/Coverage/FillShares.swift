import Geometry

/// How much of an outline's area in each pixel of a slice is filled: the area of outline and filled part together, over the
/// outline's.
///
/// An edge adds the area to its right, as in `AccumulatorRow`: once within the pixel, and once within its filled part.
///
/// Unsafe: rows are clipped to the memory's.
@safe struct FillShares {
  private struct Areas {
    // Left of the fill edge, and in the whole pixel, 1/65536 px².
    var left: Int64 = 0
    var all: Int64 = 0
  }

  private let cut: FillCut
  private let count: Int32
  // The slice's left side, the fill edge, and the right side, 1/65536 px.
  private let start: Int32
  private let middle: Int32
  private let end: Int32
  private var areas: [Areas]

  /// Computes the shares of `count` pixels.
  init(of outline: Outline, at cut: FillCut, count: Int32) {
    (self.cut, self.count) = (cut, count)
    start = cut.slice << 16
    (middle, end) = (start &+ cut.fraction << 8, start &+ 65536)
    areas = [Areas](repeating: Areas(), count: Int(count))
    unsafe outline.withEdges { edges in
      for i in 0..<edges.count {
        let edge = unsafe edges[i]
        // Seen with x and y exchanged, an outline turns the other way round.
        if cut.isRow {
          add(Edge(x0: edge.y0, y0: edge.x0, x1: edge.y1, y1: edge.x1), 0 &- outline.winding)
        } else {
          add(edge, outline.winding)
        }
      }
    }
  }

  /// Returns the filled share of the outline's area in a pixel, 0...65536.
  subscript(place: Int) -> Int64 {
    let area = areas[place]
    if area.all <= 0 { return 0 }
    let share = (min(max(area.left, 0), area.all) << 16 &+ area.all / 2) / area.all
    return cut.isReversed ? 65536 &- share : share
  }

  private mutating func add(_ edge: Edge, _ winding: Int32) {
    if edge.y0 == edge.y1 || edge.left >= end { return }
    let isDown = edge.y1 > edge.y0
    let down = isDown ? edge : Edge(x0: edge.x1, y0: edge.y1, x1: edge.x0, y1: edge.y0)
    let sign: Int64 = isDown == (winding > 0) ? 1 : -1
    // Cut at the three verticals, so that each piece is on one side of all of them.
    let (first, last) = down.x0 <= down.x1 ? (start, end) : (end, start)
    var top = down.y0
    for x in [first, middle, last] {
      let next = height(of: down, at: x)
      if next > top {
        addRows(down, top, next, sign)
        top = next
      }
    }
    addRows(down, top, down.y1, sign)
  }

  /// Returns the height at which a downward edge crosses a vertical; that of its upper end if it does not.
  private func height(of edge: Edge, at x: Int32) -> Int32 {
    if x <= edge.left || x >= edge.right { return edge.y0 }
    let (part, whole) = (Int64(x) &- Int64(edge.x0), Int64(edge.x1) &- Int64(edge.x0))
    return edge.y0 &+ Int32(truncatingIfNeeded: part &* (Int64(edge.y1) &- Int64(edge.y0)) / whole)
  }

  /// Adds the part of a downward edge between two heights, row by row.
  private mutating func addRows(_ edge: Edge, _ top: Int32, _ bottom: Int32, _ sign: Int64) {
    var y = max(top, 0)
    let lowest = min(bottom, count << 16)
    if y >= lowest { return }
    var x = edge.x(at: y)
    if x >= end && edge.x(at: lowest) >= end { return }
    while y < lowest {
      let next = min((y | 65535) &+ 1, lowest)
      let (row, height, nextX) = (Int(y >> 16), Int64(next &- y) &* sign, edge.x(at: next))
      areas[row].left &+= area(x, nextX, upTo: middle, height)
      areas[row].all &+= area(x, nextX, upTo: end, height)
      (x, y) = (nextX, next)
    }
  }

  /// Returns the area between an edge's piece and a vertical to its right.
  private func area(_ a: Int32, _ b: Int32, upTo limit: Int32, _ height: Int64) -> Int64 {
    let (a, b) = (min(max(a, start), limit), min(max(b, start), limit))
    return (height &* (2 &* Int64(limit) &- Int64(a) &- Int64(b))) >> 17
  }
}
