// Coordinate spaces are types, so that the compiler rejects a rectangle of one space where a rectangle of another is expected. These types
// have no values.

/// The pixels of the scanout, in the order in which the display controller reads them: x runs along a row of memory.
public enum PhysicalSpace {}

/// The pixels as the viewer sees them, after rotation. Layout and hit tests use this space.
public enum LayoutSpace {}

/// A position in 24.8 fixed-point units of its space.
public struct Point<Space>: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Fixed
  /// The distance from the top edge.
  public var y: Fixed

  /// Creates a position.
  public init(x: Fixed, y: Fixed) { (self.x, self.y) = (x, y) }
}

/// A size in whole pixels.
public struct Size<Space>: Hashable, Sendable {
  /// The width in pixels.
  public var width: Int32
  /// The height in pixels.
  public var height: Int32

  /// Creates a size from its sides, in pixels.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}
