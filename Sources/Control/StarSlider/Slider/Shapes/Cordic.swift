/// Computes directions without floating point.
///
/// CORDIC (Volder, "The CORDIC trigonometric computing technique", IRE Trans. Electron. Comput. 8, 1959) rotates a vector by the angles
/// whose tangents are 2^0, 2^-1, 2^-2, ..., in either direction, using only shifts and additions.
enum Cordic {
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
