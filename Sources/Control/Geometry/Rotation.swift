/// The clockwise rotation of the viewer's picture on the scanout, in degrees.
public enum Rotation: Int32, Sendable, CaseIterable {
  /// Not rotated.
  case none = 0
  /// 90 degrees clockwise.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// 270 degrees clockwise.
  case threeQuarters = 270

  /// Whether the viewer's width is the scanout's height.
  @inlinable public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

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
  @inlinable public init(physical: Size<PhysicalSpace>, rotation: Rotation) {
    self.physical = physical
    self.rotation = rotation
  }

  /// The size of the viewer's picture, in pixels.
  @inlinable public var layout: Size<LayoutSpace> {
    rotation.swapsAxes
      ? Size(width: physical.height, height: physical.width)
      : Size(width: physical.width, height: physical.height)
  }

  /// Returns the position on the scanout of a point in the viewer's picture.
  @inlinable public func toPhysical(_ p: Point<LayoutSpace>) -> Point<PhysicalSpace> {
    rotation.rotated(p, onto: physical)
  }

  /// Returns the position in the viewer's picture of a point on the scanout.
  @inlinable public func toLayout(_ p: Point<PhysicalSpace>) -> Point<LayoutSpace> {
    rotation.inverse.rotated(p, onto: layout)
  }

  /// Returns the position on the scanout of a rectangle in the viewer's picture. The result is also half-open.
  @inlinable public func toPhysical(_ r: Rect<LayoutSpace>) -> Rect<PhysicalSpace> {
    rotation.rotated(r, onto: physical)
  }

  /// Returns the position in the viewer's picture of a rectangle on the scanout.
  @inlinable public func toLayout(_ r: Rect<PhysicalSpace>) -> Rect<LayoutSpace> {
    rotation.inverse.rotated(r, onto: layout)
  }

  /// Returns the column and the row on the scanout of the viewer's pixel (`x`, `y`).
  package func toPhysical(x: Int32, y: Int32) -> (x: Int32, y: Int32) {
    let pixel = toPhysical(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    return (pixel.minX, pixel.minY)
  }
}

extension Rotation {
  /// The rotation that reverses this one.
  @inlinable var inverse: Rotation {
    switch self {
    case .none, .half: self
    case .quarter: .threeQuarters
    case .threeQuarters: .quarter
    }
  }

  /// Returns the position of a point after the rotation, in a picture of the rotated size.
  @inlinable func rotated<From, To>(_ p: Point<From>, onto size: Size<To>) -> Point<To> {
    let (width, height) = (Fixed(size.width), Fixed(size.height))
    return switch self {
    case .none: Point(x: p.x, y: p.y)
    case .quarter: Point(x: width - p.y, y: p.x)
    case .half: Point(x: width - p.x, y: height - p.y)
    case .threeQuarters: Point(x: p.y, y: height - p.x)
    }
  }

  /// Returns the position of a rectangle after the rotation, in a picture of the rotated size.
  @inlinable func rotated<From, To>(_ r: Rect<From>, onto size: Size<To>) -> Rect<To> {
    let (w, h) = (size.width, size.height)
    return switch self {
    case .none: Rect(minX: r.minX, minY: r.minY, maxX: r.maxX, maxY: r.maxY)
    case .quarter: Rect(minX: w - r.maxY, minY: r.minX, maxX: w - r.minY, maxY: r.maxX)
    case .half: Rect(minX: w - r.maxX, minY: h - r.maxY, maxX: w - r.minX, maxY: h - r.minY)
    case .threeQuarters: Rect(minX: r.minY, minY: h - r.maxX, maxX: r.maxY, maxY: h - r.minX)
    }
  }
}
