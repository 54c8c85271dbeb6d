extension SliderLayout {
  /// How far a finger may move out of the row before it leaves the band, in pixels: half a star.
  package var slop: Int32 { Self.slop(ofStar: starSize) }

  static func slop(ofStar size: Int32) -> Int32 { max(size / 2, 1) }

  /// Returns the value under a point.
  ///
  /// Along the row there is no dead zone. A star's cell is the star and half of each gap beside it, half-open (`[left, right)`, or `[top,
  /// bottom)` in a vertical row). The first and the last cell extend to the ends of the bounds and their outset, and beyond them for a
  /// drag. If the minimum is 0, a drag before the first star gives 0; a touch can begin there within the zero zone.
  @inline(__always) package func hit(_ point: Point<LayoutSpace>) -> Hit {
    let (position, across) = direction.isAlongRows ? (point.x.raw, point.y.raw) : (point.y.raw, point.x.raw)
    if !touch.band.contains(across) { return .outside }
    let distance = distance(ofPosition: position)
    let begins = touch.across.contains(across) && touch.along.contains(distance.cell)
    let steps = steps(at: distance)
    return begins ? .value(steps) : .near(steps)
  }

  /// A position along the row, from the bounds' leading edge, in 1/256 px.
  struct Distance {
    let exact: Int32
    /// The position for finding cells. If the row runs against the axis, it is less by 1/256 px, because in either direction a cell
    /// contains its left (or top) edge but not its right (or bottom) one.
    let cell: Int32
  }

  /// Returns the distance of a position on the axis of the row, in 1/256 px.
  @inline(__always) func distance(ofPosition position: Int32) -> Distance {
    // Touches may be anywhere. Within this range, no later sum overflows.
    let away = Int64(position) &- Int64(touch.leadingEdge)
    let distance = Int32(truncatingIfNeeded: min(max(away, -Self.farthest), Self.farthest))
    return direction.isReversed
      ? Distance(exact: 0 &- distance, cell: ~distance) : Distance(exact: distance, cell: distance)
  }

  /// Returns the value at a distance, in steps, `scale.minimum ... scale.maximum`.
  @inline(__always) func steps(at distance: Distance) -> Int32 {
    if distance.cell < touch.zeroEnd { return 0 }
    let twice = Int64(distance.cell) &* 2 &- touch.twiceFirstCell
    let index = min(Int64(truncatingIfNeeded: halfAdvance.quotient(positive(twice))), Int64(scale.starCount) &- 1)
    let star = Int32(truncatingIfNeeded: index)
    let span = span(ofStar: star)
    let start = (index &* Int64(advance) &+ Int64(leading)) &* 256 &+ Int64(span.inset.raw)
    let perStar = scale.step.perStar
    let extent = UInt64(truncatingIfNeeded: span.boxSide.raw)
    let inStar: Int32
    if scale.step.isContinuous {
      // On a continuous scale, the exact fraction counts. At the full extent it is `perStar`.
      let within = min(positive(Int64(distance.exact) &- start), extent)
      inStar = Int32(truncatingIfNeeded: span.extent.nearest(within &* UInt64(truncatingIfNeeded: perStar)))
    } else {
      // On other scales, the value is the end of the step that contains the finger.
      let within = min(positive(Int64(distance.cell) &- start), extent)
      let step = span.extent.quotient(within &* UInt64(truncatingIfNeeded: perStar)) &+ 1
      inStar = min(Int32(truncatingIfNeeded: step), perStar)
    }
    return max(star &* perStar &+ inStar, scale.minimum)
  }

  @inline(__always) private func positive(_ distance: Int64) -> UInt64 { UInt64(truncatingIfNeeded: max(distance, 0)) }
}
