import Geometry

/// An edge with its position in the current row.
@usableFromInline struct ActiveEdge {
  /// Where the edge enters the current row, in 32.32 px, rounded down.
  @usableFromInline var x: Int64
  /// The change of x per row, in 32.32 px, rounded towards 0.
  @usableFromInline let perRow: Int64
  /// The change of y per column in either direction, in 1/2^32 px, rounded down; 0 for a vertical edge.
  @usableFromInline let perColumn: Int64
  /// The upper and the lower end, in 1/65536 px.
  let upper: Int32
  let lower: Int32
  /// The x of the upper end, in 1/65536 px.
  let upperX: Int32
  /// The factor of the edge's height in accumulators: 255 if the inside is to its right (an entry), and -255 if it is to its left (an
  /// exit).
  let weight: Int32

  /// Creates an active edge. `edge` must not be horizontal.
  init(_ edge: Edge, winding: Int32) {
    let isDown = edge.y1 > edge.y0
    (upper, lower) = isDown ? (edge.y0, edge.y1) : (edge.y1, edge.y0)
    // The direction is always downwards, so that an edge and its reverse visit the same points.
    let lowerX: Int32
    (upperX, lowerX) = isDown ? (edge.x0, edge.x1) : (edge.x1, edge.x0)
    // The divisions happen once per edge, on magnitudes, so that signs need no care.
    let (width, height) = (Int64(lowerX) &- Int64(upperX), Int64(lower) &- Int64(upper))
    let (columns, rows) = (width.magnitude, height.magnitude)
    let slope = Int64(bitPattern: columns &<< 32 / rows)
    perRow = width < 0 ? 0 &- slope : slope
    perColumn = columns == 0 ? 0 : Int64(bitPattern: rows &<< 32 / columns)
    x = 0
    weight = isDown == (winding > 0) ? 255 : -255
  }

  /// Returns the x at a height between both ends. The height is in 1/65536 px; x is in 32.32 px, at most 1/2^32 px too small.
  @inline(__always) func x(at y: Int32) -> Int64 { Int64(upperX) << 16 &+ (perRow &* (Int64(y) &- Int64(upper))) >> 16 }

  /// Adds the part of the edge that lies in row `y`, if any.
  @inline(__always) func add(row y: Int32, to accumulators: AccumulatorRow) {
    let (from, to) = (max(upper, y << 16), min(lower, (y &+ 1) << 16))
    let height = to &- from
    if height <= 0 { return }
    let x = x(at: from)
    accumulators.add(
      from: x, to: x &+ (perRow &* Int64(height)) >> 16, height: height, weight: weight, perColumn: perColumn)
  }

  /// The x halfway down the row that the edge enters at `x`.
  var middle: Int64 { x &+ perRow >> 1 }
  /// The least and the greatest x in that row.
  var least: Int64 { x &+ min(perRow, 0) }
  var greatest: Int64 { x &+ max(perRow, 0) }
}

/// The edges of an outline in the order in which rows reach them: the edge table and the active edges of the scan line algorithm.
///
/// Most rows of most shapes are *plain*: edges cross them completely, within both sides, and no pixel contains two edges. Edges of an
/// outline do not cross, so their order from left to right does not change, and entries and exits alternate. The coverage of such a row
/// follows from its edges one by one, without accumulators.
///
/// Unsafe: the memory has room for every edge twice, and the table is not used after the memory is freed.
@safe @usableFromInline struct ActiveEdgeTable {
  /// The active edges from left to right. After room for all edges follow the waiting ones, sorted by their upper ends.
  @usableFromInline let active: UnsafeMutablePointer<ActiveEdge>
  @usableFromInline var activeCount = 0
  private var waiting: UnsafeMutablePointer<ActiveEdge>
  private let waitingEnd: UnsafeMutablePointer<ActiveEdge>

  /// Returns the number of active edges for which an outline of `count` edges needs memory.
  @usableFromInline static func room(forEdges count: Int) -> Int { 2 * count }

