import StarSlider

/// One touch at a known place. Positions are in 1/65,536 of the device's axis ranges and of the scanout's sides.
package struct CalibrationSample: Hashable, Sendable {
  /// The position that the device reported.
  let u, v: Int64
  /// The position that was touched.
  let x, y: Int64

  /// Creates a sample. `raw` is in the units of the device's axes, `target` in the pixels of a scanout of size `screen`.
  package init(
    raw: Point<RawSpace>, axes: (x: AxisInfo, y: AxisInfo), target: Point<PhysicalSpace>, screen: Size<PhysicalSpace>
  ) {
    u = axes.x.share(of: raw.x) >> 14
    v = axes.y.share(of: raw.y) >> 14
    x = Int64(target.x.raw) << 8 / Int64(screen.width)
    y = Int64(target.y.raw) << 8 / Int64(screen.height)
  }
}

/// The affine transform that fits several touches best (least squares), and its worst error.
///
/// With n samples, U = n*u - sum(u), X = n*x - sum(x) and so on, and [UX] for the sum of U*X:
/// ```
/// a = ([UX][VV] - [VX][UV]) / D     b = ([VX][UU] - [UX][UV]) / D     D = [UU][VV] - [UV]^2
/// c = (sum(x) - a*sum(u) - b*sum(v)) / n
/// ```
/// The same holds for d, e, f with y in place of x. All arithmetic is in integers, so that every processor computes the same six numbers.
package struct CalibrationFit: Hashable, Sendable {
  /// The calibration that maps the touches to their targets.
  package let calibration: Calibration
  /// The maximum distance of a mapped touch from its target, in pixels; always about 0 for three touches.
  package let residual: Fixed

  /// Why no calibration can be computed from the touches.
  package enum Refusal: Error, Hashable, Sendable {
    /// There are fewer than three touches, or all of them lie near a line.
    case degenerate
    /// A touch misses its target by more than `residualLimit`; the value is the distance in pixels.
    case residual(Int32)
    /// The device's range would cover less than half, or more than four times, the side of the screen that it runs along.
    case scale
    /// The device's axes would run across the screen at an angle of more than 1 in 4.
    case slant

    /// The reason, worded to follow "the touches do not fit: ".
    package var reason: String {
      switch self {
      case .degenerate: "they lie on a line"
      case .residual(let pixels): "one is \(pixels) px from where the others put it"
      case .scale: "the panel would be far larger or smaller than the screen"
      case .slant: "the panel would be skewed on the screen"
      }
    }
  }

  /// The maximum accepted residual: 1/32 of the screen's shorter side, and at least 8 px.
  package static func residualLimit(_ screen: Size<PhysicalSpace>) -> Fixed {
    Fixed(max(min(screen.width, screen.height) / 32, 8))
  }

  /// Fits three to sixteen samples, and checks the result.
  @export(interface) package init(_ samples: [CalibrationSample], screen: Size<PhysicalSpace>) throws(Refusal) {
    guard (3...16).contains(samples.count), let sums = Sums(samples) else { throw .degenerate }
    guard let (a, b, c) = sums.row(sums.ux, sums.vx, sums.x), let (d, e, f) = sums.row(sums.uy, sums.vy, sums.y),
      let calibration = Calibration(a: a, b: b, c: c, d: d, e: e, f: f)
    else { throw .scale }
    self.calibration = calibration
    var worst: Int64 = 0
    for sample in samples { worst = max(worst, Self.miss(sample, calibration, screen)) }
    residual = Fixed(raw: Int32(worst))
    if let refusal = Self.refusal(of: calibration, screen) { throw refusal }
    if residual > Self.residualLimit(screen) { throw .residual(residual.rounded) }
  }

  /// Returns a touch's distance from its target, in 1/256 px, at most 2^20 px.
  private static func miss(_ sample: CalibrationSample, _ m: Calibration, _ screen: Size<PhysicalSpace>) -> Int64 {
    func along(_ p: Int32, _ q: Int32, _ r: Int32, _ target: Int64, _ side: Int32) -> Int64 {
      let share = (Int64(p) * sample.u + Int64(q) * sample.v) >> 16 + Int64(r)
      let distance = ((share - target) * Int64(side)) >> 8
      return min(max(distance, -(1 << 27)), 1 << 27)
    }
    let dx = along(m.a, m.b, m.c, sample.x, screen.width)
    let dy = along(m.d, m.e, m.f, sample.y, screen.height)
    return integerSquareRoot(dx * dx + dy * dy)
  }

  /// Returns the reason if no panel could have such a calibration; otherwise `nil`.
  private static func refusal(of m: Calibration, _ screen: Size<PhysicalSpace>) -> Refusal? {
    let (width, height) = (Int64(screen.width), Int64(screen.height))
    let first = AxisOnScreen(x: Int64(m.a) * width, y: Int64(m.d) * height)
    let second = AxisOnScreen(x: Int64(m.b) * width, y: Int64(m.e) * height)
    if first.isAslant || second.isAslant || first.isAlongX == second.isAlongX { return .slant }
    if !first.isPlausible(width, height) || !second.isPlausible(width, height) { return .scale }
    return nil
  }

  /// The vector from one end of a device's axis to the other on the screen, in 1/65,536 px.
  private struct AxisOnScreen {
    let x, y: Int64
    var isAlongX: Bool { abs(x) >= abs(y) }
    var isAslant: Bool { 4 * min(abs(x), abs(y)) > max(abs(x), abs(y)) }
    func isPlausible(_ width: Int64, _ height: Int64) -> Bool {
      let (length, side) = isAlongX ? (abs(x), width << 16) : (abs(y), height << 16)
      return 2 * length >= side && length <= 4 * side
    }
  }
}

