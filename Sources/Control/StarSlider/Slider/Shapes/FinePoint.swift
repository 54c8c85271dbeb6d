/// A point or a vector used while a shape is computed, in 1/2^24 of the unit box, so that only the result is rounded.
package struct FinePoint: Equatable {
  package var x: Int64
  package var y: Int64

  /// The side of the unit box.
  package static var one: Int64 { 1 << 24 }

  package init(x: Int64, y: Int64) { (self.x, self.y) = (x, y) }

  /// Creates a point from thousandths of the box.
  package init(_ x: Int64, _ y: Int64) {
    self.init(x: divideRounding(x * Self.one, by: 1000), y: divideRounding(y * Self.one, by: 1000))
  }

  /// The point rounded to 1/65536 and clamped to the box.
  package var unit: Shape.UnitPoint {
    func clamped(_ v: Int64) -> Int32 { Int32(min(max(divideRounding(v, by: 256), 0), 65536)) }
    return Shape.UnitPoint(x: clamped(x), y: clamped(y))
  }

  /// The distance from the origin. Coordinates are below 2^30.
  var length: Int64 { integerSquareRoot(x * x + y * y) }

  /// Returns a vector with the same direction and the given length; the zero vector stays zero.
  func withLength(_ length: Int64) -> FinePoint {
    // Eight additional bits preserve the direction of a short vector.
    let own = integerSquareRoot((x * x + y * y) << 8)
    if own == 0 { return self }
    return FinePoint(x: divideRounding(x * length << 4, by: own), y: divideRounding(y * length << 4, by: own))
  }

  /// The vector after a quarter turn clockwise on the screen.
  var rotated: FinePoint { FinePoint(x: -y, y: x) }

  /// The point mirrored at the vertical line through the middle of the box.
  var mirrored: FinePoint { FinePoint(x: Self.one - x, y: y) }

  /// Returns the cross product, twice the signed area of the triangle between two vectors.
  func cross(_ other: Self) -> Int64 { x * other.y - y * other.x }

  package static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  package static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }

  /// Returns the point `part / whole` of the way from one point to another.
  static func between(_ a: Self, _ b: Self, _ part: Int64, of whole: Int64) -> Self {
    Self(
      x: divideRounding(a.x * (whole - part) + b.x * part, by: whole),
      y: divideRounding(a.y * (whole - part) + b.y * part, by: whole))
  }
}
