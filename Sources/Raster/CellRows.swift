import Geometry

/// One pixel's share of a boundary, both in 1/65536.
@usableFromInline struct Cell {
  /// The height of the edges in the pixel: what all pixels further right gain.
  @usableFromInline var height: Int32
  /// Of that height, what lies to the left of the edges: what the pixel itself does not gain.
  @usableFromInline var area: Int32

  @inlinable static var empty: Cell { Cell(height: 0, area: 0) }

  @inlinable init(height: Int32, area: Int32) {
    self.height = height
    self.area = area
  }
}

/// A band of rows of cells, one cell a pixel, that edges are added to: where coverage comes from.
///
/// Signed areas, as in libart, FreeType's `ftgrays.c` and font-rs: an edge that crosses a pixel changes the coverage of
/// that pixel by the area to the edge's right in it, and of all pixels further right by the edge's height. An edge of
/// height h with its mean x at fraction m of the pixel adds h to `height` and h * m to `area`; the coverage of a pixel is
/// the sum of all heights up to it less its own area, in 1/65536 px².
///
/// Cells lie dense in memory, with a bit for each that was touched. An edge at or beyond the right side touches nothing.
@usableFromInline struct CellRows {
  /// Bits are looked at by machine words.
  @usableFromInline typealias Word = UInt

  /// In pixels; and in cells, from row to row.
  @usableFromInline let width: Int32
  /// Words of bits a row.
  @usableFromInline let words: Int
  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  @usableFromInline let touched: UnsafeMutablePointer<Word>

  /// A band of `rows` rows, untouched; `deallocate` gives its memory back.
  init(width: Int32, rows: Int32) {
    self.width = width
    words = (Int(width) + Word.bitWidth - 1) / Word.bitWidth
    cells = .allocate(capacity: Int(width) * Int(rows))
    cells.initialize(repeating: .empty, count: Int(width) * Int(rows))
    touched = .allocate(capacity: words * Int(rows))
    touched.initialize(repeating: 0, count: words * Int(rows))
  }

  func deallocate() {
    cells.deallocate()
    touched.deallocate()
  }

  /// Adds every edge's part in rows `top ..< top + rows`; the band's first row is `top`. Coverage inside is 1.
  @usableFromInline func add(_ boundary: borrowing Boundary, top: Int32, rows: Int32) {
    boundary.edges.withUnsafeBufferPointer { edges in
      for edge in edges where edge.y0 != edge.y1 { add(edge, boundary.winding, top << 16, (top + rows) << 16) }
    }
  }

  /// Walks one edge down its rows between two heights, 1/65536 px. x is kept in 32.32 and only ever rounded down, so after
  /// 16,384 rows it is less than 1/65536 px too small.
  private func add(_ edge: Edge, _ winding: Int32, _ top: Int32, _ bottom: Int32) {
    let isDown = edge.y1 > edge.y0
    let (upperX, upperY) = isDown ? (edge.x0, edge.y0) : (edge.x1, edge.y1)
    let (lowerX, lowerY) = isDown ? (edge.x1, edge.y1) : (edge.x0, edge.y0)
    var y = max(upperY, top)
    let end = min(lowerY, bottom)
    if y >= end { return }

    // Not at 0 either: x may be rounded down to just below it.
    let isInside = min(upperX, lowerX) > 0 && max(upperX, lowerX) < width << 16
    let walk = EdgeWalk(sign: isDown ? winding : -winding, perColumn: edge.perColumn, isInside: isInside)
    let slope = edge.perRow
    var x = Int64(upperX) << 16 &+ (slope &* (Int64(y) &- Int64(upperY))) >> 16
    var row = row(Int((y &- top) >> 16))

    // The first and the last row may hold a part only; between them a row is a whole one.
    let firstEnd = min((y | 65535) &+ 1, end)
    if firstEnd &- y < 65536 {
      let next = x &+ (slope &* Int64(firstEnd &- y)) >> 16
      addPart(row, x, next, height: firstEnd &- y, walk)
      x = next
      y = firstEnd
      row.goDown(self)
    }
    let wholeRows = (end &- y) >> 16
    if isInside {
      // Two loops, each with its sign as a constant.
      x =
        walk.sign > 0
        ? addWholeRows(wholeRows, &row, x, slope, 1, walk.perColumn)
        : addWholeRows(wholeRows, &row, x, slope, -1, walk.perColumn)
    } else {
      for _ in 0..<wholeRows {
        addPart(row, x, x &+ slope, height: 65536, walk)
        x = x &+ slope
        row.goDown(self)
      }
    }
    y = y &+ wholeRows << 16
    if y < end { addPart(row, x, x &+ (slope &* Int64(end &- y)) >> 16, height: end &- y, walk) }
  }

