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
  public var x: Fixed
  public var y: Fixed

  @inlinable public init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }
}

/// An extent in whole pixels.
public struct Size<Space>: Hashable, Sendable {
  public var width: Int32
  public var height: Int32

  @inlinable public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of whole pixels, half open: `minX ..< maxX`, `minY ..< maxY`. Empty where a maximum is not above its minimum.
public struct Rect<Space>: Hashable, Sendable {
  public var minX: Int32
  public var minY: Int32
  /// Exclusive.
  public var maxX: Int32
  /// Exclusive.
  public var maxY: Int32

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

  public static var empty: Self { Self(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  @inlinable public var width: Int32 { max(0, maxX - minX) }
  @inlinable public var height: Int32 { max(0, maxY - minY) }
  @inlinable public var size: Size<Space> { Size(width: width, height: height) }
  /// In pixels.
  @inlinable public var area: Int64 { Int64(width) * Int64(height) }

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

  @inlinable public func contains(_ other: Self) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  @inlinable public func contains(_ point: Point<Space>) -> Bool {
    point.x >= Fixed(minX) && point.x < Fixed(maxX) && point.y >= Fixed(minY) && point.y < Fixed(maxY)
  }

  /// Smaller by `margin` pixels on every side (larger for a negative one).
  @inlinable public func inset(by margin: Int32) -> Self {
    Self(minX: minX + margin, minY: minY + margin, maxX: maxX - margin, maxY: maxY - margin)
  }
}
