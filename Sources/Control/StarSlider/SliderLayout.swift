import Geometry
import Raster
import Rating

/// Where the stars are: a pure function of configuration and bounds, used by painting and hit testing alike.
///
/// The row is cut into equal cells of whole pixels with whole-pixel gaps, so that all stars share their pictures. A star
/// is as large as the smaller side of its cell and stands in the cell's middle; pixels left over stay around the row.
///
/// Distances *along* the row are counted from the bounds' leading edge (left, right, or bottom), the way values grow.
package struct SliderLayout: Hashable, Sendable {
  /// Which values there are.
  package let scale: Scale
  /// What was given to the slider: nothing is drawn outside.
  package let bounds: Rect<LayoutSpace>
  /// Where values grow, as the viewer sees it.
  let direction: FillDirection
  /// A star's square, pixels; never 0.
  package let starSize: Int32
  /// From the bounds' leading edge to the first star's, pixels.
  let leading: Int32
  /// Across the row: the stars' left (in a vertical row) or top, in layout pixels.
  let crossOrigin: Int32
  /// From one star's leading edge to the next one's, pixels.
  package let advance: Int32
  /// What fills of the first star's square; and of the others', as far as they have faces of their own.
  private let firstSpan: Span
  private let otherSpans: [Span]
  /// Whether all stars have the first one's.
  private let isUniform: Bool
  /// `advance`, 1/512 px, and steps in a star: what every touch divides by.
  let halfAdvance: Divisor
  let perStar: Divisor
  /// What every touch is compared with.
  let zones: TouchZones

  /// Where the face that fills lies in its square, along the fill.
  struct Span: Hashable, Sendable {
    /// From the square's leading edge, pixels.
    let inset: Fixed
    /// The extent that a fill is a share of, pixels.
    let boxSide: Fixed
    /// The same, 1/256 px.
    let extent: Divisor

    init(inset: Fixed, boxSide: Fixed, step: Step) {
      self.inset = inset
      self.boxSide = boxSide
      // A share of the extent, in steps, to the nearest.
      extent = Divisor(Int64(boxSide.raw), numeratorsTo: UInt64(boxSide.raw) * (UInt64(step.perStar) + 1))
    }
  }

  /// `nil` where the bounds have no room for a pixel a star, or a side is longer than `Path.limit`.
  @export(interface) package init?(_ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>) {
    let count = configuration.scale.starCount
    direction = configuration.fillDirection
    let (length, breadth) =
      direction.isAlongRows ? (bounds.width, bounds.height) : (bounds.height, bounds.width)
    if breadth < 1 || length < count || max(length, breadth) > Path.limit { return nil }

    let (spacing, margin) = Self.gaps(configuration, along: length)
    let cell = (length - spacing * (count - 1) - 2 * margin) / count
    let star = min(cell, breadth)
    let leftOver = length - cell * count - spacing * (count - 1)
    scale = configuration.scale
    self.bounds = bounds
    starSize = star
    advance = cell + spacing
    halfAdvance = Divisor(Int64(advance) * 512, numeratorsTo: UInt64(2 * Self.farthest) + UInt64(advance) * 256)
    // A value; and a share of the extent, at most the star's side, to the nearest.
    let most = max(UInt64(scale.maximum), (UInt64(star) * 256 + 1) * UInt64(scale.step.perStar))
    perStar = Divisor(Int64(scale.step.perStar), numeratorsTo: most)
    leading = leftOver / 2 + (cell - star) / 2
    crossOrigin = (direction.isAlongRows ? bounds.minY : bounds.minX) + (breadth - star) / 2
    let direction = direction
    func span(_ face: Face) -> Span {
      let placement = face.placement(inCellOf: star, along: direction)
      return Span(inset: placement.inset, boxSide: placement.side, step: configuration.scale.step)
    }
    firstSpan = span(configuration.faces[0])
    otherSpans = configuration.faces.prefix(Int(count)).dropFirst().map(span)
    isUniform = otherSpans.isEmpty
    let zero = Self.zone(configuration.zeroZone, ofStar: star)
    zones = TouchZones(
      bounds, direction, crossOrigin: crossOrigin, starSize: star, leading: leading, advance: advance,
      reach: scale.minimum == 0 ? zero : Fixed(leading))
  }

  /// No touch is further from the bounds' edge, 24.8 pixels as a whole number: four million pixels.
  static var farthest: Int64 { 1 << 30 }

  /// A number of stars in pixels, kept between none and what no screen has.
  private static func zone(_ stars: Fixed, ofStar size: Int32) -> Fixed {
    Fixed(raw: Int32(min(max(Int64(stars.raw) * Int64(size), 0), 1 << 30)))
  }

  /// Spacing and margin as they fit: in proportion, when stars would get smaller than wished otherwise.
  private static func gaps(_ configuration: SliderConfiguration, along length: Int32) -> (Int32, Int32) {
    let count = Int64(configuration.scale.starCount)
    // Whatever the properties were set to: gaps below 0 would put stars outside the bounds.
    let (spacing, margin) = (count == 1 ? 0 : max(configuration.spacing, 0), max(configuration.margin, 0))
    let least = min(Int64(max(configuration.minimumStarSize, 1)), Int64(length) / count)
    // 64 bits: 1,000 stars with gaps that someone meant as "very far apart".
    let wished = Int64(spacing) * (count - 1) + 2 * Int64(margin)
    let room = Int64(length) - least * count
    if wished <= room { return (spacing, margin) }
    return (Int32(Int64(spacing) * room / wished), Int32(Int64(margin) * room / wished))
  }

  /// `star` is in `0 ..< scale.starCount`.
  @inline(__always)
  func span(ofStar star: Int32) -> Span {
    isUniform || star == 0 ? firstSpan : otherSpans[min(Int(star), otherSpans.count) - 1]
  }
  /// The first star's.
  var inset: Fixed { firstSpan.inset }
  var boxSide: Fixed { firstSpan.boxSide }

  /// A star's square; `index` is in `0 ..< scale.starCount`.
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

  /// All stars' squares and the gaps between.
  package var row: Rect<LayoutSpace> { star(0).union(star(scale.starCount - 1)) }

  /// What of the bounds lies around the row, on all four sides.
  var ground: [Rect<LayoutSpace>] {
    let row = row
    let rects: [Rect<LayoutSpace>] = [
      Rect(minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: row.minY),
      Rect(minX: bounds.minX, minY: row.maxY, maxX: bounds.maxX, maxY: bounds.maxY),
      Rect(minX: bounds.minX, minY: row.minY, maxX: row.minX, maxY: row.maxY),
      Rect(minX: row.maxX, minY: row.minY, maxX: bounds.maxX, maxY: row.maxY),
    ]
    return rects.filter { !$0.isEmpty }
  }

  /// What of the row lies between stars.
  var gaps: [Rect<LayoutSpace>] {
    let row = row
    var rects: [Rect<LayoutSpace>] = []
    for i in 1..<max(scale.starCount, 1) {
      let (a, b) = (star(i - 1), star(i))
      let (first, second) = a.minX + a.minY < b.minX + b.minY ? (a, b) : (b, a)
      rects.append(
        direction.isAlongRows
          ? Rect(minX: first.maxX, minY: row.minY, maxX: second.minX, maxY: row.maxY)
          : Rect(minX: row.minX, minY: first.maxY, maxX: row.maxX, maxY: second.minY))
    }
    return rects.filter { !$0.isEmpty }
  }

  /// Where the fill of a value ends, 0 ... `scale.maximum` steps.
  @inline(__always)
  func fillEnd(_ value: Int32) -> FillPosition {
    let star = Int32(truncatingIfNeeded: perStar.quotient(UInt64(truncatingIfNeeded: value)))
    let steps = value &- star &* scale.step.perStar
    return FillPosition(value: value, star: star, boundary: fillBoundary(steps: steps, ofStar: star))
  }

  /// How many pixels of a star's square, from its leading edge, are filled when `steps` of `perStar` are: the one number
  /// that decides the picture. 24.8; 0 and `starSize` for none and all, and for no other number of steps.
  @inline(__always)
  func fillBoundary(steps: Int32, ofStar star: Int32 = 0) -> Fixed {
    if steps <= 0 { return Fixed(raw: 0) }
    if steps >= scale.step.perStar { return Fixed(starSize) }
    let span = span(ofStar: star)
    let filled = perStar.nearest(UInt64(truncatingIfNeeded: Int64(span.boxSide.raw) &* Int64(steps)))
    let boundary = span.inset.raw &+ Int32(truncatingIfNeeded: filled)
    return Fixed(raw: min(max(boundary, 1), Fixed(starSize).raw &- 1))
  }
}