  /// The rows that an edge crosses from top to bottom, no point of it beyond the sides: the loop where the time goes.
  @inline(__always)
  private func addWholeRows(
    _ count: Int32, _ row: inout CellRow, _ start: Int64, _ slope: Int64, _ sign: Int32, _ perColumn: Int64
  ) -> Int64 {
    var x = start
    var left = count
    while left > 0 {
      let next = x &+ slope
      let column = Int(truncatingIfNeeded: x >> 32)
      if Int(truncatingIfNeeded: next >> 32) == column {
        row.add(column, height: sign << 16, area: ((fraction(x) &+ fraction(next) &+ 1) >> 1) &* sign)
      } else {
        addColumns(row, position(min(x, next)), position(max(x, next)), 65536, sign, perColumn)
      }
      x = next
      row.goDown(self)
      left &-= 1
    }
    return x
  }

  /// An edge's part within one row: from x `from` to x `to` (32.32 px), `height` 1...65536 of the row.
  private func addPart(_ row: CellRow, _ from: Int64, _ to: Int64, height: Int32, _ walk: EdgeWalk) {
    let (left, right) = (position(min(from, to)), position(max(from, to)))
    if walk.isInside || (left >= 0 && right < width << 16) {
      addColumns(row, left, right, height, walk.sign, walk.perColumn)
    } else {
      addClipped(row, left, right, height, walk)
    }
  }

  /// A piece that leaves the band: what is left of it covers whole rows of pixels from x 0, what is right of it nothing.
  private func addClipped(_ row: CellRow, _ left: Int32, _ right: Int32, _ height: Int32, _ walk: EdgeWalk) {
    let limit = width << 16
    if left >= limit { return }
    if right <= 0 {
      row.add(0, height: height &* walk.sign, area: 0)
      return
    }
    let length = Int64(right) - Int64(left)
    func part(upTo x: Int32) -> Int32 {
      Int32(divideRounding((Int64(x) - Int64(left)) * Int64(height), by: length))
    }
    let before = left < 0 ? part(upTo: 0) : 0
    let within = (right > limit ? part(upTo: limit) : height) - before
    if before > 0 { row.add(0, height: before &* walk.sign, area: 0) }
    if within > 0 { addColumns(row, max(left, 0), min(right, limit), within, walk.sign, walk.perColumn) }
  }

  /// A piece with 0 <= left <= right <= width, 1/65536 px. Cells from left to right, each with its share of the height; the
  /// last one takes what is left, so that heights always sum up.
  @inline(__always)
  private func addColumns(
    _ row: CellRow, _ left: Int32, _ right: Int32, _ height: Int32, _ sign: Int32, _ perColumn: Int64
  ) {
    let last = Int(right >> 16)
    var column = Int(left >> 16)
    if column == last {
      if last == Int(width) { return }
      row.add(column, height: height &* sign, area: product(height, (left & 65535) &+ (right & 65535)) &* sign)
      return
    }
    let toBorder = 65536 &- (left & 65535)
    var reached = (perColumn &* Int64(toBorder)) >> 16
    var given = min(Int32(truncatingIfNeeded: reached >> 16), height)
    row.add(column, height: given &* sign, area: product(given, 131072 &- toBorder) &* sign)
    column &+= 1
    while column < last {
      reached &+= perColumn
      let share = min(Int32(truncatingIfNeeded: reached >> 16), height) &- given
      given &+= share
      row.add(column, height: share &* sign, area: ((share &+ 1) >> 1) &* sign)
      column &+= 1
    }
    if last == Int(width) { return }
    let rest = height &- given
    row.add(last, height: rest &* sign, area: product(rest, right & 65535) &* sign)
  }

  @inline(__always)
  private func row(_ index: Int) -> CellRow {
    CellRow(cells: cells + index &* Int(width), touched: touched + index &* words)
  }
}

/// Where a row begins.
private struct CellRow {
  var cells: UnsafeMutablePointer<Cell>
  var touched: UnsafeMutablePointer<CellRows.Word>

  @inline(__always)
  mutating func goDown(_ rows: CellRows) {
    cells += Int(rows.width)
    touched += rows.words
  }

  /// A piece of an edge in one pixel. `column` is in 0 ..< width.
  @inline(__always)
  func add(_ column: Int, height: Int32, area: Int32) {
    cells[column].height &+= height
    cells[column].area &+= area
    let bit = UInt(bitPattern: column)
    touched[Int(bitPattern: bit / UInt(CellRows.Word.bitWidth))] |= 1 &<< bit
  }
}

/// What stays the same along an edge.
private struct EdgeWalk {
  /// +1 down, -1 up.
  let sign: Int32
  /// Height per pixel of width, in 1/2^32 px.
  let perColumn: Int64
  /// No point of the edge is at or beyond the sides.
  let isInside: Bool
}

/// A 32.32 position in 16.16.
@inline(__always)
private func position(_ x: Int64) -> Int32 { Int32(truncatingIfNeeded: x >> 16) }

/// The 16 bits of a 32.32 position that an area is computed from.
@inline(__always)
private func fraction(_ x: Int64) -> Int32 { position(x) & 65535 }

/// height * (sum of two fractions) / 2, in 1/65536, rounded to nearest.
@inline(__always)
private func product(_ height: Int32, _ fractions: Int32) -> Int32 {
  Int32(truncatingIfNeeded: (Int64(height) &* Int64(fractions) &+ 65536) >> 17)
}
