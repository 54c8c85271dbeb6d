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

/// Directions without floating point.
///
/// CORDIC (Volder, "The CORDIC trigonometric computing technique", IRE Trans. Electron. Comput. 8, 1959) rotates a vector by the angles
/// whose tangents are 2^0, 2^-1, 2^-2, ..., in either direction, using only shifts and additions.
extension FinePoint {
  /// atan(2^-i) in 1/2^32 of a turn.
  private static let angles: [Int64] = [
    536_870_912, 316_933_406, 167_458_907, 85_004_756, 42_667_331, 21_354_465, 10_679_838, 5_340_245, 2_670_163,
    1_335_087, 667_544, 333_772, 166_886, 83_443, 41_722, 20_861, 10_430, 5215, 2608, 1304, 652, 326, 163, 81, 41, 20,
    10, 5, 3, 1,
  ]
  /// The product of cos(atan(2^-i)) in 2.30, the inverse of the factor by which the rotations lengthen a vector.
  private static var gain: Int64 { 652_032_874 }

  /// Returns the vector at `part / whole` of a turn clockwise on the screen from the top, with a length of up to 2^30 and an error of about
  /// 1/2^28 of it. `part` is 0 ... `whole`, and `whole` is 1 ... 2^24.
  static func direction(_ part: Int64, of whole: Int64, length: Int64) -> FinePoint {
    var angle = (part << 32) / whole
    // Quarter turns are exact; the rotations cover up to 99 degrees.
    let quarters = (angle + (1 << 29)) >> 30
    angle -= quarters << 30
    var (x, y) = (gain, Int64(0))
    for (i, step) in angles.enumerated() {
      let (dx, dy) = (x >> Int64(i), y >> Int64(i))
      if angle >= 0 {
        (x, y, angle) = (x - dy, y + dx, angle - step)
      } else {
        (x, y, angle) = (x + dy, y - dx, angle + step)
      }
    }
    // x is along the quarter's axis, and y is clockwise of it. The first axis points up.
    var direction = FinePoint(
      x: divideRounding(y * length, by: 1 << 30), y: divideRounding(-x * length, by: 1 << 30))
    for _ in 0..<(quarters & 3) { direction = direction.rotated }
    return direction
  }
}
