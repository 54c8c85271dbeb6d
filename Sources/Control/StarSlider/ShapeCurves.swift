import Geometry

/// A place or a direction while a shape is computed, 1/2^24 of the unit box: fine enough that only the end is rounded.
struct FinePoint: Equatable {
  var x: Int64
  var y: Int64

  /// The unit box's side.
  static var one: Int64 { 1 << 24 }

  init(x: Int64, y: Int64) {
    self.x = x
    self.y = y
  }

  /// From thousandths of the box.
  init(_ x: Int64, _ y: Int64) {
    self.init(x: divideRounding(x * Self.one, by: 1000), y: divideRounding(y * Self.one, by: 1000))
  }

  /// To the nearest 1/65536; a point just outside the box is moved to its border.
  var unit: Shape.UnitPoint {
    func clamped(_ v: Int64) -> Int32 { Int32(min(max(divideRounding(v, by: 256), 0), 65536)) }
    return Shape.UnitPoint(x: clamped(x), y: clamped(y))
  }

  /// The distance from the origin. Coordinates are below 2^30.
  var length: Int64 { integerSquareRoot(x * x + y * y) }

  /// In the same direction, `length` long; of no direction, itself.
  func withLength(_ length: Int64) -> FinePoint {
    // 8 more bits, so that a short vector keeps its direction.
    let own = integerSquareRoot((x * x + y * y) << 8)
    if own == 0 { return self }
    return FinePoint(x: divideRounding(x * length << 4, by: own), y: divideRounding(y * length << 4, by: own))
  }

  /// A quarter turn clockwise on the screen.
  var turned: FinePoint { FinePoint(x: -y, y: x) }

  /// Across the box's middle.
  var mirrored: FinePoint { FinePoint(x: Self.one - x, y: y) }

  static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }

  /// The point `part / whole` of the way from one to another.
  static func between(_ a: Self, _ b: Self, _ part: Int64, of whole: Int64) -> Self {
    Self(
      x: divideRounding(a.x * (whole - part) + b.x * part, by: whole),
      y: divideRounding(a.y * (whole - part) + b.y * part, by: whole))
  }
}

/// Curves as polygons that are everywhere within 1/10 px of them when the unit box has 512 px.
enum Flattening {
  static var tolerance: Int64 { FinePoint.one / 5120 }

  /// An arc around `center` from `center + from` to `center + to`, the short way, both ends included: halved until the
  /// chord is close enough. The vectors have one length and do not point in opposite directions.
  static func arc(around center: FinePoint, from: FinePoint, to: FinePoint) -> [FinePoint] {
    var vectors = [from, to]
    let radius = from.length
    while radius - FinePoint.between(vectors[0], vectors[1], 1, of: 2).length > tolerance {
      var finer: [FinePoint] = [vectors[0]]
      for i in 1..<vectors.count {
        finer.append((vectors[i - 1] + vectors[i]).withLength(radius))
        finer.append(vectors[i])
      }
      vectors = finer
    }
    return vectors.map { center + $0 }
  }

  /// A whole turn, clockwise from the right.
  static func ellipse(around center: FinePoint, radiusX: Int64, radiusY: Int64) -> [FinePoint] {
    let radius = max(radiusX, radiusY)
    let quarter = arc(around: FinePoint(x: 0, y: 0), from: FinePoint(x: radius, y: 0), to: FinePoint(x: 0, y: radius))
    // All four quarters from one, so that it is symmetric to the last bit.
    var points: [FinePoint] = []
    for i in 0..<quarter.count { points.append(quarter[i]) }
    for i in (0..<quarter.count - 1).reversed() { points.append(FinePoint(x: -quarter[i].x, y: quarter[i].y)) }
    for i in 1..<quarter.count { points.append(FinePoint(x: -quarter[i].x, y: -quarter[i].y)) }
    for i in (1..<quarter.count - 1).reversed() { points.append(FinePoint(x: quarter[i].x, y: -quarter[i].y)) }
    return points.map {
      center
        + FinePoint(x: divideRounding($0.x * radiusX, by: radius), y: divideRounding($0.y * radiusY, by: radius))
    }
  }

  /// A cubic Bézier curve, both ends included (de Casteljau at equal steps of its parameter).
  static func cubic(_ a: FinePoint, _ b: FinePoint, _ c: FinePoint, _ d: FinePoint) -> [FinePoint] {
    // A chord over 1/n of the parameter is off by at most |second derivative| / (8 n^2).
    let bend = max((a - b - b + c).length, (b - c - c + d).length) * 6
    let steps = max(integerSquareRoot(bend / (8 * tolerance)) + 1, 2)
    return (0...steps).map { i in
      let (ab, bc, cd) = (
        FinePoint.between(a, b, i, of: steps), FinePoint.between(b, c, i, of: steps),
        FinePoint.between(c, d, i, of: steps)
      )
      return .between(.between(ab, bc, i, of: steps), .between(bc, cd, i, of: steps), i, of: steps)
    }
  }
}

/// Sine and cosine without floating point.
///
/// CORDIC (Volder, "The CORDIC trigonometric computing technique", IRE Trans. Electron. Comput. 8, 1959): a vector is
/// turned by the angles whose tangents are 2^0, 2^-1, 2^-2, ..., each this way or that, so that shifts and additions do.
enum Cordic {
  /// atan(2^-i) in 1/2^32 of a turn.
  private static let angles: [Int64] = [
    536_870_912, 316_933_406, 167_458_907, 85_004_756, 42_667_331, 21_354_465, 10_679_838, 5_340_245, 2_670_163,
    1_335_087, 667_544, 333_772, 166_886, 83_443, 41_722, 20_861, 10_430, 5215, 2608, 1304, 652, 326, 163, 81, 41, 20,
    10, 5, 3, 1,
  ]
  /// What all turns together make a vector longer by, inverted: the product of cos(atan(2^-i)), 2.30.
  private static var gain: Int64 { 652_032_874 }

  /// The direction `part / whole` of a turn clockwise on the screen from the top, `length` long (up to 2^30), to about
  /// 1/2^28 of it. `part` is 0 ... `whole`, and `whole` 1 ... 2^24.
  static func direction(_ part: Int64, of whole: Int64, length: Int64) -> FinePoint {
    var angle = (part << 32) / whole
    // Quarters are exact, and the turns above reach 99 degrees.
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
    // x is the part along the quarter's axis, y the part clockwise of it; the first axis points up.
    var direction = FinePoint(
      x: divideRounding(y * length, by: 1 << 30), y: divideRounding(-x * length, by: 1 << 30))
    for _ in 0..<(quarters & 3) { direction = direction.turned }
    return direction
  }
}