/// The sums from which the six coefficients are computed.
private struct Sums {
  let count, u, v, x, y: Int64
  let ux, vx, uy, vy: Int64
  private let uu, uv, vv: Int64
  /// The determinant D, at most 2^61.
  private let determinant: Int64

  /// Fails if the touches lie near a line, that is, if one coordinate explains 15/16 or more of the other's variance.
  init?(_ samples: [CalibrationSample]) {
    let count = Int64(samples.count)
    func sumAndDeviations(_ values: [Int64]) -> (Int64, [Int64]) {
      let sum = values.reduce(0, +)
      return (sum, values.map { count * $0 - sum })
    }
    // Deviations are below 2^20, so the sums of 16 products are below 2^44. The shift keeps their products in 61 bits.
    func product(_ a: [Int64], _ b: [Int64]) -> Int64 { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } >> 14 }
    let (u, v) = (sumAndDeviations(samples.map { $0.u }), sumAndDeviations(samples.map { $0.v }))
    let (x, y) = (sumAndDeviations(samples.map { $0.x }), sumAndDeviations(samples.map { $0.y }))
    self.count = count
    (self.u, self.v, self.x, self.y) = (u.0, v.0, x.0, y.0)
    (uu, uv, vv) = (product(u.1, u.1), product(u.1, v.1), product(v.1, v.1))
    (ux, vx) = (product(u.1, x.1), product(v.1, x.1))
    (uy, vy) = (product(u.1, y.1), product(v.1, y.1))
    determinant = uu * vv - uv * uv
    if determinant <= uu * vv / 16 { return nil }
  }

  /// Returns the coefficients of one output, 16.16, from [UT], [VT] and sum(T), or `nil` if one is beyond ±1024.
  func row(_ ut: Int64, _ vt: Int64, _ t: Int64) -> (Int32, Int32, Int32)? {
    guard let p = share(ut * vv - vt * uv), let q = share(vt * uu - ut * uv) else { return nil }
    let rest = divideRounding(t << 16 - Int64(p) * u - Int64(q) * v, by: count << 16)
    guard abs(rest) <= Int64(Calibration.limit) else { return nil }
    return (p, q, Int32(rest))
  }

  /// Returns `numerator / determinant` in 16.16, rounded to nearest, by long division with 16 binary digits after the point.
  private func share(_ numerator: Int64) -> Int32? {
    var (quotient, rest) = abs(numerator).quotientAndRemainder(dividingBy: determinant)
    if quotient >= 1024 { return nil }
    for _ in 0..<16 {
      rest <<= 1
      quotient = quotient << 1 + (rest >= determinant ? 1 : 0)
      if rest >= determinant { rest -= determinant }
    }
    if rest << 1 >= determinant { quotient += 1 }
    return Int32(numerator < 0 ? -quotient : quotient)
  }
}
