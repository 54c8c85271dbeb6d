import StarSlider

/// The translation of a whole picture on the scanout, to the right and down, which prevents burn-in. As with `ScreenTransform`, pictures
/// and touches use it in opposite directions.
package struct ScreenShift: Hashable, Sendable {
  /// The distance to the right in pixels, 0 or more.
  package let x: Int32
  /// The distance down in pixels, 0 or more.
  package let y: Int32

  package init(x: Int32, y: Int32) {
    precondition(x >= 0 && y >= 0, "shift must not be negative")
    (self.x, self.y) = (x, y)
  }

  package static var none: ScreenShift { ScreenShift(x: 0, y: 0) }

  /// Returns the point of the picture that is at a point of the scanout.
  package func toPicture(_ p: Point<PhysicalSpace>) -> Point<PhysicalSpace> {
    Point(x: p.x - Fixed(x), y: p.y - Fixed(y))
  }

  /// Returns the positions of the picture's rectangles on the scanout.
  package func toScanout(_ region: Region<PhysicalSpace>) -> Region<PhysicalSpace> {
    if x == 0 && y == 0 { return region }
    var moved = Region<PhysicalSpace>()
    for i in 0..<region.count {
      let r = region[i]
      moved.add(Rect(minX: r.minX + x, minY: r.minY + y, maxX: r.maxX + x, maxY: r.maxY + y))
    }
    return moved
  }
}

extension Surface {
  /// Returns the part of the surface for drawing a picture that is shifted right and down. It begins at the picture's first pixel, and is
  /// empty if the shift exceeds the surface.
  func moved(by shift: ScreenShift) -> Surface {
    if shift == .none { return self }
    let (x, y) = (min(shift.x, size.width), min(shift.y, size.height))
    return unsafe Surface(
      base: address(x: x, y: y), pitch: pitch, size: Size(width: size.width - x, height: size.height - y),
      format: format)
  }
}
