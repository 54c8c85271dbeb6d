/// How two edges of a stroke join at a corner.
package enum LineJoin: Sendable {
  /// Extends the outer sides to their intersection. If it is beyond ten half widths, which is the limit of PostScript, PDF and
  /// CoreGraphics, the corner is cut off straight.
  case miter
  /// An arc around the corner.
  case round
}

extension Path {
  /// Returns the stroke along every contour. It is `width` (above 0) pixels wide, half of that on either side. Fill it with `.nonZero`.
  ///
  /// If the corners are far enough apart, a contour becomes two contours, its outer and its inner side, in opposite directions. If an edge
  /// is too short for that, the stroke is the union of one box per edge and one join per corner.
  @export(interface) package func stroked(width: Fixed, join: LineJoin = .miter) -> Path {
    precondition(width > .zero, "a stroke without a width")
    var outline = Path(capacity: 2 * points.count, fineness: fineness)
    var innerSide = -1
    for contour in 0..<contourCount {
      withCorners(ofContour: contour, halfWidth: width.raw << fineness) { corners in
        if corners.count < 3 { return }
        if join != .miter || !corners.addSides(to: &outline) {
          corners.addPieces(join: join, to: &outline)
        } else if contourCount == 1 {
          innerSide = outline.leftmost(ofContour: 0) < outline.leftmost(ofContour: 1) ? 1 : 0
        }
      }
    }
    if width.raw >= Self.widerThanPixels { outline.innerSide = innerSide }
    return outline
  }

  /// The minimum width, in 1/256 px, of strokes whose two sides never cross the same pixel. It exceeds the diagonal of a pixel.
  private static var widerThanPixels: Int32 { 363 }

  /// Returns the minimum x of a contour's points. Of two nested contours, the inner one has the greater minimum.
  private func leftmost(ofContour contour: Int) -> Fixed {
    points[range(ofContour: contour)].reduce(Fixed(Self.limit)) { min($0, $1.x) }
  }

  /// Returns how far a stroke extends beyond the path's points along x or y, whichever is more. The bounding box of the path must grow by
  /// that distance on each side. It depends on the angles of the corners, but not on the path's size.
  ///
  /// Concave corners do not count, because their tips point into the shape.
  @export(interface) package func overhang(width: Fixed, join: LineJoin = .miter) -> Fixed {
    precondition(width > .zero, "a stroke without a width")
    var reach = Fixed(raw: (width.raw + 1) >> 1)
    if join == .round { return reach }
    for contour in 0..<contourCount {
      withCorners(ofContour: contour, halfWidth: width.raw) { corners in
        if corners.count >= 3 { reach = max(reach, corners.longestMiter()) }
      }
    }
    return reach
  }

  /// Calls `body` with a contour's corners, which are valid only during the call.
  private func withCorners(ofContour contour: Int, halfWidth: Int32, _ body: (StrokeCorners) -> Void) {
    let range = range(ofContour: contour)
    unsafe points.withUnsafeBufferPointer { points in
      unsafe withUnsafeTemporaryAllocation(of: StrokeCorners.Corner.self, capacity: range.count) { room in
        unsafe body(
          StrokeCorners(
            UnsafeBufferPointer(rebasing: points[range]), halfWidth: halfWidth, fineness: fineness, in: room))
      }
    }
  }
}

/// The distance from a corner to a point of a stroke, in 1/256 px.
private struct Offset {
  let x: Int32
  let y: Int32

  static func + (point: Point<PhysicalSpace>, offset: Offset) -> Point<PhysicalSpace> {
    Point(x: Fixed(raw: point.x.raw + offset.x), y: Fixed(raw: point.y.raw + offset.y))
  }

  static func - (point: Point<PhysicalSpace>, offset: Offset) -> Point<PhysicalSpace> {
    Point(x: Fixed(raw: point.x.raw - offset.x), y: Fixed(raw: point.y.raw - offset.y))
  }
}

/// The points of a contour without repetitions, and the unit normals of its edges. Safety: they are valid only in `withCorners`.
@safe private struct StrokeCorners {
  /// A half width in 1/512 px, so that half widths of odd line widths are exact.
  typealias HalfWidth = Int64
  /// A vector of length 1, in 2.30.
  typealias Normal = (x: Int64, y: Int64)

  struct Corner {
    var point: Point<PhysicalSpace>
    /// The offset from this corner to the intersection of the left sides; set by `setMiters`.
    var miter = Offset(x: 0, y: 0)
    /// The normal of the edge from this corner to the next, pointing to its left (up, for an edge to the right), in 2.30.
    var normal: Normal = (0, 0)
  }

