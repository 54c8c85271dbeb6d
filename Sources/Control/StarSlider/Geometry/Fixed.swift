/// A number of pixels in 24.8 fixed point: 1/256 px resolution, -8,388,608 ..< 8,388,608 px range.
///
/// 24.8 is the sub-pixel unit of FreeType and AGG. A screen of 32,767 px leaves eight spare bits for sums, and a product of two values fits
/// in an `Int64`. The type is `Int32` because `Int` has 32 bits on armv7 and 64 on aarch64, and both must draw the same picture.
public struct Fixed: Hashable, Sendable {
  /// The value in 1/256 px.
  public var raw: Int32

  /// Creates a value from 1/256 px.
  public init(raw: Int32) { self.raw = raw }

  /// Creates a whole number of pixels, -8,388,608 ..< 8,388,608; traps beyond the range.
  public init(_ pixels: Int32) { raw = pixels * 256 }

  /// No pixels.
  public static let zero = Fixed(raw: 0)
  /// Half a pixel.
  public static let half = Fixed(raw: 128)
  /// One pixel.
  public static let one = Fixed(raw: 256)

  /// Creates `numerator / denominator` pixels, rounded to nearest, with halves rounded away from zero. `denominator` is above 0.
  public init(_ numerator: Int32, over denominator: Int32) {
    raw = Int32(divideRounding(Int64(numerator) << 8, by: Int64(denominator)))
  }

  /// The number of whole pixels, rounded down.
  public var floor: Int32 { raw >> 8 }
  /// The number of whole pixels, rounded up.
  public var ceil: Int32 { (raw + 255) >> 8 }
  /// The number of whole pixels, rounded to nearest, with halves rounded up.
  public var rounded: Int32 { (raw + 128) >> 8 }
  /// The fraction above `floor`, in 1/256 px, 0...255.
  public var fraction: Int32 { raw & 255 }

  /// Returns the value times `numerator / denominator`, rounded to nearest. `denominator` is above 0.
  public func scaled(by numerator: Int32, over denominator: Int32) -> Fixed {
    Fixed(raw: Int32(divideRounding(Int64(raw) * Int64(numerator), by: Int64(denominator))))
  }
}

extension Fixed: ExpressibleByIntegerLiteral {
  /// Creates a whole number of pixels from a literal, for example in `face.lineWidth = 3`.
  public init(integerLiteral pixels: Int32) { self.init(pixels) }
}

extension Fixed: Comparable {
  /// Whether the first value is less than the second.
  public static func < (a: Fixed, b: Fixed) -> Bool { a.raw < b.raw }
}

extension Fixed: AdditiveArithmetic {
  /// Returns the sum; traps beyond the range.
  public static func + (a: Fixed, b: Fixed) -> Fixed { Fixed(raw: a.raw + b.raw) }
  /// Returns the difference; traps beyond the range.
  public static func - (a: Fixed, b: Fixed) -> Fixed { Fixed(raw: a.raw - b.raw) }
  /// Returns the negated value.
  public static prefix func - (a: Fixed) -> Fixed { Fixed(raw: -a.raw) }
  /// Returns the value times `n`; traps beyond the range.
  public static func * (a: Fixed, n: Int32) -> Fixed { Fixed(raw: a.raw * n) }
  /// Returns the value divided by `n`, rounded down.
  public static func / (a: Fixed, n: Int32) -> Fixed { Fixed(raw: divideFlooring(a.raw, by: n)) }
}

/// Returns the square root of `n`, rounded down. `n` is not negative. It uses Newton's method in integers, because floating-point roots may
/// differ between processors.
package func integerSquareRoot(_ n: Int64) -> Int64 {
  precondition(n >= 0, "square root of a negative number")
  if n < 2 { return n }
  let number = UInt64(bitPattern: n)
  // The first guess is linear and within 7 % of the root: for m in 1/4 ... 1, sqrt(m) is about 3/8 + 5/8 m. Newton's first step lands at or
  // above the root, and each further step gets closer until it reaches the root.
  let half = UInt64((65 - number.leadingZeroBitCount) / 2)
  let guess = ((3 << half) &+ 5 &* (number >> half)) >> 3
  var root = (guess &+ number / guess) >> 1
  while true {
    let next = (root &+ number / root) >> 1
    if next >= root { return Int64(bitPattern: root) }
    root = next
  }
}
