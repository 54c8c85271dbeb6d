/// A rectangle of whole pixels, half-open: `minX ..< maxX`, `minY ..< maxY`. It is empty if a maximum is not above its minimum.
public struct Rect<Space>: Hashable, Sendable {
  /// The leftmost column.
  public var minX: Int32
  /// The top row.
  public var minY: Int32
  /// The column after the rightmost one.
  public var maxX: Int32
  /// The row below the bottom row.
  public var maxY: Int32

  /// Creates a rectangle from its edges; the maxima are exclusive.
  public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Creates the rectangle of a whole surface, with its origin at 0.
  public init(_ size: Size<Space>) { self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height) }

  /// A rectangle without pixels.
  public static var empty: Self { Self(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  /// Whether the rectangle has no pixels.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// The number of columns, never below 0.
  public var width: Int32 { max(0, maxX - minX) }
  /// The number of rows, never below 0.
  public var height: Int32 { max(0, maxY - minY) }
  /// The width and the height.
  public var size: Size<Space> { Size(width: width, height: height) }
  /// The number of pixels.
  public var area: Int64 { Int64(width) * Int64(height) }

  /// Returns the rectangle of the pixels that both rectangles contain; `empty` if there are none.
  public func intersection(_ other: Self) -> Self {
    let r = Self(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return r.isEmpty ? .empty : r
  }

  /// Returns the bounding box of both rectangles. An empty rectangle does not extend it.
  public func union(_ other: Self) -> Self {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Self(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Whether the rectangle contains all of another one. Every rectangle contains an empty one.
  public func contains(_ other: Self) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  /// Whether the rectangle contains a point. It contains its left and top edges, but not its right and bottom ones.
  public func contains(_ point: Point<Space>) -> Bool {
    let (x, y) = (point.x.floor, point.y.floor)
    return x >= minX && x < maxX && y >= minY && y < maxY
  }

  /// The point in the middle; traps beyond the range of `Fixed`.
  public var center: Point<Space> {
    Point(x: Fixed(raw: (minX + maxX) * 128), y: Fixed(raw: (minY + maxY) * 128))
  }

  /// Returns a rectangle that is smaller by `margin` pixels on each side, or larger for a negative margin.
  public func inset(by margin: Int32) -> Self {
    Self(minX: minX + margin, minY: minY + margin, maxX: maxX - margin, maxY: maxY - margin)
  }
}
