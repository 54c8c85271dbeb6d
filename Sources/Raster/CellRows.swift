import Geometry

/// A band of rows of cells, one cell a pixel, that edges are added to: where coverage comes from.
///
/// Signed areas, as in libart, FreeType's `ftgrays.c` and font-rs: an edge that crosses a pixel changes the coverage of
/// that pixel by the area to the edge's right in it, and of all pixels further right by the edge's height. Each cell keeps
/// the *change* from its left neighbour: an edge of height h with its mean x at fraction m of pixel i adds `h * (1 - m)` to
/// cell i and `h * m` to cell i + 1, and a running sum over the row is the coverage, in 1/65536 px².
///
/// Cells lie dense in memory, with a bit for each that was touched. Several bands may share one set of bits: what is swept
/// together stops wherever one of them changes.
@usableFromInline struct CellRows {
  /// Bits are looked at by machine words.
  @usableFromInline typealias Word = UInt

  /// In pixels.
  @usableFromInline let width: Int32
  /// Cells a row: one more than there are pixels for what leaves on the right, and one for its neighbour.
  @usableFromInline let stride: Int
  /// Words of bits a row.
  @usableFromInline let words: Int
  @usableFromInline let cells: UnsafeMutablePointer<Int32>
  @usableFromInline let touched: UnsafeMutablePointer<Word>

  static func stride(width: Int32) -> Int { Int(width) + 2 }
  static func words(width: Int32) -> Int { (stride(width: width) + Word.bitWidth - 1) / Word.bitWidth }

  /// Adds every edge's part in rows `top ..< top + rows`; the band's first row is `top`.
  @usableFromInline func add(_ edges: [Edge], top: Int32, rows: Int32) {
    edges.withUnsafeBufferPointer { edges in
      for edge in edges where edge.y0 != edge.y1 { add(edge, top: top, rows: rows) }
    }
  }

  /// Walks one edge down its rows. x is kept in 32.32 and slopes are divided once an edge, so the error at the far end of
  /// 16,384 rows is below 1/65536 px.
  private func add(_ edge: Edge, top: Int32, rows: Int32) {
    let isDown = edge.y1 > edge.y0
    let (upperX, upperY) = isDown ? (edge.x0, edge.y0) : (edge.x1, edge.y1)
    let (lowerX, lowerY) = isDown ? (edge.x1, edge.y1) : (edge.x0, edge.y0)
    let start = max(upperY, top << 16)
    let end = min(lowerY, (top + rows) << 16)
    if start >= end { return }

    let (dx, dy) = (Int64(lowerX) - Int64(upperX), Int64(lowerY) - Int64(upperY))
    let slope = (dx << 32) / dy
    let walk = EdgeWalk(
      sign: isDown ? 1 : -1, perColumn: dx == 0 ? 0 : (dy << 32) / abs(dx),
      isInside: min(upperX, lowerX) >= 0 && max(upperX, lowerX) <= width << 16)

    var x = Int64(upperX) << 16 &+ (slope &* (Int64(start) &- Int64(upperY))) >> 16
    let first = (start >> 16) - top
    let last = (end - 1) >> 16 - top
    var row = Int(first)
    var y = start
    // The first and the last row may hold a part only; between them a row is a whole one.
    if start & 65535 != 0 || first == last {
      let rowEnd = min(((start >> 16) + 1) << 16, end)
      let next = x &+ (slope &* Int64(rowEnd &- start)) >> 16
      addRow(row, x, next, height: rowEnd &- start, walk)
      x = next
      y = rowEnd
      row += 1
    }
    while end &- y >= 65536 {
      let next = x &+ slope
      addRow(row, x, next, height: 65536, walk)
      x = next
      y &+= 65536
      row &+= 1
    }
    if y < end {
      addRow(row, x, x &+ (slope &* Int64(end &- y)) >> 16, height: end &- y, walk)
    }
  }

  /// An edge's part within one row: from x `from` to x `to` (32.32 px), `height` 1...65536 of the row.
  @inline(__always)
  private func addRow(_ row: Int, _ from: Int64, _ to: Int64, height: Int32, _ walk: EdgeWalk) {
    let column = Int(truncatingIfNeeded: from >> 32)
    if walk.isInside && column == Int(truncatingIfNeeded: to >> 32) {
      let fractions = fraction(from) &+ fraction(to)
      let area = height == 65536 ? (fractions &+ 1) >> 1 : product(height, fractions)
      add(row: row, column: column, height: height &* walk.sign, area: area &* walk.sign)
    } else {
      addWide(row, Int32(truncatingIfNeeded: from >> 16), Int32(truncatingIfNeeded: to >> 16), height, walk)
    }
  }

