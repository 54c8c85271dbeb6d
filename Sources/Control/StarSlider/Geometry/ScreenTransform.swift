/// The mapping between the viewer's pixels and the scanout's. Pictures and touches use the same mapping, in opposite directions,
/// so that they always agree.
///
/// ```
/// rotation   physical x            physical y             (width, height: the physical size)
/// 0          x                     y
/// 90         width - y             x
/// 180        width - x             height - y
/// 270        y                     height - x
/// ```
public struct ScreenTransform: Hashable, Sendable {
  /// The size of the scanout, in pixels.
  public let physical: Size<PhysicalSpace>
  /// The rotation of the picture on it.
  public let rotation: Rotation

  /// Creates the mapping for a scanout.
  public init(physical: Size<PhysicalSpace>, rotation: Rotation) {
    self.physical = physical
    self.rotation = rotation
  }

  /// The size of the viewer's picture, in pixels.
  public var layout: Size<LayoutSpace> {
    rotation.swapsAxes
      ? Size(width: physical.height, height: physical.width)
      : Size(width: physical.width, height: physical.height)
  }

  /// Returns the position on the scanout of a point in the viewer's picture.
  public func toPhysical(_ p: Point<LayoutSpace>) -> Point<PhysicalSpace> {
    rotation.rotated(p, onto: physical)
  }

  /// Returns the position in the viewer's picture of a point on the scanout.
  public func toLayout(_ p: Point<PhysicalSpace>) -> Point<LayoutSpace> {
    rotation.inverse.rotated(p, onto: layout)
  }

  /// Returns the position on the scanout of a rectangle in the viewer's picture. The result is also half-open.
  public func toPhysical(_ r: Rect<LayoutSpace>) -> Rect<PhysicalSpace> {
    rotation.rotated(r, onto: physical)
  }

  /// Returns the position in the viewer's picture of a rectangle on the scanout.
  public func toLayout(_ r: Rect<PhysicalSpace>) -> Rect<LayoutSpace> {
    rotation.inverse.rotated(r, onto: layout)
  }

  /// Returns the column and the row on the scanout of the viewer's pixel (`x`, `y`).
  package func toPhysical(x: Int32, y: Int32) -> (x: Int32, y: Int32) {
    let pixel = toPhysical(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    return (pixel.minX, pixel.minY)
  }
}
