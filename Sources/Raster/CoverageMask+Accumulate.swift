import Geometry

extension CoverageMask {
  /// Adds every edge's part in rows `top ..< top + rows` to the cells.
  @usableFromInline func accumulate(_ edges: [Edge], top: Int32, rows: Int32) {
    for edge in edges where edge.y0 != edge.y1 {
      accumulate(edge, from: top << 16, to: (top + rows) << 16, top: top)
    }
  }

  /// Walks one edge down its rows. x is kept in 32.32 and the slope is divided once, so the error at the far end of
  /// 16,384 rows is below 1/65536 px.
  private func accumulate(_ edge: Edge, from bandTop: Int32, to bandBottom: Int32, top: Int32) {
    let isDown = edge.y1 > edge.y0
    let upper = isDown ? (x: edge.x0, y: edge.y0) : (x: edge.x1, y: edge.y1)
    let lower = isDown ? (x: edge.x1, y: edge.y1) : (x: edge.x0, y: edge.y0)
    let yStart = max(upper.y, bandTop)
    let yEnd = min(lower.y, bandBottom)
    if yStart >= yEnd { return }

    let sign: Int32 = isDown ? 1 : -1
    let slope = ((Int64(lower.x) - Int64(upper.x)) << 32) / (Int64(lower.y) - Int64(upper.y))
    var x = (Int64(upper.x) << 16) + multiplyShifting(slope, Int64(yStart) - Int64(upper.y))
    var y = yStart
    while y < yEnd {
      let row = y >> 16
      let rowEnd = min((row + 1) << 16, yEnd)
      let height = rowEnd - y
      let xEnd = height == 65536 ? x + slope : x + multiplyShifting(slope, Int64(height))
      addSegment(row: Int(row - top), from: Int32(x >> 16), to: Int32(xEnd >> 16), height: height, sign: sign)
      x = xEnd
      y = rowEnd
    }
  }

  /// A piece of an edge within one row: from x `from` to x `to` (1/65536 px), `height` 1...65536 of the row's height.
  private func addSegment(row: Int, from: Int32, to: Int32, height: Int32, sign: Int32) {
    let (left, right) = from <= to ? (from, to) : (to, from)
    let limit = width << 16
    if left >= limit { return }
    if left < 0 || right > limit {
      addClipped(row: row, left: left, right: right, height: height, sign: sign)
    } else {
      addInside(row: row, left: left, right: right, height: height, sign: sign)
    }
  }

  /// A piece that leaves the mask: what is left of it covers whole rows of pixels from x 0, what is right of it nothing.
  private func addClipped(row: Int, left: Int32, right: Int32, height: Int32, sign: Int32) {
    let limit = width << 16
    if right <= 0 {
      add(row: row, column: 0, height: height &* sign, area: 0)
      return
    }
    let length = Int64(right) - Int64(left)
    func part(upTo x: Int32) -> Int32 {
      Int32(divideRounding((Int64(x) - Int64(left)) * Int64(height), by: length))
    }
    let before = left < 0 ? part(upTo: 0) : 0
    let within = (right > limit ? part(upTo: limit) : height) - before
    if before > 0 { add(row: row, column: 0, height: before &* sign, area: 0) }
    if within > 0 {
      addInside(row: row, left: max(left, 0), right: min(right, limit), height: within, sign: sign)
    }
  }

  /// A piece with 0 <= left <= right <= width. Cells from left to right, each with its share of the height; the last one
  /// takes what is left, so that heights always sum up.
  private func addInside(row: Int, left: Int32, right: Int32, height: Int32, sign: Int32) {
    let first = left >> 16
    let last = right >> 16
    if first == last {
      let mean = (left & 65535) + (right & 65535)
      add(row: row, column: Int(first), height: height &* sign, area: product(height, mean) &* sign)
      return
    }
    // Height per pixel of width, in 1/2^32 px, summed up before it is rounded.
    let perColumn = (Int64(height) << 32) / (Int64(right) - Int64(left))
    let toBorder = 65536 - (left & 65535)
    var reached = (perColumn * Int64(toBorder)) >> 16
    var given = Int32(reached >> 16)
    add(row: row, column: Int(first), height: given &* sign, area: product(given, 131072 - toBorder) &* sign)
    var column = first + 1
    while column < last {
      reached += perColumn
      let share = Int32(reached >> 16) - given
      given += share
      add(row: row, column: Int(column), height: share &* sign, area: (share >> 1) &* sign)
      column += 1
    }
    let rest = height - given
    add(row: row, column: Int(last), height: rest &* sign, area: product(rest, right & 65535) &* sign)
  }

  /// One edge piece in one pixel: its height, and of that what falls to the left of the edge (both 1/65536).
  @inline(__always)
  private func add(row: Int, column: Int, height: Int32, area: Int32) {
    let cell = cells + (row * stride + column)
    cell[0] &+= height &- area
    cell[1] &+= area
    let bits = touched + row * words
    bits[column >> 5] |= 1 << UInt32(column & 31)
    bits[(column + 1) >> 5] |= 1 << UInt32((column + 1) & 31)
  }
}

/// height * (sum of two fractions) / 2, in 1/65536, rounded to nearest.
@inline(__always)
private func product(_ height: Int32, _ fractions: Int32) -> Int32 {
  Int32(truncatingIfNeeded: (Int64(height) * Int64(fractions) + 65536) >> 17)
}

/// slope * height / 65536 for a slope of 32.32 whose product with the edge's whole height fits 63 bits.
@inline(__always)
private func multiplyShifting(_ slope: Int64, _ height: Int64) -> Int64 {
  (slope * height) >> 16
}