  /// Memory that belongs to the caller.
  let corners: UnsafeMutableBufferPointer<Corner>
  /// The half width in 1/512 px, which is the raw value of the whole width. It is finer if the path is.
  let halfWidth: HalfWidth
  let fineness: Int32

  var count: Int { unsafe corners.count }

  /// Computes the corners. `room` is memory for as many corners as the contour has points.
  init(
    _ contour: UnsafeBufferPointer<Point<PhysicalSpace>>, halfWidth: Int32, fineness: Int32,
    in room: UnsafeMutableBufferPointer<Corner>
  ) {
    (self.halfWidth, self.fineness) = (Int64(halfWidth), fineness)
    var count = 0
    for i in 0..<contour.count where unsafe count == 0 || room[count - 1].point != contour[i] {
      unsafe room.initializeElement(at: count, to: Corner(point: contour[i]))
      count += 1
    }
    while unsafe count > 1 && room[0].point == room[count - 1].point { count -= 1 }
    unsafe corners = UnsafeMutableBufferPointer(rebasing: room[..<count])
    for i in 0..<count {
      let (a, b) = unsafe (corners[i].point, corners[next(i)].point)
      let (dx, dy) = (Int64(b.x.raw &- a.x.raw), Int64(b.y.raw &- a.y.raw))
      // The length in 1/65536 px.
      let length = max(integerSquareRoot((dx &* dx &+ dy &* dy) << 16), 1)
      unsafe corners[i].normal = (x: divideRounding(dy << 38, by: length), y: divideRounding(-dx << 38, by: length))
    }
  }

  func next(_ i: Int) -> Int { unsafe i + 1 == corners.count ? 0 : i + 1 }
  func previous(_ i: Int) -> Int { unsafe i == 0 ? corners.count - 1 : i - 1 }

  /// Returns 1 + the cosine of the turn between two edges, in 2.30: 2 for no turn, 0 for a turn back.
  func onePlusCosine(_ before: Normal, _ after: Normal) -> Int64 {
    (1 << 30) &+ ((before.x &* after.x &+ before.y &* after.y) >> 30)
  }

  /// The limit of 1 + cosine below which a miter is longer than ten half widths: (length / half width)² = 2 / (1 + cos).
  static var miterLimit: Int64 { (1 << 30) / 50 }

  /// Returns the offset from corner i to the intersection of the left sides; the right sides intersect at the opposite offset. Returns
  /// `nil` beyond the miter limit.
  func miter(at i: Int) -> Offset? {
    let (before, after) = unsafe (corners[previous(i)].normal, corners[i].normal)
    let divisor = onePlusCosine(before, after)
    if divisor < Self.miterLimit { return nil }
    return Offset(x: offset(before.x + after.x, over: divisor), y: offset(before.y + after.y, over: divisor))
  }

  /// Returns the longest distance of an outer miter from its corner, along x or y.
  func longestMiter() -> Fixed {
    let direction = doubledArea().signum()
    var longest = Fixed.zero
    for i in 0..<count {
      let (before, after) = unsafe (corners[previous(i)].normal, corners[i].normal)
      let turn = (before.x * after.y - before.y * after.x).signum()
      if turn == 0 || turn == -direction { continue }
      guard let tip = miter(at: i) else { continue }
      longest = max(longest, Fixed(raw: abs(tip.x)), Fixed(raw: abs(tip.y)))
    }
    return longest
  }

  /// Returns twice the contour's area, above 0 if it is clockwise on a screen.
  func doubledArea() -> Int64 {
    var doubled: Int64 = 0
    for i in 0..<count {
      let (a, b) = unsafe (corners[i].point, corners[next(i)].point)
      doubled += Int64(a.x.raw) * Int64(b.y.raw) - Int64(a.y.raw) * Int64(b.x.raw)
    }
    return doubled
  }

  /// Returns the half width along a direction, divided by twice `divisor`, in 1/256 px.
  private func offset(_ direction: Int64, over divisor: Int64) -> Int32 {
    Int32(divideRounding(direction * halfWidth, by: 2 * divisor))
  }

  /// Returns the vector of half the width along a direction of length 1 in 2.30.
  private func offset(along direction: Normal) -> Offset {
    Offset(x: offset(direction.x, over: 1 << 30), y: offset(direction.y, over: 1 << 30))
  }

  /// Returns corner i moved to the left or right side of an edge with the given normal.
  func side(_ i: Int, _ normal: Normal, isLeft: Bool) -> Point<PhysicalSpace> {
    let offset = offset(along: normal)
    return unsafe isLeft ? corners[i].point + offset : corners[i].point - offset
  }

