import Geometry

/// An edge on its way down the rows that it crosses from top to bottom.
@usableFromInline struct Crossing {
  /// Where it enters the row, 32.32 px, rounded down.
  @usableFromInline var x: Int64
  /// How far x goes from one row to the next, 32.32 px, rounded towards 0.
  @usableFromInline let perRow: Int64
  /// How far y goes from one column to the next, whichever way, 1/2^32 px, rounded down; 0 where the edge is upright.
  @usableFromInline let perColumn: Int64
  /// Its upper and its lower end, 1/65536 px.
  let upper: Int32
  let lower: Int32
  /// x at the upper end, 1/65536 px.
  let upperX: Int32
  /// What coverage, a 255th part of an area, counts its height with: 255 where the inside is to its right, an entry; -255
  /// where it is to its left, an exit.
  let weight: Int32

  /// `edge` is not level.
  init(_ edge: Edge, winding: Int32) {
    let isDown = edge.y1 > edge.y0
    (upper, lower) = isDown ? (edge.y0, edge.y1) : (edge.y1, edge.y0)
    // Always seen downwards, so that an edge and its reverse walk through the same points.
    let lowerX: Int32
    (upperX, lowerX) = isDown ? (edge.x0, edge.x1) : (edge.x1, edge.x0)
    // Divided here, so that nothing divides where rows are walked; as magnitudes, which need no care for signs.
    let (width, height) = (Int64(lowerX) &- Int64(upperX), Int64(lower) &- Int64(upper))
    let (columns, rows) = (width.magnitude, height.magnitude)
    let slope = Int64(bitPattern: columns &<< 32 / rows)
    perRow = width < 0 ? 0 &- slope : slope
    perColumn = columns == 0 ? 0 : Int64(bitPattern: rows &<< 32 / columns)
    x = 0
    weight = isDown == (winding > 0) ? 255 : -255
  }

  /// x at a height that it has, 1/65536 px; 32.32 px, rounded down: at most 1/2^32 px too small.
  @inline(__always)
  func x(at y: Int32) -> Int64 { Int64(upperX) << 16 &+ (perRow &* (Int64(y) &- Int64(upper))) >> 16 }

  /// Adds what row `y` has of it, if anything.
  @inline(__always)
  func add(row y: Int32, to cells: CellRow) {
    let (from, to) = (max(upper, y << 16), min(lower, (y &+ 1) << 16))
    let height = to &- from
    if height <= 0 { return }
    let x = x(at: from)
    cells.add(
      from: x, to: x &+ (perRow &* Int64(height)) >> 16, height: height, weight: weight, perColumn: perColumn)
  }

  /// Half-way down the row that is entered at `x`.
  var middle: Int64 { x &+ perRow >> 1 }
  /// The least and the greatest x in that row.
  var least: Int64 { x &+ min(perRow, 0) }
  var greatest: Int64 { x &+ max(perRow, 0) }
}

/// The edges of a boundary in the order in which rows meet them: the scan line algorithm's edge table and its active edges.
///
/// Most rows of most shapes are *plain*: edges cross them from top to bottom, all of them within the sides, and no two in
/// the same pixel. Since edges of a boundary do not cross, their order from left to right stays, and each is an entry or an
/// exit in turn: coverage is 0, the pixels of an entry, 255, the pixels of an exit, 0, and nothing has to be added up.
@usableFromInline struct Crossings {
  /// From here on: those that are met, left to right; and behind room for all of them those that rows come to later, by
  /// their upper ends.
  @usableFromInline let active: UnsafeMutablePointer<Crossing>
  @usableFromInline var activeCount = 0
  private var waiting: UnsafeMutablePointer<Crossing>
  private let waitingEnd: UnsafeMutablePointer<Crossing>

  /// How many crossings' place a boundary of so many edges needs.
  @usableFromInline static func room(forEdges count: Int) -> Int { 2 * count }

