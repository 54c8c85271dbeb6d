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
  public func hit(_ point: Point<LayoutSpace>) -> Hit {
    let across = direction.isAlongRows ? point.y : point.x
    let (low, high) = (crossOrigin, crossOrigin + starSize)
    if across < Fixed(low - slop) || across >= Fixed(high + slop) { return .outside }
    let distance = along(point)
    let steps = steps(at: distance)
    let isInRow =
      across >= Fixed(low) && across < Fixed(high)
      && distance.cell >= Fixed(leading) - leadingReach && distance.cell < Fixed(length)
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

  func along(_ point: Point<LayoutSpace>) -> Distance {
    let least = Fixed(raw: 1)
    switch direction {
    case .right:
      let x = difference(point.x, Fixed(bounds.minX))
      return Distance(exact: x, cell: x)
    case .left:
      let x = difference(Fixed(bounds.maxX), point.x)
      return Distance(exact: x, cell: x - least)
    case .up:
      let y = difference(Fixed(bounds.maxY), point.y)
      return Distance(exact: y, cell: y - least)
    case .down:
      let y = difference(point.y, Fixed(bounds.minY))
      return Distance(exact: y, cell: y)
    }
  }

  /// a - b, kept within a range in which no later sum overflows: touches come from anywhere.
  private func difference(_ a: Fixed, _ b: Fixed) -> Fixed {
    let far: Int64 = 1 << 30
    return Fixed(raw: Int32(min(max(Int64(a.raw) - Int64(b.raw), -far), far)))
  }

  /// The bounds' extent along the row, pixels.
  private var length: Int32 { direction.isAlongRows ? bounds.width : bounds.height }

  /// Before the first star: the zone of zero, or what the first star's cell has of the bounds.
  private var leadingReach: Fixed { scale.minimum == 0 ? zeroReach : Fixed(leading) }

  /// The value at a distance, in steps, `scale.minimum ... scale.maximum`.
  func steps(at distance: Distance) -> Int32 {
    let perStar = scale.step.perStar
    if distance.cell < Fixed(leading) && scale.minimum == 0 { return 0 }
    // Twice the gap's half, so that an odd gap is not rounded: cells begin at -gap / 2.
    let gap = advance - starSize
    let twice = (Int64(distance.cell.raw) - Int64(leading) * 256) * 2 + Int64(gap) * 256
    let index = min(max(divideFlooring(twice, by: Int64(advance) * 512), 0), Int64(scale.starCount - 1))
    let span = span(ofStar: Int32(index))
    let start = (Int64(leading) + index * Int64(advance)) * 256 + Int64(span.inset.raw)
    let inStar: Int64
    if scale.step.isContinuous {
      // The exact fraction.
      let within = min(max(Int64(distance.exact.raw) - start, 0), Int64(span.boxSide.raw))
      inStar = divideRounding(within * Int64(perStar), by: Int64(span.boxSide.raw))
    } else {
      // The step that the finger is in, counting that one.
      let within = Int64(distance.cell.raw) - start
      inStar = min(max(divideFlooring(within * Int64(perStar), by: Int64(span.boxSide.raw)) + 1, 1), Int64(perStar))
    }
    return min(max(Int32(index) * perStar + Int32(inStar), scale.minimum), scale.maximum)
  }
}