  /// Adds both sides of the stroke as contours. Returns `false` and adds nothing if a miter exceeds its limit or an edge of a side would
  /// run backwards.
  func addSides(to outline: inout Path) -> Bool {
    if !setMiters() { return false }
    outline.addContour(count: count) { unsafe corners[$0].point + corners[$0].miter }
    outline.addContour(count: count) { unsafe corners[count - 1 - $0].point - corners[count - 1 - $0].miter }
    return true
  }

  /// Sets every corner's miter. Returns `false` if the sides cannot be used, as in `addSides`.
  private func setMiters() -> Bool {
    for i in 0..<count {
      guard let miter = miter(at: i) else { return false }
      unsafe corners[i].miter = miter
    }
    for i in 0..<count where unsafe !runForward(corners[previous(i)], corners[i]) { return false }
    return true
  }

  /// Whether both sides of the edge between two corners have the edge's direction. Because paths are limited, no product overflows.
  private func runForward(_ a: Corner, _ b: Corner) -> Bool {
    let (x, y) = (Int64(b.point.x.raw &- a.point.x.raw), Int64(b.point.y.raw &- a.point.y.raw))
    // How much longer the left side is, and how much shorter the right side.
    let (longerX, longerY) = (Int64(b.miter.x &- a.miter.x), Int64(b.miter.y &- a.miter.y))
    return x &* (x &+ longerX) &+ y &* (y &+ longerY) > 0 && x &* (x &- longerX) &+ y &* (y &- longerY) > 0
  }

  /// Adds a box per edge and a join per corner. They overlap and have the same direction.
  func addPieces(join: LineJoin, to outline: inout Path) {
    for i in 0..<count {
      let j = next(i)
      let normal = unsafe corners[i].normal
      outline.addContour([
        side(i, normal, isLeft: true), side(j, normal, isLeft: true),
        side(j, normal, isLeft: false), side(i, normal, isLeft: false),
      ])
      addJoin(join, at: i, to: &outline)
    }
  }

  /// Fills the gap between two boxes on the outer side of a corner.
  private func addJoin(_ join: LineJoin, at i: Int, to outline: inout Path) {
    let (before, after) = unsafe (corners[previous(i)].normal, corners[i].normal)
    let turn = before.x * after.y - before.y * after.x
    let isBack = onePlusCosine(before, after) < 1 << 29
    if turn == 0 && !(isBack && join == .round) { return }
    // If the contour turns right, the outer side is the left one.
    let isLeft = turn >= 0
    let corner = unsafe corners[i].point
    var wedge = [corner, side(i, before, isLeft: isLeft)]
    switch join {
    case .miter: if let tip = miter(at: i) { wedge.append(isLeft ? corner + tip : corner - tip) }
    case .round: wedge += arc(before, after).map { side(i, $0, isLeft: isLeft) }
    }
    wedge.append(side(i, after, isLeft: isLeft))
    if !isLeft { wedge.reverse() }
    outline.addContour(wedge)
  }

  /// Returns the vectors to the points of a round join, between two normals. The sagittas of its chords are below 1/256 px. No point lies
  /// beyond the arc, because the stroke touches the cell's sides and such a point could leave the cell.
  private func arc(_ before: Normal, _ after: Normal) -> ArraySlice<Normal> {
    var ring = [before, after]
    while sagitta(ring[0], ring[1]) >= 2 << Int64(fineness) {
      ring = ring.indices.dropLast().flatMap { [ring[$0], middle(ring[$0], ring[$0 + 1])] } + [after]
    }
    return ring.dropFirst().dropLast()
  }

  /// Returns the unit vector halfway between two others, which are less than half a turn apart, or opposite.
  private func middle(_ a: Normal, _ b: Normal) -> Normal {
    // Halfway to the opposite vector is the direction of the edge that ends here, on either side.
    if onePlusCosine(a, b) < 1024 {
      let isLeft = a.x * b.y - a.y * b.x >= 0
      return isLeft ? (x: -a.y, y: a.x) : (x: a.y, y: -a.x)
    }
    let (x, y) = (a.x + b.x, a.y + b.y)
    let length = max(integerSquareRoot((x >> 1) * (x >> 1) + (y >> 1) * (y >> 1)), 1)
    return (x: divideRounding(x << 29, by: length), y: divideRounding(y << 29, by: length))
  }

  /// Returns the distance between arc and chord of two neighbors on the unit circle, multiplied by the half width, in 1/512 px.
  private func sagitta(_ a: Normal, _ b: Normal) -> Int64 {
    let (x, y) = ((a.x + b.x) >> 1, (a.y + b.y) >> 1)
    return (halfWidth * ((1 << 30) - integerSquareRoot(x * x + y * y))) >> 30
  }
}