  /// `room` has as much place as the boundary's edges need.
  @usableFromInline init(_ boundary: Boundary, in room: UnsafeMutableBufferPointer<Crossing>) {
    // Without edges there is no memory to point to, and nobody looks.
    active = room.baseAddress ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Crossing>.alignment)!
    waiting = active + boundary.edgeCount
    waitingEnd = boundary.withEdges { [waiting] edges in
      withUnsafeTemporaryAllocation(of: Int64.self, capacity: edges.count) { order in
        guard let order = order.baseAddress else { return waiting }
        let count = Self.sort(edges, into: order)
        for i in 0..<count {
          let edge = edges[Int(truncatingIfNeeded: order[i] & Int64(UInt32.max))]
          (waiting + i).initialize(to: Crossing(edge, winding: boundary.winding))
        }
        return waiting + count
      }
    }
  }

  /// Which edges are not level, by their upper ends: those in the upper half of a number, the edge's index in the lower one,
  /// since words are moved faster than edges. Returns how many there are.
  private static func sort(_ edges: UnsafeBufferPointer<Edge>, into order: UnsafeMutablePointer<Int64>) -> Int {
    var count = 0
    for i in 0..<edges.count where edges[i].y0 != edges[i].y1 {
      let key = Int64(min(edges[i].y0, edges[i].y1)) << 32 | Int64(i)
      var place = count
      while place > 0 && order[place &- 1] > key {
        order[place] = order[place &- 1]
        place &-= 1
      }
      order[place] = key
      count &+= 1
    }
    return count
  }

  /// What rows from `y` on are, as far as it is the same: `y ..< plainStart` are not plain, `plainStart ..< plainEnd` are.
  /// Both are above `y` or `plainEnd` is, and none beyond `height`.
  @usableFromInline mutating func rows(from y: Int32, width: Int32, height: Int32) -> (
    plainStart: Int32, plainEnd: Int32
  ) {
    let (top, bottom) = (y << 16, (y &+ 1) << 16)
    let lowest = meet(top, bottom)
    if lowest < bottom { return (y &+ 1, y &+ 1) }
    var end = min(lowest >> 16, height)
    if waiting < waitingEnd { end = min(end, waiting.pointee.upper >> 16) }
    sort(at: top)
    let plain = plainRows(Int64(end &- y), width: width)
    if plain.isEmpty { return (end, end) }
    let start = Int32(truncatingIfNeeded: plain.lowerBound)
    if start > 0 {
      for i in 0..<activeCount { active[i].x &+= active[i].perRow &* Int64(start) }
    }
    return (y &+ start, y &+ Int32(truncatingIfNeeded: plain.upperBound))
  }

  /// Adds what row `y` has of the edges that are met.
  @usableFromInline func add(row y: Int32, to cells: CellRow) {
    for i in 0..<activeCount { active[i].add(row: y, to: cells) }
  }

  /// Forgets those that end at or above a row's top and meets those that begin above its bottom, both 1/65536 px. Returns
  /// where the first of all ends, or the row's top where one begins within the row.
  @inline(__always)
  private mutating func meet(_ top: Int32, _ bottom: Int32) -> Int32 {
    var lowest = Int32.max
    var kept = 0
    for i in 0..<activeCount where active[i].lower > top {
      if kept < i { active[kept] = active[i] }
      lowest = min(lowest, active[i].lower)
      kept &+= 1
    }
    while waiting < waitingEnd && waiting.pointee.upper < bottom {
      if waiting.pointee.lower > top {
        (active + kept).initialize(to: waiting.pointee)
        lowest = waiting.pointee.upper > top ? top : min(lowest, waiting.pointee.lower)
        kept &+= 1
      }
      waiting += 1
    }
    activeCount = kept
    return lowest
  }

  /// Moves all to a height, 1/65536 px, and puts them in order from left to right.
  private func sort(at top: Int32) {
    for i in 0..<activeCount {
      active[i].x = active[i].x(at: top)
      let middle = active[i].middle
      if i == 0 || active[i &- 1].middle <= middle { continue }
      let crossing = active[i]
      var place = i
      repeat {
        active[place] = active[place &- 1]
        place &-= 1
      } while place > 0 && active[place &- 1].middle > middle
      active[place] = crossing
    }
  }

  /// Which of the next `count` rows are plain. What lies between two edges, or between an edge and a side, is linear in y:
  /// where it is wide enough in the first and in the last row, it is in all rows between.
  private func plainRows(_ count: Int64, width: Int32) -> Range<Int64> {
    if activeCount & 1 != 0 { return 0..<0 }
    var rows = 0..<count
    // No pixel has two edges, as long as there is a pixel's width between them.
    var (side, sidePerRow, least, weight): (Int64, Int64, Int64, Int32) = (0, 0, 1 << 16, 255)
    for i in 0..<activeCount {
      let perRow = active[i].perRow
      // Entry and exit in turn.
      if active[i].weight != weight { return 0..<0 }
      Gap(width: active[i].least &- side, perRow: perRow &- sidePerRow).narrow(&rows, of: count, least: least)
      (side, sidePerRow, least, weight) = (active[i].greatest, perRow, 1 << 32, 0 &- weight)
    }
    Gap(width: Int64(width) << 32 &- side, perRow: 0 &- sidePerRow).narrow(&rows, of: count, least: 1)
    return rows
  }
}

/// What lies between two edges in one row, at the narrowest, and how that changes from row to row: 32.32 px.
private struct Gap {
  let width: Int64
  let perRow: Int64

  /// Keeps those of `count` rows in which the gap is `least` or wider.
  @inline(__always)
  func narrow(_ rows: inout Range<Int64>, of count: Int64, least: Int64) {
    let (isFirst, isLast) = (width >= least, width &+ perRow &* (count &- 1) >= least)
    if !isFirst || !isLast { rows = rows.clamped(to: part(isFirst, count, least)) }
  }

  /// The first or the last of `count` rows, as far as the gap is `least` or wider; it is not in all of them.
  @inline(never)
  private func part(_ isFirst: Bool, _ count: Int64, _ least: Int64) -> Range<Int64> {
    if isFirst { return 0..<((width &- least) / (0 &- perRow) &+ 1) }
    let end = width &+ perRow &* (count &- 1)
    return end < least ? count..<count : ((least &- width &+ perRow &- 1) / perRow)..<count
  }
}
