import Geometry
import Raster

/// Closed contours in a box of 1 x 1, x to the right, y down, in 1/65536 of the box.
public struct Shape: Hashable, Sendable {
  /// A point of the unit box, 0...65536 each.
  package struct UnitPoint: Hashable, Sendable {
    /// The distance from the box's left, 1/65536 of its side.
    package let x: Int32
    /// The distance from the box's top, 1/65536 of its side.
    package let y: Int32

    /// Makes a point. A shape rejects points outside the box.
    @inlinable package init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// The contours that are filled and stroked, three points or more each.
  package let contours: [[UnitPoint]]
  /// Decides which points are inside the contours.
  package let rule: FillRule
  /// Contours drawn on top in the stroke's color, such as a smiley's eyes and mouth.
  package let ink: [[UnitPoint]]

  /// The maximum number of points of contours and ink together, enough for a rounded star of 64 tips. A shape is cut at its
  /// intersections in time that grows with the square of its points: on a PC 1024 random points take 1 s, 2048 take 3 s.
  package static var mostPoints: Int { 4096 }

  /// Returns `nil` without contours, with a contour of fewer than three points, with more than `mostPoints` points, or
  /// with a point outside the box.
  @export(interface) package init?(contours: [[UnitPoint]], rule: FillRule = .nonZero, ink: [[UnitPoint]] = []) {
    if contours.isEmpty { return nil }
    var count = 0
    for contour in contours + ink {
      if contour.count < 3 { return nil }
      count += contour.count
      for point in contour where !(0...65536 ~= point.x) || !(0...65536 ~= point.y) { return nil }
    }
    if count > Self.mostPoints { return nil }
    self.contours = contours
    self.rule = rule
    self.ink = ink
  }

  /// Makes a shape of one contour.
  package init?(_ points: [UnitPoint]) { self.init(contours: [points]) }

  /// Makes a preset, whose points are known to be valid.
  init(unchecked contours: [[UnitPoint]], ink: [[UnitPoint]] = []) {
    self.contours = contours
    self.rule = .nonZero
    self.ink = ink
  }

  /// Returns the contours with the unit box placed on a square of `side` pixels whose left top corner is at (`left`, `top`).
  func path(left: Fixed, top: Fixed, side: Fixed, through transform: ScreenTransform) -> Path {
    Self.path(contours, left, top, side, transform)
  }

  /// Returns the ink on the same square.
  func inkPath(left: Fixed, top: Fixed, side: Fixed, through transform: ScreenTransform) -> Path {
    Self.path(ink, left, top, side, transform)
  }

  private static func path(
    _ contours: [[UnitPoint]], _ left: Fixed, _ top: Fixed, _ side: Fixed, _ transform: ScreenTransform
  ) -> Path {
    var count = 0
    for contour in contours { count += contour.count }
    var path = Path(capacity: count)
    for contour in contours {
      path.addContour(count: contour.count) { i in
        let point = contour[i]
        return transform.toPhysical(
          Point<LayoutSpace>(
            x: left + side.scaled(by: point.x, over: 65536), y: top + side.scaled(by: point.y, over: 65536)))
      }
    }
    return path
  }

  /// Returns how far a stroke extends beyond the shape's tips, for a box of any size. It is measured on a large box,
  /// where rounding of points does not change angles.
  func overhang(lineWidth width: Fixed, join: LineJoin) -> Fixed {
    if width <= .zero { return .zero }
    let size = Size<PhysicalSpace>(width: 1000, height: 1000)
    return path(left: .zero, top: .zero, side: Fixed(1000), through: ScreenTransform(physical: size, rotation: .none))
      .overhang(width: width, join: join)
  }
}
