/// A number of pixels in 24.8 fixed point: 1/256 px resolution, -8,388,608 ..< 8,388,608 px range.
///
/// Why 24.8: it is FreeType's and AGG's sub-pixel unit, a screen of 32,767 px leaves eight spare bits for sums, and a
/// product of two fits an `Int64` on every processor. `Int32` is spelt out because `Int` has 32 bits on armv7 and 64 on
/// aarch64, and the same picture must come out of both.
public struct Fixed: Hashable, Sendable {
  /// The value in 1/256 px.
  public var raw: Int32

  /// From 1/256 px.
  @inlinable public init(raw: Int32) { self.raw = raw }

  /// A whole number of pixels, -8,388,608 ..< 8,388,608.
  @inlinable public init(_ pixels: Int32) { raw = pixels << 8 }

  /// No pixels.
  public static let zero = Fixed(raw: 0)
  /// Half a pixel.
  public static let half = Fixed(raw: 128)
  /// One pixel.
  public static let one = Fixed(raw: 256)

  /// `numerator / denominator` pixels, rounded to nearest, halves away from zero. `denominator` is above 0.
  @inlinable public init(_ numerator: Int32, over denominator: Int32) {
    raw = Int32(divideRounding(Int64(numerator) << 8, by: Int64(denominator)))
  }

  /// The greatest whole pixel that is not above the value.
  @inlinable public var floor: Int32 { raw >> 8 }
  /// The least whole pixel that is not below the value.
  @inlinable public var ceil: Int32 { (raw + 255) >> 8 }
  /// The nearest whole pixel, halves up.
  @inlinable public var rounded: Int32 { (raw + 128) >> 8 }
  /// What is above `floor`, in 1/256 px, 0...255.
  @inlinable public var fraction: Int32 { raw & 255 }

  /// The value times `numerator / denominator`, rounded to nearest; `denominator` is above 0.
  @inlinable public func scaled(by numerator: Int32, over denominator: Int32) -> Fixed {
    Fixed(raw: Int32(divideRounding(Int64(raw) * Int64(numerator), by: Int64(denominator))))
  }
}

extension Fixed: Comparable {
  /// Whether one is less than the other.
  @inlinable public static func < (a: Fixed, b: Fixed) -> Bool { a.raw < b.raw }
}

extension Fixed: AdditiveArithmetic {
  /// The sum; traps beyond the range.
  @inlinable public static func + (a: Fixed, b: Fixed) -> Fixed { Fixed(raw: a.raw + b.raw) }
  /// The difference; traps beyond the range.
  @inlinable public static func - (a: Fixed, b: Fixed) -> Fixed { Fixed(raw: a.raw - b.raw) }
  /// The same size to the other side of 0.
  @inlinable public static prefix func - (a: Fixed) -> Fixed { Fixed(raw: -a.raw) }
  /// The value `n` times; traps beyond the range.
  @inlinable public static func * (a: Fixed, n: Int32) -> Fixed { Fixed(raw: a.raw * n) }
  /// Rounds down.
  @inlinable public static func / (a: Fixed, n: Int32) -> Fixed { Fixed(raw: divideFlooring(a.raw, by: n)) }
}

/// `numerator / denominator` rounded to nearest, halves away from zero. `denominator` is above 0.
@inlinable public func divideRounding(_ numerator: Int64, by denominator: Int64) -> Int64 {
  numerator >= 0
    ? (numerator + denominator / 2) / denominator
    : -((-numerator + denominator / 2) / denominator)
}

/// `numerator / denominator` rounded towards minus infinity. `denominator` is above 0.
@inlinable public func divideFlooring<I: FixedWidthInteger & SignedInteger>(_ numerator: I, by denominator: I) -> I {
  let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  return remainder < 0 ? quotient - 1 : quotient
}

/// The greatest integer whose square is not above `n`, which is not negative. Newton's method in integers, from above: the
/// same bytes on every processor, which a floating-point root does not promise.
public func integerSquareRoot(_ n: Int64) -> Int64 {
  precondition(n >= 0, "a square root of a negative number")
  if n < 2 { return n }
  let number = UInt64(bitPattern: n)
  // A line that is within 7 % of the root: sqrt(m) for m in 1/4 ... 1 is about 3/8 + 5/8 m. What follows from it by Newton is
  // not below the root, and from there each step is nearer, until the root is reached.
  let half = UInt64((65 - number.leadingZeroBitCount) / 2)
  let guess = ((3 << half) &+ 5 &* (number >> half)) >> 3
  var root = (guess &+ number / guess) >> 1
  while true {
    let next = (root &+ number / root) >> 1
    if next >= root { return Int64(bitPattern: root) }
    root = next
  }
}