  /// The same over several columns, or beyond the sides; x in 16.16.
  private func addWide(_ row: Int, _ from: Int32, _ to: Int32, _ height: Int32, _ walk: EdgeWalk) {
    let (left, right) = from <= to ? (from, to) : (to, from)
    let limit = width << 16
    if left >= 0 && right <= limit {
      addColumns(row, left, right, height, walk)
    } else {
      addClipped(row, left, right, height, walk)
    }
  }

  /// A piece that leaves the band: what is left of it covers whole rows of pixels from x 0, what is right of it nothing.
  private func addClipped(_ row: Int, _ left: Int32, _ right: Int32, _ height: Int32, _ walk: EdgeWalk) {
    let limit = width << 16
    if left >= limit { return }
    if right <= 0 {
      add(row: row, column: 0, height: height &* walk.sign, area: 0)
      return
    }
    let length = Int64(right) - Int64(left)
    func part(upTo x: Int32) -> Int32 {
      Int32(divideRounding((Int64(x) - Int64(left)) * Int64(height), by: length))
    }
    let before = left < 0 ? part(upTo: 0) : 0
    let within = (right > limit ? part(upTo: limit) : height) - before
    if before > 0 { add(row: row, column: 0, height: before &* walk.sign, area: 0) }
    if within > 0 { addColumns(row, max(left, 0), min(right, limit), within, walk) }
  }

  /// A piece with 0 <= left <= right <= width. Cells from left to right, each with its share of the height; the last one
  /// takes what is left, so that heights always sum up.
  private func addColumns(_ row: Int, _ left: Int32, _ right: Int32, _ height: Int32, _ walk: EdgeWalk) {
    let first = left >> 16
    let last = right >> 16
    let sign = walk.sign
    if first == last {
      let area = product(height, (left & 65535) &+ (right & 65535))
      add(row: row, column: Int(first), height: height &* sign, area: area &* sign)
      return
    }
    let toBorder = 65536 &- (left & 65535)
    var reached = (walk.perColumn &* Int64(toBorder)) >> 16
    var given = min(Int32(truncatingIfNeeded: reached >> 16), height)
    add(row: row, column: Int(first), height: given &* sign, area: product(given, 131072 &- toBorder) &* sign)
    var column = first &+ 1
    while column < last {
      reached &+= walk.perColumn
      let share = min(Int32(truncatingIfNeeded: reached >> 16), height) &- given
      given &+= share
      add(row: row, column: Int(column), height: share &* sign, area: ((share &+ 1) >> 1) &* sign)
      column &+= 1
    }
    let rest = height &- given
    add(row: row, column: Int(last), height: rest &* sign, area: product(rest, right & 65535) &* sign)
  }

  /// One edge piece in one pixel: its height, and of that what falls to the left of the edge (both 1/65536).
  @inline(__always)
  private func add(row: Int, column: Int, height: Int32, area: Int32) {
    let cell = cells + (row &* stride &+ column)
    cell[0] &+= height &- area
    cell[1] &+= area
    let bits = touched + row &* words
    let (word, bit) = (column / Word.bitWidth, column % Word.bitWidth)
    bits[word] |= 3 << Word(bit)
    if bit == Word.bitWidth - 1 { bits[word + 1] |= 1 }
  }
}

/// What stays the same along an edge.
private struct EdgeWalk {
  /// +1 down, -1 up.
  let sign: Int32
  /// Height per pixel of width, in 1/2^32 px.
  let perColumn: Int64
  /// No point of the edge is beyond the sides.
  let isInside: Bool
}

/// The 16 bits of a 32.32 position that an area is computed from.
@inline(__always)
private func fraction(_ x: Int64) -> Int32 { Int32(truncatingIfNeeded: (x >> 16) & 65535) }

/// height * (sum of two fractions) / 2, in 1/65536, rounded to nearest.
@inline(__always)
private func product(_ height: Int32, _ fractions: Int32) -> Int32 {
  Int32(truncatingIfNeeded: (Int64(height) &* Int64(fractions) &+ 65536) >> 17)
}
