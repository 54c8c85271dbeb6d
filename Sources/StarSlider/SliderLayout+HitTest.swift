import Geometry
import Rating

extension SliderLayout {
  /// How far a finger may leave the row across before it has left the band, pixels: half a star.
  public var slop: Int32 { max(starSize / 2, 1) }

  /// The value under a point.
  ///
  /// Along the row there is no dead zone: a star's cell is the star and half of each gap beside it, half open
  /// (`[left, right)`, and `[top, bottom)` in a vertical row), and the first and last cell reach to the ends of the bounds
  /// (and beyond, for a drag). Where the least value is 0, what lies before the first star gives 0; a touch begins there
  /// within the zero zone.
  @inline(__always)
  public func hit(_ point: Point<LayoutSpace>) -> Hit {
    let across = direction.isAlongRows ? point.y : point.x
    let (low, high) = (Fixed(crossOrigin), Fixed(crossOrigin &+ starSize))
    let slop = Fixed(slop)
    if across.raw < low.raw &- slop.raw || across.raw >= high.raw &+ slop.raw { return .outside }
    let distance = along(point)
    let steps = steps(at: distance)
    let isInRow =
      across >= low && across < high && distance.cell.raw >= Fixed(leading).raw &- leadingReach.raw
      && distance.cell < Fixed(length)
    return isInRow ? .value(steps) : .near(steps)
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
    switch direction {
    case .right: distance(from: bounds.minX, to: point.x)
    case .left: distance(back: bounds.maxX, to: point.x)
    case .up: distance(back: bounds.maxY, to: point.y)
    case .down: distance(from: bounds.minY, to: point.y)
    }
  }

  /// Along the axis.
  @inline(__always)
  private func distance(from edge: Int32, to position: Fixed) -> Distance {
    let exact = difference(position, Fixed(edge))
    return Distance(exact: exact, cell: exact)
  }

  /// Against the axis.
  @inline(__always)
  private func distance(back edge: Int32, to position: Fixed) -> Distance {
    let exact = difference(Fixed(edge), position)
    return Distance(exact: exact, cell: Fixed(raw: exact.raw &- 1))
  }

  /// a - b, kept within a range in which no later sum overflows: touches come from anywhere.
  @inline(__always)
  private func difference(_ a: Fixed, _ b: Fixed) -> Fixed {
    let far = Self.farthest
    return Fixed(raw: Int32(truncatingIfNeeded: min(max(Int64(a.raw) &- Int64(b.raw), -far), far)))
  }

  /// The bounds' extent along the row, pixels.
  @inline(__always)
  private var length: Int32 {
    direction.isAlongRows ? bounds.maxX &- bounds.minX : bounds.maxY &- bounds.minY
  }

  /// Before the first star: the zone of zero, or what the first star's cell has of the bounds.
  @inline(__always)
  private var leadingReach: Fixed { scale.minimum == 0 ? zeroReach : Fixed(leading) }

  /// The value at a distance, in steps, `scale.minimum ... scale.maximum`.
  @inline(__always)
  func steps(at distance: Distance) -> Int32 {
    if distance.cell < Fixed(leading) && scale.minimum == 0 { return 0 }
    // Twice the gap's half, so that an odd gap is not rounded: cells begin at -gap / 2.
    let gap = Int64(advance &- starSize)
    let twice = (Int64(distance.cell.raw) &- Int64(leading) &* 256) &* 2 &+ gap &* 256
    let index = min(Int64(truncatingIfNeeded: halfAdvance.quotient(positive(twice))), Int64(scale.starCount) &- 1)
    let span = span(ofStar: Int32(truncatingIfNeeded: index))
    let start = (Int64(leading) &+ index &* Int64(advance)) &* 256 &+ Int64(span.inset.raw)
    let perStar = UInt64(truncatingIfNeeded: scale.step.perStar)
    let inStar: UInt64
    if scale.step.isContinuous {
      // The exact fraction.
      let within = min(positive(Int64(distance.exact.raw) &- start), UInt64(truncatingIfNeeded: span.boxSide.raw))
      inStar = span.extent.nearest(within &* perStar)
    } else {
      // The step that the finger is in, counting that one.
      let within = positive(Int64(distance.cell.raw) &- start)
      inStar = min(span.extent.quotient(within &* perStar) &+ 1, perStar)
    }
    let steps = Int32(truncatingIfNeeded: index) &* scale.step.perStar &+ Int32(truncatingIfNeeded: inStar)
    return min(max(steps, scale.minimum), scale.maximum)
  }

  /// A distance, 0 where it is negative.
  @inline(__always)
  private func positive(_ distance: Int64) -> UInt64 { UInt64(truncatingIfNeeded: max(distance, 0)) }
}
