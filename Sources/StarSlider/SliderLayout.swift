import Geometry
import Rating

/// Where the stars are: a pure function of configuration and bounds, used by painting and hit testing alike.
///
/// The row is cut into equal cells of whole pixels with whole-pixel gaps, so that all stars share their pictures. A star
/// is as large as the smaller side of its cell and stands in the cell's middle; pixels left over stay around the row.
public struct SliderLayout: Hashable, Sendable {
  public let scale: Scale
  public let bounds: Rect<LayoutSpace>
  /// A star's square, pixels; never 0.
  public let starSize: Int32
  /// The first star's square: its left and top.
  let origin: (x: Int32, y: Int32)
  /// From one star's left to the next one's, pixels.
  public let advance: Int32
  /// What fills of each star's square, for as many stars as have faces of their own, one or more.
  private let spans: [Span]

  /// Where the face that fills lies in its square, along the fill.
  struct Span: Hashable, Sendable {
    /// From the square's edge, pixels.
    let inset: Fixed
    /// The extent that a fill is a share of, pixels.
    let boxSide: Fixed
  }

  /// `nil` where the bounds have no room for a pixel a star.
  public init?(_ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>) {
    let count = configuration.scale.starCount
    let (width, height) = (bounds.width, bounds.height)
    if height < 1 || width < count { return nil }

    let least = min(configuration.minimumStarSize, width / count)
    let gaps = count - 1
    // 64 bits: 1,000 stars with gaps that someone meant as "very far apart".
    let wished = Int64(configuration.spacing) * Int64(gaps) + 2 * Int64(configuration.margin)
    let room = Int64(width) - Int64(least) * Int64(count)
    let (spacing, margin): (Int32, Int32)
    if wished <= room {
      (spacing, margin) = (configuration.spacing, configuration.margin)
    } else {
      spacing = Int32(Int64(configuration.spacing) * room / wished)
      margin = Int32(Int64(configuration.margin) * room / wished)
    }

    let cell = (width - spacing * gaps - 2 * margin) / count
    let star = min(cell, height)
    let leftOver = width - cell * count - spacing * gaps
    scale = configuration.scale
    self.bounds = bounds
    starSize = star
    advance = cell + spacing
    origin = (
      x: bounds.minX + leftOver / 2 + (cell - star) / 2,
      y: bounds.minY + (height - star) / 2
    )
    spans = configuration.faces.prefix(Int(count)).map { face in
      let placement = face.placement(inCellOf: star)
      return Span(inset: placement.inset, boxSide: placement.side)
    }
  }

  /// `star` is in `0 ..< scale.starCount`.
  func span(ofStar star: Int32) -> Span { spans[min(Int(star), spans.count - 1)] }
  /// The first star's.
  var inset: Fixed { spans[0].inset }
  var boxSide: Fixed { spans[0].boxSide }

  /// A star's square; `index` is in `0 ..< scale.starCount`.
  public func star(_ index: Int32) -> Rect<LayoutSpace> {
    let x = origin.x + index * advance
    return Rect(minX: x, minY: origin.y, maxX: x + starSize, maxY: origin.y + starSize)
  }

  /// All stars' squares and the gaps between.
  public var row: Rect<LayoutSpace> { star(0).union(star(scale.starCount - 1)) }

  /// How many pixels of a star's square, from its leading edge, are filled when `steps` of `perStar` are: the one number
  /// that decides the picture. 24.8; 0 and `starSize` for none and all, and for no other number of steps.
  func fillBoundary(steps: Int32, ofStar star: Int32 = 0) -> Fixed {
    if steps <= 0 { return .zero }
    if steps >= scale.step.perStar { return Fixed(starSize) }
    let span = span(ofStar: star)
    let boundary = span.inset + span.boxSide.scaled(by: steps, over: scale.step.perStar)
    return min(max(boundary, Fixed(raw: 1)), Fixed(raw: Fixed(starSize).raw - 1))
  }

  public static func == (a: SliderLayout, b: SliderLayout) -> Bool {
    a.scale == b.scale && a.bounds == b.bounds && a.starSize == b.starSize && a.origin == b.origin
      && a.advance == b.advance && a.spans == b.spans
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bounds)
    hasher.combine(starSize)
    hasher.combine(advance)
  }
}
