// Coordinate spaces as types: a rectangle of one space cannot be handed to a function of another. They are names only;
// no value of them exists.

/// The scanout's own pixels: x along the memory of a row, as the screen's controller reads it.
public enum PhysicalSpace {}

/// The pixels as the viewer sees them, after rotation. Layout, painting decisions and hit tests live here.
public enum LayoutSpace {}

/// A touch device's own axis units, before calibration.
public enum RawSpace {}

/// A position: 24.8 fixed-point units of its space.
public struct Point<Space>: Hashable, Sendable {
  /// To the right.
  public var x: Fixed
  /// Down.
  public var y: Fixed

  /// A position from its coordinates.
  @inlinable public init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }
}

/// An extent in whole pixels.
public struct Size<Space>: Hashable, Sendable {
  /// Pixels.
  public var width: Int32
  /// Pixels.
  public var height: Int32

  /// An extent from its sides, pixels.
  @inlinable public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of whole pixels, half open: `minX ..< maxX`, `minY ..< maxY`. Empty where a maximum is not above its minimum.
public struct Rect<Space>: Hashable, Sendable {
  /// The leftmost column.
  public var minX: Int32
  /// The top row.
  public var minY: Int32
  /// Exclusive.
  public var maxX: Int32
  /// Exclusive.
  public var maxY: Int32

  /// A rectangle from its edges; the maxima are exclusive.
  @inlinable public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The whole of a surface.
  @inlinable public init(_ size: Size<Space>) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// No pixels at all.
  public static var empty: Self { Self(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  /// Whether it holds no pixel.
  @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// Pixels, never below 0.
  @inlinable public var width: Int32 { max(0, maxX - minX) }
  /// Pixels, never below 0.
  @inlinable public var height: Int32 { max(0, maxY - minY) }
  /// Width and height.
  @inlinable public var size: Size<Space> { Size(width: width, height: height) }
  /// In pixels.
  @inlinable public var area: Int64 { Int64(width) * Int64(height) }

  /// What lies in both; `empty` where nothing does.
  @inlinable public func intersection(_ other: Self) -> Self {
    let r = Self(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return r.isEmpty ? .empty : r
  }

  /// The least rectangle that holds both; an empty one adds nothing.
  @inlinable public func union(_ other: Self) -> Self {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Self(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Whether all of the other lies within; an empty one lies in any.
  @inlinable public func contains(_ other: Self) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  /// Whether a point lies within: on the left and top edges, not on the right and bottom ones.
  @inlinable public func contains(_ point: Point<Space>) -> Bool {
    point.x >= Fixed(minX) && point.x < Fixed(maxX) && point.y >= Fixed(minY) && point.y < Fixed(maxY)
  }

  /// The point in its middle.
  @inlinable public var center: Point<Space> {
    Point(x: Fixed(raw: (minX + maxX) << 7), y: Fixed(raw: (minY + maxY) << 7))
  }

  /// Smaller by `margin` pixels on every side (larger for a negative one).
  @inlinable public func inset(by margin: Int32) -> Self {
    Self(minX: minX + margin, minY: minY + margin, maxX: maxX - margin, maxY: maxY - margin)
  }
}
