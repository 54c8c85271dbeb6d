/// An edge during a sweep, with the position that it has reached.
struct ActiveEdge {
  /// Where the edge enters its next row, in 32.32 px.
  var x: Int64
  /// The change of x per row, in 32.32 px, rounded towards 0.
  let perRow: Int64
  /// The change of y per column in either direction, in 1/2^32 px, rounded down; 0 for a vertical edge.
  let perColumn: Int64
  /// The factor of the edge's areas: 255 if the inside is to its right (an entry), and -255 if it is to its left (an exit).
  let weight: Int32
  /// The height that the edge has reached, and its lower end, in 1/65536 px.
  var top: Int32
  let lower: Int32
  /// The next edge of the same band; -1 for none.
  var next: Int32
  /// Whether the edge stays within the mask, however it is rounded.
  let isWithin: Bool
  /// Whether the edge lies within one pixel. Its slope is then unused, and `perRow` is the x of its lower end in 32.32 px.
  let isShort: Bool

  /// Creates an active edge. `edge` must not be horizontal; `weight` is that of an edge that goes down.
  @inline(__always) init(_ edge: Edge, weight: Int32, isWithin: Bool) {
    // The direction is always downwards, so that an edge and its reverse visit the same points.
    let isDown = edge.y1 > edge.y0
    (top, lower) = isDown ? (edge.y0, edge.y1) : (edge.y1, edge.y0)
    let (upperX, lowerX) = isDown ? (edge.x0, edge.x1) : (edge.x1, edge.x0)
    x = Int64(upperX) << 16
    self.weight = isDown ? weight : 0 &- weight
    next = -1
    self.isWithin = isWithin
    isShort = isWithin && (upperX ^ lowerX) >> 16 == 0 && (top ^ (lower &- 1)) >> 16 == 0
    if isShort {
      (perRow, perColumn) = (Int64(lowerX) << 16, 0)
      return
    }
    // The divisions happen once per edge, on magnitudes, so that signs need no special handling.
    let (width, height) = (Int64(lowerX) &- Int64(upperX), Int64(lower) &- Int64(top))
    let (columns, rows) = (width.magnitude, height.magnitude)
    let slope = Int64(bitPattern: columns &<< 32 / rows)
    perRow = width < 0 ? 0 &- slope : slope
    perColumn = columns == 0 ? 0 : Int64(bitPattern: rows &<< 32 / columns)
  }
}
