/// How far a whole picture is moved on the scanout, to the right and down. As with `ScreenTransform`, pictures go through it one
/// way and touches the other way.
public struct ScreenShift: Hashable, Sendable {
  /// Pixels, 0 or more.
  public let x: Int32
  /// Pixels, 0 or more.
  public let y: Int32

  /// To the right and down, pixels; both are 0 or more.
  public init(x: Int32, y: Int32) {
    precondition(x >= 0 && y >= 0, "a picture is moved to the right and down")
    (self.x, self.y) = (x, y)
  }

  /// The picture is where it is.
  public static var none: ScreenShift { ScreenShift(x: 0, y: 0) }

  /// Which point of the picture is at a point of the scanout.
  public func toPicture(_ p: Point<PhysicalSpace>) -> Point<PhysicalSpace> {
    Point(x: p.x - Fixed(x), y: p.y - Fixed(y))
  }

  /// Where the rectangles of a picture lie on the scanout.
  public func toScanout(_ region: Region<PhysicalSpace>) -> Region<PhysicalSpace> {
    if x == 0 && y == 0 { return region }
    var moved = Region<PhysicalSpace>()
    for i in 0..<region.count {
      let r = region[i]
      moved.add(Rect(minX: r.minX + x, minY: r.minY + y, maxX: r.maxX + x, maxY: r.maxY + y))
    }
    return moved
  }
}
