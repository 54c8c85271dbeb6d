import Geometry
import Rating

/// What every touch is compared with, computed once; 24.8 pixels as whole numbers.
struct TouchZones: Hashable, Sendable {
  /// Across the row: the stars' squares.
  let row: Range<Int32>
  /// Across the row: where a finger has not left the band.
  let band: Range<Int32>
  /// The bounds' edge where the row begins.
  let edge: Int32
  /// From that edge on: the zone of zero, or what the first star's cell has of the bounds, and all cells.
  let cells: Range<Int32>
  /// From that edge to the first star.
  let leading: Int32
  /// The same to the first star's cell, twice, so that an odd gap is not rounded: cells begin half a gap before their stars.
  let twiceFirstCell: Int64
  /// From each star to the next.
  let advance: Int64

  /// From pixels, as the layout has them; `reach` is how far before the first star a touch may begin.
  init(
    _ bounds: Rect<LayoutSpace>, _ direction: FillDirection, crossOrigin: Int32, starSize: Int32, leading: Int32,
    advance: Int32, reach: Fixed
  ) {
    let slop = SliderLayout.slop(ofStar: starSize)
    func zone(_ start: Fixed, _ end: Int32) -> Range<Int32> { Range(uncheckedBounds: (start.raw, Fixed(end).raw)) }
    row = zone(Fixed(crossOrigin), crossOrigin + starSize)
    band = zone(Fixed(crossOrigin - slop), crossOrigin + starSize + slop)
    let edge =
      switch direction {
      case .right: bounds.minX
      case .left: bounds.maxX
      case .up: bounds.maxY
      case .down: bounds.minY
      }
    self.edge = Fixed(edge).raw
    cells = zone(Fixed(leading) - reach, direction.isAlongRows ? bounds.width : bounds.height)
    self.leading = Fixed(leading).raw
    twiceFirstCell = (Int64(leading) * 2 - Int64(advance - starSize)) * 256
    self.advance = Int64(advance) * 256
  }
}

extension SliderLayout {
  /// How far a finger may leave the row across before it has left the band, pixels: half a star.
  package var slop: Int32 { Self.slop(ofStar: starSize) }

  static func slop(ofStar size: Int32) -> Int32 { max(size / 2, 1) }

  /// The value under a point.
  ///
  /// Along the row there is no dead zone: a star's cell is the star and half of each gap beside it, half open
  /// (`[left, right)`, and `[top, bottom)` in a vertical row), and the first and last cell reach to the ends of the bounds
  /// (and beyond, for a drag). Where the least value is 0, what lies before the first star gives 0; a touch begins there
  /// within the zero zone.
  @inline(__always)
  package func hit(_ point: Point<LayoutSpace>) -> Hit { touch(point).hit }

  /// The same, and where the fill of that value ends if the way there has shown it: `.none` where it is for `fillEnd` to say.
  @inline(__always)
  func touch(_ point: Point<LayoutSpace>) -> (hit: Hit, end: FillPosition) {
    let across = (direction.isAlongRows ? point.y : point.x).raw
    if !zones.band.contains(across) { return (.outside, .none) }
    let distance = along(point)
    let isInRow = zones.row.contains(across) && zones.cells.contains(distance.cell.raw)
    let (steps, end) = steps(at: distance)
    return (isInRow ? .value(steps) : .near(steps), end)
  }

  /// A position along the row, from the bounds' leading edge, 24.8 pixels.
  struct Distance {
    /// As it is.
    let exact: Fixed
    /// As cells see it: where the row runs against the axis, less by 1/256 px, so that a cell holds its left (or top) edge
    /// and not its right one, whichever way values grow.
    let cell: Fixed
  }

  @inline(__always)
  func along(_ point: Point<LayoutSpace>) -> Distance {
    let position = (direction.isAlongRows ? point.x : point.y).raw
    let isReversed = direction.isReversed
    let exact = isReversed ? Self.difference(zones.edge, position) : Self.difference(position, zones.edge)
    return Distance(exact: Fixed(raw: exact), cell: Fixed(raw: isReversed ? exact &- 1 : exact))
  }

  /// a - b, kept within a range in which no later sum overflows: touches come from anywhere.
  @inline(__always)
  private static func difference(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(truncatingIfNeeded: min(max(Int64(a) &- Int64(b), -farthest), farthest))
  }

  /// The value at a distance, in steps, `scale.minimum ... scale.maximum`, and where its fill ends, as `touch` says.
  @inline(__always)
  func steps(at distance: Distance) -> (steps: Int32, end: FillPosition) {
    if distance.cell.raw < zones.leading && scale.minimum == 0 { return (0, .none) }
    let twice = Int64(distance.cell.raw) &* 2 &- zones.twiceFirstCell
    let index = min(Int64(truncatingIfNeeded: halfAdvance.quotient(positive(twice))), Int64(scale.starCount) &- 1)
    let star = Int32(truncatingIfNeeded: index)
    let span = span(ofStar: star)
    let start = index &* zones.advance &+ Int64(zones.leading &+ span.inset.raw)
    let perStar = scale.step.perStar
    let below = star &* perStar
    if scale.step.isContinuous {
      // The exact fraction.
      let within = min(positive(Int64(distance.exact.raw) &- start), UInt64(truncatingIfNeeded: span.boxSide.raw))
      let inStar = Int32(truncatingIfNeeded: span.extent.nearest(within &* UInt64(truncatingIfNeeded: perStar)))
      let steps = clamped(below &+ inStar)
      // With more steps than places of 1/256 px, each place is that of the step nearest to it.
      if inStar == 0 || inStar == perStar || steps != below &+ inStar || span.boxSide.raw >= perStar {
        return (steps, .none)
      }
      let boundary = Fixed(raw: span.inset.raw &+ Int32(truncatingIfNeeded: within))
      return (steps, FillPosition(value: steps, star: star, boundary: boundary))
    }
    // The step that the finger is in, counting that one.
    let within = min(
      positive(Int64(distance.cell.raw) &- start), UInt64(truncatingIfNeeded: span.boxSide.raw))
    let inStar = span.extent.quotient(within &* UInt64(truncatingIfNeeded: perStar)) &+ 1
    return (clamped(below &+ min(Int32(truncatingIfNeeded: inStar), perStar)), .none)
  }

  @inline(__always)
  private func clamped(_ steps: Int32) -> Int32 { min(max(steps, scale.minimum), scale.maximum) }

  /// A distance, 0 where it is negative.
  @inline(__always)
  private func positive(_ distance: Int64) -> UInt64 { UInt64(truncatingIfNeeded: max(distance, 0)) }
}
