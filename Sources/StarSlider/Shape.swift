import Geometry
import Raster

/// A closed shape in a box of 1 x 1, x to the right, y down, in 1/65536 of the box.
public struct Shape: Hashable, Sendable {
  /// A point of the unit box, 0...65536 each.
  public struct UnitPoint: Hashable, Sendable {
    /// To the right.
    public let x: Int32
    /// Down.
    public let y: Int32

    /// A point from its coordinates.
    @inlinable public init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// One contour, three points or more.
  public let points: [UnitPoint]

  /// `nil` for fewer than three points, or for one outside the box.
  public init?(_ points: [UnitPoint]) {
    if points.count < 3 { return nil }
    for point in points where !(0...65536 ~= point.x) || !(0...65536 ~= point.y) { return nil }
    self.points = points
  }

  private init(thousandths: [(Int32, Int32)]) {
    points = thousandths.map { UnitPoint(x: Self.unit($0.0), y: Self.unit($0.1)) }
  }

  private static func unit(_ thousandths: Int32) -> Int32 { (thousandths * 65536 + 500) / 1000 }

  /// The five-pointed star of the vector slider, clockwise from its top tip.
  public static let star = Shape(thousandths: [
    (500, 25), (654, 338), (1000, 388), (750, 631), (809, 975),
    (500, 813), (191, 975), (250, 631), (0, 388), (346, 338),
  ])

  /// The shape with its unit box laid on a square of `side` pixels whose leading top corner is at (`left`, `top`).
  func path(left: Fixed, top: Fixed, side: Fixed, through transform: ScreenTransform) -> Path {
    Path(
      points.map { point in
        transform.toPhysical(
          Point<LayoutSpace>(
            x: left + side.scaled(by: point.x, over: 65536), y: top + side.scaled(by: point.y, over: 65536)))
      })
  }

  /// How far an outline reaches beyond the shape's tips, whatever the box's size: measured on a large one, where points
  /// are not rounded to other angles.
  func overhang(lineWidth width: Fixed, join: LineJoin) -> Fixed {
    if width <= .zero { return .zero }
    let size = Size<PhysicalSpace>(width: 1000, height: 1000)
    return path(left: .zero, top: .zero, side: Fixed(1000), through: ScreenTransform(physical: size, rotation: .none))
      .overhang(width: width, join: join)
  }
}