  /// Creates the table. `room` is memory for `room(forEdges:)` active edges.
  @usableFromInline init(_ outline: Outline, in room: UnsafeMutableBufferPointer<ActiveEdge>) {
    // Without edges there is no memory, and the pointer is never used.
    unsafe active = room.baseAddress ?? UnsafeMutablePointer(bitPattern: MemoryLayout<ActiveEdge>.alignment)!
    let first = unsafe active + outline.edgeCount
    unsafe waiting = first
    unsafe waitingEnd = outline.withEdges { edges in
      unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: edges.count) { order in
        guard let order = order.baseAddress else { return unsafe first }
        let count = unsafe Self.sort(edges, into: order)
        for i in 0..<count {
          let edge = unsafe edges[Int(truncatingIfNeeded: order[i] & Int64(UInt32.max))]
          unsafe (first + i).initialize(to: ActiveEdge(edge, winding: outline.winding))
        }
        return unsafe first + count
      }
    }
  }

  /// Sorts the edges that are not horizontal by their upper ends. A key has the height in its upper half and the edge's index in its lower
  /// half, because words move faster than edges. Returns the number of keys.
  private static func sort(_ edges: UnsafeBufferPointer<Edge>, into order: UnsafeMutablePointer<Int64>) -> Int {
    var count = 0
    for i in 0..<edges.count where unsafe edges[i].y0 != edges[i].y1 {
      unsafe order[count] = unsafe Int64(edges[i].upper) << 32 | Int64(i)
      count &+= 1
    }
    unsafe sortKeys(order, count)
    return count
  }

  /// Classifies rows from `y` on: `y ..< plainStart` are not plain, and `plainStart ..< plainEnd` are. At least one row is
  /// classified, and none beyond `height`.
  @usableFromInline mutating func rows(from y: Int32, width: Int32, height: Int32) -> (
    plainStart: Int32, plainEnd: Int32
  ) {
    let (top, bottom) = (y << 16, (y &+ 1) << 16)
    let lowest = meet(top, bottom)
    if lowest < bottom { return (y &+ 1, y &+ 1) }
    var end = min(lowest >> 16, height)
    if unsafe waiting < waitingEnd { end = unsafe min(end, waiting.pointee.upper >> 16) }
    sort(at: top)
    let plain = plainRows(Int64(end &- y), width: width)
    if plain.isEmpty { return (end, end) }
    let start = Int32(truncatingIfNeeded: plain.lowerBound)
    if start > 0 {
      for i in 0..<activeCount { unsafe active[i].x &+= active[i].perRow &* Int64(start) }
    }
    return (y &+ start, y &+ Int32(truncatingIfNeeded: plain.upperBound))
  }

  /// Adds the parts of the active edges that lie in row `y`.
  @usableFromInline func add(row y: Int32, to accumulators: AccumulatorRow) {
    for i in 0..<activeCount { unsafe active[i].add(row: y, to: accumulators) }
  }

  /// Removes edges that end at or above a row's top and adds edges that begin above its bottom; both are in 1/65536 px. Returns the first
  /// height at which an edge ends, or the row's top if an edge begins within the row.
  @inline(__always) private mutating func meet(_ top: Int32, _ bottom: Int32) -> Int32 {
    var lowest = Int32.max
    var kept = 0
    for i in 0..<activeCount where unsafe active[i].lower > top {
      if kept < i { unsafe active[kept] = active[i] }
      lowest = unsafe min(lowest, active[i].lower)
      kept &+= 1
    }
    while unsafe waiting < waitingEnd && waiting.pointee.upper < bottom {
      if unsafe waiting.pointee.lower > top {
        unsafe (active + kept).initialize(to: waiting.pointee)
        lowest = unsafe waiting.pointee.upper > top ? top : min(lowest, waiting.pointee.lower)
        kept &+= 1
      }
      unsafe waiting += 1
    }
    activeCount = kept
    return lowest
  }

  /// Moves all edges to a height in 1/65536 px, and sorts them from left to right.
  private func sort(at top: Int32) {
    for i in 0..<activeCount {
      unsafe active[i].x = active[i].x(at: top)
      let middle = unsafe active[i].middle
      if unsafe i == 0 || active[i &- 1].middle <= middle { continue }
      let crossing = unsafe active[i]
      var place = i
      repeat {
        unsafe active[place] = active[place &- 1]
        place &-= 1
      } while unsafe place > 0 && active[place &- 1].middle > middle
      unsafe active[place] = crossing
    }
  }

  /// Returns which of the next `count` rows are plain. A gap between two edges, or between an edge and a side, is linear in y: if it is
  /// wide enough in the first and in the last row, it is wide enough in all rows in between.
  private func plainRows(_ count: Int64, width: Int32) -> Range<Int64> {
    if activeCount & 1 != 0 { return 0..<0 }
    var rows = 0..<count
    // If two edges are a pixel's width apart, no pixel contains both.
    var (side, sidePerRow, least, weight): (Int64, Int64, Int64, Int32) = (0, 0, 1 << 16, 255)
    for i in 0..<activeCount {
      let perRow = unsafe active[i].perRow
      // Entries and exits alternate.
      if unsafe active[i].weight != weight { return 0..<0 }
      unsafe Gap(width: active[i].least &- side, perRow: perRow &- sidePerRow).narrow(&rows, of: count, least: least)
      (side, sidePerRow, least, weight) = unsafe (active[i].greatest, perRow, 1 << 32, 0 &- weight)
    }
    Gap(width: Int64(width) << 32 &- side, perRow: 0 &- sidePerRow).narrow(&rows, of: count, least: 1)
    return rows
  }
}

/// The narrowest gap between two edges in a row, and its change per row, in 32.32 px.
private struct Gap {
  let width: Int64
  let perRow: Int64

  /// Removes from `rows`, a part of `count` rows, those in which the gap is narrower than `least`.
  @inline(__always) func narrow(_ rows: inout Range<Int64>, of count: Int64, least: Int64) {
    let (isFirst, isLast) = (width >= least, width &+ perRow &* (count &- 1) >= least)
    if !isFirst || !isLast { rows = rows.clamped(to: part(isFirst, count, least)) }
  }

  /// Returns the rows at the beginning or at the end of `count` rows in which the gap is at least `least`. In some row it is narrower.
  @inline(never) private func part(_ isFirst: Bool, _ count: Int64, _ least: Int64) -> Range<Int64> {
    if isFirst { return 0..<((width &- least) / (0 &- perRow) &+ 1) }
    let end = width &+ perRow &* (count &- 1)
    return end < least ? count..<count : ((least &- width &+ perRow &- 1) / perRow)..<count
  }
}
