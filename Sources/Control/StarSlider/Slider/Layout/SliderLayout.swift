/// The positions of the stars: a pure function of the configuration and the bounds. Painting and hit testing use the same one.
///
/// The row is divided into equal cells of whole pixels with gaps of whole pixels, so that all stars share their sprites. A star
/// is as large as the shorter side of its cell and is centered in it. Leftover pixels surround the row.
///
/// Distances *along* the row are measured from the bounds' leading edge (left, right, or bottom), in the direction in which
/// values grow.
package struct SliderLayout: Hashable, Sendable {
  package let scale: Scale
  /// The bounds that were given to the slider. Nothing is drawn outside them.
  package let bounds: Rect<LayoutSpace>
  /// The direction in which values grow, as the viewer sees it.
  let direction: FillDirection
  /// The side of a star's square in pixels, 1 or more.
  package let starSize: Int32
  /// The distance from the bounds' leading edge to the first star's, in pixels.
  let leading: Int32
  /// The top of the stars in layout pixels; in a vertical row, their left.
  let crossOrigin: Int32
  /// The distance from one star's leading edge to the next one's, in pixels.
  package let advance: Int32
  let touch: TouchRanges
  /// The part of the first star's square that fills. `otherSpans` has the parts of the other stars, if they have their own faces.
  private let firstSpan: Span
  private let otherSpans: [Span]
  /// The divisors used for every touch: `advance` in 1/512 px, and the number of steps per star.
  let halfAdvance: Divisor
  let perStar: Divisor

  /// The values with which every touch is compared, in 1/256 px.
  struct TouchRanges: Hashable, Sendable {
    /// The x coordinate of the bounds' leading edge; in a vertical row, the y coordinate.
    let leadingEdge: Int32
    /// The distances from that edge at which touches may begin: within the bounds and the outset, and not before the zero zone if there is
    /// one.
    let along: Range<Int32>
    /// A drag to a smaller distance than this gives 0. If the minimum is not 0, this is `Int32.min`, so that no drag does.
    let zeroEnd: Int32
    /// Twice the distance from that edge to the first cell, so that half of an odd gap is not rounded.
    let twiceFirstCell: Int64
    /// The range across the row in which touches may begin: the stars' squares and the outset. A finger outside of `band` counts as away.
    let across: Range<Int32>
    let band: Range<Int32>
  }

  /// The position of the face that fills in its square, along the fill.
  struct Span: Hashable, Sendable {
    /// The distance from the square's leading edge, in pixels.
    let inset: Fixed
    /// The extent of a full star, in pixels.
    let boxSide: Fixed
    /// The same extent in 1/256 px.
    let extent: Divisor

    init(inset: Fixed, boxSide: Fixed, step: Step) {
      self.inset = inset
      self.boxSide = boxSide
      // A numerator is at most the extent times the number of steps per star, plus half of the extent for rounding.
      extent = Divisor(Int64(boxSide.raw), numeratorsTo: UInt64(boxSide.raw) * (UInt64(step.perStar) + 1))
    }
  }

  /// Whether bounds are too long, or too far away for positions in 1/256 px.
  static func isTooLarge(_ bounds: Rect<LayoutSpace>) -> Bool {
    let reach = -Int32(farthest / 256)...Int32(farthest / 256)
    if ![bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].allSatisfy({ reach.contains($0) }) { return true }
    return max(bounds.width, bounds.height) > Path.limit
  }

  /// Creates the layout. Returns `nil` if the bounds have less than a pixel per star, or are too large.
  @export(interface) package init?(_ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>) {
    if Self.isTooLarge(bounds) { return nil }
    let count = configuration.scale.starCount
    direction = configuration.fillDirection
    let (length, breadth) =
      direction.isAlongRows ? (bounds.width, bounds.height) : (bounds.height, bounds.width)
    if breadth < 1 || length < count { return nil }

    let (spacing, margin) = Self.gaps(configuration, along: length)
    let cell = (length - spacing * (count - 1) - 2 * margin) / count
    let star = min(cell, breadth)
    let leftOver = length - cell * count - spacing * (count - 1)
    scale = configuration.scale
    self.bounds = bounds
    starSize = star
    advance = cell + spacing
    halfAdvance = Divisor(Int64(advance) * 512, numeratorsTo: UInt64(2 * Self.farthest) + UInt64(advance) * 256)
    // The numerators of `perStar` are values, or products of the extent (at most the star's side) and a number of steps.
    let most = max(UInt64(scale.maximum), (UInt64(star) * 256 + 1) * UInt64(scale.step.perStar))
    perStar = Divisor(Int64(scale.step.perStar), numeratorsTo: most)
    leading = leftOver / 2 + (cell - star) / 2
    crossOrigin = (direction.isAlongRows ? bounds.minY : bounds.minX) + (breadth - star) / 2
    let edge =
      switch direction {
      case .right: bounds.minX
      case .left: bounds.maxX
      case .up: bounds.maxY
      case .down: bounds.minY
      }
    // No zone is longer than four million pixels, so that the sum does not overflow.
    let zone = Int32(min(max(Int64(configuration.zeroZone.raw) * Int64(star), 0), Self.farthest))
    let outset = min(max(configuration.touchOutset, 0), Path.limit)
    let slop = max(Self.slop(ofStar: star), outset)
    let first = scale.minimum == 0 ? leading * 256 - zone : .min
    touch = TouchRanges(
      leadingEdge: edge * 256, along: max(first, -outset * 256)..<(length + outset) * 256,
      zeroEnd: scale.minimum == 0 ? leading * 256 : .min,
      twiceFirstCell: (Int64(leading) * 2 - Int64(advance - star)) * 256,
      across: (crossOrigin - outset) * 256..<(crossOrigin + star + outset) * 256,
      band: (crossOrigin - slop) * 256..<(crossOrigin + star + slop) * 256)
    let direction = direction
    func span(_ face: Face) -> Span {
      let placement = face.placement(inCellOf: star, along: direction)
      return Span(inset: placement.inset, boxSide: placement.side, step: configuration.scale.step)
    }
    firstSpan = span(configuration.faces[0])
    otherSpans = configuration.faces.prefix(Int(count)).dropFirst().map(span)
  }

  /// The maximum distance of a touch from the bounds' edge, in 1/256 px: four million pixels.
  static var farthest: Int64 { 1 << 30 }

  /// Returns spacing and margin. They are reduced in proportion if stars would otherwise be smaller than their minimum.
  private static func gaps(_ configuration: SliderConfiguration, along length: Int32) -> (Int32, Int32) {
    let count = Int64(configuration.scale.starCount)
    // The properties may have been set to any value. Gaps below 0 would place stars outside the bounds.
    let (spacing, margin) = (count == 1 ? 0 : max(configuration.spacing, 0), max(configuration.margin, 0))
    let least = min(Int64(max(configuration.minimumStarSize, 1)), Int64(length) / count)
    // In 64 bits, because there may be 1,000 gaps of any size.
    let wanted = Int64(spacing) * (count - 1) + 2 * Int64(margin)
    let room = Int64(length) - least * count
    if wanted <= room { return (spacing, margin) }
    return (Int32(Int64(spacing) * room / wanted), Int32(Int64(margin) * room / wanted))
  }

  /// Returns the span of the star with an index in `0 ..< scale.starCount`.
  @inline(__always) func span(ofStar star: Int32) -> Span {
    star == 0 || otherSpans.isEmpty ? firstSpan : otherSpans[min(Int(star), otherSpans.count) - 1]
  }

  /// Returns the square of the star with an `index` in `0 ..< scale.starCount`.
  package func star(_ index: Int32) -> Rect<LayoutSpace> {
    let along = leading + index * advance
    let (x, y): (Int32, Int32) =
      switch direction {
      case .right: (bounds.minX + along, crossOrigin)
      case .left: (bounds.maxX - along - starSize, crossOrigin)
      case .up: (crossOrigin, bounds.maxY - along - starSize)
      case .down: (crossOrigin, bounds.minY + along)
      }
    return Rect(minX: x, minY: y, maxX: x + starSize, maxY: y + starSize)
  }

  /// The rectangle of all stars' squares and the gaps between them.
  package var row: Rect<LayoutSpace> { star(0).union(star(scale.starCount - 1)) }

  /// The parts of the bounds around the row.
  var surroundings: [Rect<LayoutSpace>] {
    let row = row
    let rects: [Rect<LayoutSpace>] = [
      Rect(minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: row.minY),
      Rect(minX: bounds.minX, minY: row.maxY, maxX: bounds.maxX, maxY: bounds.maxY),
      Rect(minX: bounds.minX, minY: row.minY, maxX: row.minX, maxY: row.maxY),
      Rect(minX: row.maxX, minY: row.minY, maxX: bounds.maxX, maxY: row.maxY),
    ]
    return rects.filter { !$0.isEmpty }
  }

  /// The parts of the row between stars.
  var gaps: [Rect<LayoutSpace>] {
    let row = row
    let rects = (1..<max(scale.starCount, 1)).map { i in
      let (a, b) = (star(i - 1), star(i))
      let (first, second) = a.minX + a.minY < b.minX + b.minY ? (a, b) : (b, a)
      return direction.isAlongRows
        ? Rect<LayoutSpace>(minX: first.maxX, minY: row.minY, maxX: second.minX, maxY: row.maxY)
        : Rect<LayoutSpace>(minX: row.minX, minY: first.maxY, maxX: row.maxX, maxY: second.minY)
    }
    return rects.filter { !$0.isEmpty }
  }

  /// Returns the fill position of a value, 0 ... `scale.maximum` steps.
  @inline(__always) func fillPosition(_ value: Int32) -> FillPosition {
    let star = Int32(truncatingIfNeeded: perStar.quotient(UInt64(truncatingIfNeeded: value)))
    let steps = value &- star &* scale.step.perStar
    return FillPosition(value: value, star: star, fillX: fillX(steps: steps, ofStar: star))
  }

  /// Returns how many pixels of a star's square are filled, from its leading edge, at `steps` of `perStar`. The picture depends only on
  /// this number. It is 0 only for no steps, and `starSize` only for all steps.
  @inline(__always) func fillX(steps: Int32, ofStar star: Int32 = 0) -> Fixed {
    if steps <= 0 { return Fixed(raw: 0) }
    if steps >= scale.step.perStar { return Fixed(starSize) }
    let span = span(ofStar: star)
    let filled = perStar.nearest(UInt64(truncatingIfNeeded: Int64(span.boxSide.raw) &* Int64(steps)))
    let fillX = span.inset.raw &+ Int32(truncatingIfNeeded: filled)
    return Fixed(raw: min(max(fillX, 1), Fixed(starSize).raw &- 1))
  }

  /// The maximum number of steps per star whose fills are rendered with the sprites.
  static var mostFinished: Int32 { 32 }

  /// Whether there are too many fills to render them with the sprites.
  var isFine: Bool { scale.step.perStar > Self.mostFinished }

  /// Returns the fills of a star that end within a pixel, in ascending order. The list is empty for a fine scale.
  func partialFills(ofStar star: Int32) -> [Fixed] {
    if isFine { return [] }
    return (0..<scale.step.perStar).map { fillX(steps: $0, ofStar: star) }.filter { $0.fraction > 0 }
  }
}
