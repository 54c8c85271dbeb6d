import Geometry
import Rating

extension SliderLayout {
  /// How far a finger may leave the row across before it has left the band, pixels: half a star.
  public var slop: Int32 { max(starSize / 2, 1) }

  /// The value under a point.
  ///
  /// Along the row there is no dead zone: a star's cell is the star and half of each gap beside it, half open, and the
  /// first and last cell reach to the ends of the bounds (and beyond, for a drag). Where the least value is 0, what lies
  /// before the first star gives 0; a touch begins there within half a star.
  ///
  /// The band is the row and `slop` above and below it, half open like everything else.
  public func hit(_ point: Point<LayoutSpace>) -> Hit {
    let row = row
    if point.y < Fixed(row.minY - slop) || point.y >= Fixed(row.maxY + slop) { return .outside }
    let steps = steps(atX: point.x)
    let isInRow =
      point.y >= Fixed(row.minY) && point.y < Fixed(row.maxY)
      && point.x >= Fixed(row.minX) - leadingReach && point.x < Fixed(row.maxX) + trailingReach
    return isInRow ? .value(steps) : .near(steps)
  }

  /// Before the first star: the zone of zero, or what the first star's cell has of the bounds.
  private var leadingReach: Fixed {
    scale.minimum == 0 ? Fixed(starSize) / 2 : Fixed(row.minX - bounds.minX)
  }

  private var trailingReach: Fixed { Fixed(bounds.maxX - row.maxX) }

  /// The value at a distance along the row, in steps, `scale.minimum ... scale.maximum`.
  public func steps(atX x: Fixed) -> Int32 {
    let perStar = scale.step.perStar
    // Far beyond any screen is as far as it goes: a touch device can say anything, and no difference may overflow.
    let beyond = Int32(1) << 30
    let fromRow = Fixed(raw: min(max(x.raw, -beyond), beyond)) - Fixed(origin.x)
    if fromRow < .zero && scale.minimum == 0 { return 0 }
    // Twice the gap's half, so that an odd gap is not rounded: cells begin at -gap / 2.
    let gap = advance - starSize
    let twice = Int64(fromRow.raw) * 2 + Int64(gap) * 256
    let index = min(max(divideFlooring(twice, by: Int64(advance) * 512), 0), Int64(scale.starCount - 1))
    let span = span(ofStar: Int32(index))
    let (boxSide, within) = (span.boxSide, fromRow - Fixed(Int32(index) * advance) - span.inset)
    let inStar: Int32
    if scale.step.isContinuous {
      // The exact fraction.
      inStar = Int32(
        divideRounding(Int64(min(max(within.raw, 0), boxSide.raw)) * Int64(perStar), by: Int64(boxSide.raw)))
    } else {
      // The step that the finger is in, counting that one.
      let step = divideFlooring(Int64(within.raw) * Int64(perStar), by: Int64(boxSide.raw)) + 1
      inStar = Int32(min(max(step, 1), Int64(perStar)))
    }
    return min(max(Int32(index) * perStar + inStar, scale.minimum), scale.maximum)
  }
}
