/// Cuts closed edges at their intersections, and returns the pieces that separate inside from outside, each once.
///
/// The plane is cut into slabs at every end point and every intersection. Within a slab no two edges cross, so they have an order from left
/// to right, and the winding number along it distinguishes inside from outside. This is the sweep of Bentley and Ottmann (IEEE Trans.
/// Comput. 28(9), 1979) without its event queue, because sprites are made only once.
///
/// - Complexity: O(slabs x edges in a slab). The order hardly changes from one slab to the next, so an insertion sort
///   takes one pass.
func resolve(_ edges: UnsafeBufferPointer<Edge>, rule: FillRule) -> [Edge] {
  let sloped = unsafe edges.filter { $0.y0 != $0.y1 }
  let heights = slabHeights(sloped)
  // Sorted by upper end, in descending order.
  var waiting = Array(sloped.indices)
  waiting.sort { sloped[$0].upper > sloped[$1].upper }
  var resolved: [Edge] = []
  var crossing: [SlabEdge] = []
  for i in 1..<max(heights.count, 1) {
    let (top, bottom) = (heights[i - 1], heights[i])
    // Edges end only between slabs, so an edge that reaches into this slab crosses it completely.
    crossing.removeAll { sloped[$0.index].lower <= top }
    for i in crossing.indices {
      (crossing[i].top, crossing[i].bottom) = (crossing[i].bottom, sloped[crossing[i].index].x(at: bottom))
    }
    while let index = waiting.last, sloped[index].upper <= top {
      waiting.removeLast()
      crossing.append(SlabEdge(index: index, top: sloped[index].x(at: top), bottom: sloped[index].x(at: bottom)))
    }
    sort(&crossing)
    var winding: Int32 = 0
    for edge in crossing {
      let wasInside = rule.isInside(winding)
      winding += sloped[edge.index].y1 > sloped[edge.index].y0 ? 1 : -1
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

/// The part of an edge within a slab: the x at the slab's top and bottom, in 1/65536 px.
private struct SlabEdge {
  /// The edge's index.
  let index: Int
  var top: Int32
  var bottom: Int32

  /// Compares twice the x halfway down, and then the index, so that the order does not depend on the sorting algorithm.
  static func < (a: SlabEdge, b: SlabEdge) -> Bool {
    let (middleOfA, middleOfB) = (Int64(a.top) + Int64(a.bottom), Int64(b.top) + Int64(b.bottom))
    return middleOfA == middleOfB ? a.index < b.index : middleOfA < middleOfB
  }
}

/// Sorts by insertion, because most edges are in the same order as in the slab above.
private func sort(_ edges: inout [SlabEdge]) {
  unsafe edges.withUnsafeMutableBufferPointer { edges in
    for i in 0..<edges.count {
      let edge = unsafe edges[i]
      var place = i
      while unsafe place > 0 && edge < edges[place - 1] {
        unsafe edges[place] = edges[place - 1]
        place -= 1
      }
      unsafe edges[place] = edge
    }
  }
}

/// Returns every height at which edges end or intersect, ascending, in 1/65536 px.
private func slabHeights(_ edges: [Edge]) -> [Int32] {
  var heights = SlabHeights()
  // Sorted by left end, so that only edges with overlapping boxes are compared.
  let fromLeft = edges.sorted { $0.left < $1.left }
  for (i, a) in fromLeft.enumerated() {
    heights.add(a.y0)
    heights.add(a.y1)
    for b in fromLeft[(i + 1)...] {
      if b.left > a.right { break }
      if let y = crossingHeight(a, b) { heights.add(y) }
    }
  }
  heights.removeDuplicates()
  return heights.list
}

/// A list of heights without duplicates.
///
/// Thick strokes with many corners cross themselves millions of times, mostly on the inside. Their intersections are rounded to the grid of
/// path points, 1/256 px. Two edges that cross within such a slab change a pixel by at most a quarter of 1/255.
private struct SlabHeights {
  private(set) var list: [Int32] = []
  /// The count above which duplicates are removed. A shape drawn by hand has a few hundred heights.
  private var most = 1 << 16
  private var isCoarse = false

  mutating func add(_ height: Int32) {
    list.append(isCoarse ? Self.coarse(height) : height)
    if list.count <= most { return }
    removeDuplicates()
    if list.count > most / 2 && !isCoarse {
      isCoarse = true
      for i in list.indices { list[i] = Self.coarse(list[i]) }
      removeDuplicates()
    }
    most = max(most, 2 * list.count)
  }

  /// Sorts the heights and removes duplicates.
  mutating func removeDuplicates() {
    list.sort()
    var count = 0
    for height in list where count == 0 || list[count - 1] != height {
      list[count] = height
      count += 1
    }
    list.removeLast(list.count - count)
  }

  private static func coarse(_ height: Int32) -> Int32 { (height &+ 128) & ~255 }
}

/// Returns the height at which two sloped edges cross strictly within both height ranges, 1/65536 px.
private func crossingHeight(_ a: Edge, _ b: Edge) -> Int32? {
  let (top, bottom) = (max(a.upper, b.upper), min(a.lower, b.lower))
  if top >= bottom { return nil }
  // The distance between the edges is linear in y, and its values at both ends give the height at which it is 0. Distances are in 1/2^24
  // px, because for two nearly parallel edges 1/65536 px would be far too coarse.
  let atTop = fineX(a, at: top) - fineX(b, at: top)
  let atBottom = fineX(a, at: bottom) - fineX(b, at: bottom)
  if atTop == 0 || atBottom == 0 || (atTop > 0) == (atBottom > 0) { return nil }
  let (part, whole) = (abs(atTop), abs(atTop) + abs(atBottom))
  let height = Int64(bottom) - Int64(top)
  // Reduced to 31 bits, so that the product with a height of 31 bits does not overflow.
  let excess = max(33 - whole.leadingZeroBitCount, 0)
  let y = top + Int32(divideRounding(height * (part >> excess), by: whole >> excess))
  return y > top && y < bottom ? y : nil
}

/// Returns the x of an edge at a height, in 1/2^24 px.
private func fineX(_ edge: Edge, at y: Int32) -> Int64 {
  let height = Int64(edge.y1) - Int64(edge.y0)
  let (quotient, remainder) = ((Int64(edge.x1) - Int64(edge.x0)) * (Int64(y) - Int64(edge.y0)))
    .quotientAndRemainder(dividingBy: height)
  return ((Int64(edge.x0) + quotient) << 8) + (remainder << 8) / height
}
