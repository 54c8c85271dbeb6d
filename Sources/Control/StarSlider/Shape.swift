import Geometry
import Raster

/// Closed contours in a box of 1 x 1, x to the right, y down, in 1/65536 of the box.
public struct Shape: Hashable, Sendable {
  /// A point of the unit box, 0...65536 each.
  package struct UnitPoint: Hashable, Sendable {
    /// From the box's left, 1/65536 of its side.
    package let x: Int32
    /// From the box's top, 1/65536 of its side.
    package let y: Int32

    /// Any point; a shape takes only those inside the box.
    @inlinable package init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// What is filled and outlined, three points or more each.
  package let contours: [[UnitPoint]]
  /// Which points are inside the contours.
  package let rule: FillRule
  /// Drawn inside on top, in the outline's colour, filled or empty: a smiley's eyes and mouth.
  package let ink: [[UnitPoint]]

  /// The most points that contours and ink may have together, as rounded stars of 64 tips have them: a shape is cut at its
  /// crossings in a time that grows with their square. On a PC 1024 points at random take 1 s, 2048 take 3.
  package static var mostPoints: Int { 4096 }

  /// `nil` without a contour, with one of fewer than three points, with more than `mostPoints`, or with one outside the box.
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

  /// One contour.
  package init?(_ points: [UnitPoint]) { self.init(contours: [points]) }

  /// For presets, whose points are known to be good.
  init(unchecked contours: [[UnitPoint]], ink: [[UnitPoint]] = []) {
    self.contours = contours
    self.rule = .nonZero
    self.ink = ink
  }

  /// The contours with the unit box laid on a square of `side` pixels whose left top corner is at (`left`, `top`).
  func path(left: Fixed, top: Fixed, side: Fixed, through transform: ScreenTransform) -> Path {
    Self.path(contours, left, top, side, transform)
  }

  /// The ink on the same square.
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

  /// How far an outline reaches beyond the shape's tips, whatever the box's size: measured on a large one, where points
  /// are not rounded to other angles.
  func overhang(lineWidth width: Fixed, join: LineJoin) -> Fixed {
    if width <= .zero { return .zero }
    let size = Size<PhysicalSpace>(width: 1000, height: 1000)
    return path(left: .zero, top: .zero, side: Fixed(1000), through: ScreenTransform(physical: size, rotation: .none))
      .overhang(width: width, join: join)
  }
}
