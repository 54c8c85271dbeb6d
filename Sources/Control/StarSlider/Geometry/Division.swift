/// Returns `numerator / denominator`, rounded to nearest, with halves rounded away from zero. `denominator` is above 0.
package func divideRounding(_ numerator: Int64, by denominator: Int64) -> Int64 {
  // Half of the denominator is added away from zero; no numerator is so close to the limits that the sum overflows.
  (numerator &+ (numerator >= 0 ? denominator >> 1 : 0 &- (denominator >> 1))) / denominator
}

/// Returns `numerator / denominator`, rounded down. `denominator` is above 0.
package func divideFlooring<I: FixedWidthInteger & SignedInteger>(_ numerator: I, by denominator: I) -> I {
  let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  return remainder < 0 ? quotient - 1 : quotient
}

/// A divisor whose reciprocal is computed once, so that a quotient costs one multiplication. A division takes thirty cycles on a slow core,
/// and on a 32-bit core it is a function call.
///
/// Quotients are exact up to the maximum numerator that `init` was given. Let r be the reciprocal, rounded down to 64 bits, and let
/// e = 2^64 - r * value, which is in 1 ... value. Then (n + 1) * r / 2^64 exceeds n / value by (1 - (n + 1) * e / 2^64) / value. As long
/// as (n + 1) * value is at most 2^64, this is above 0 but too small to reach the next whole number. After A. D. Robison,
/// "N-bit unsigned division via N-bit multiply-add", 2005.
package struct Divisor: Hashable, Sendable {
  /// The divisor, above 0.
  package let value: UInt64
  /// The greatest whole number whose product with `value` is below 2^64.
  let reciprocal: UInt64

  /// Creates a divisor. `value` is above 0, no numerator may exceed `greatest`, and `greatest * value` is below 2^64 - `value`.
  package init(_ value: Int64, numeratorsTo greatest: UInt64) {
    precondition(value > 0, "divisor must be above 0")
    self.value = UInt64(value)
    reciprocal = .max / self.value
    precondition(greatest < reciprocal, "numerators too great for the divisor")
  }

  /// Returns `numerator / value`, rounded down.
  package func quotient(_ numerator: UInt64) -> UInt64 {
    (numerator &+ 1).multipliedFullWidth(by: reciprocal).high
  }

  /// Returns `numerator / value`, rounded to nearest, with halves rounded up. `numerator + value / 2` must also be a valid numerator.
  package func nearest(_ numerator: UInt64) -> UInt64 { quotient(numerator &+ value / 2) }
}
