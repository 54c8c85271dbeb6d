/// A number that is divided by again and again: its reciprocal is computed once, and a quotient costs one product, where a
/// division costs a slow core thirty cycles and a 32-bit one a call.
///
/// Exact as far as `init` was told: with r the reciprocal, rounded down to 64 bits, and e = 2^64 - r * value, which is
/// 1 ... value, (n + 1) * r / 2^64 is above n / value by (1 - (n + 1) * e / 2^64) / value. That is more than nothing, and too
/// little to reach the next whole number, as long as (n + 1) * value is at most 2^64. After A. D. Robison, "N-bit unsigned
/// division via N-bit multiply-add", 2005.
public struct Divisor: Hashable, Sendable {
  /// What is divided by, above 0.
  public let value: UInt64
  /// The greatest whole number of which `value` times is below 2^64.
  private let reciprocal: UInt64

  /// `value` is above 0, and no numerator will be above `greatest`, of which `value` times is below 2^64 - `value`.
  public init(_ value: Int64, numeratorsTo greatest: UInt64) {
    precondition(value > 0, "a divisor that is not above 0")
    self.value = UInt64(value)
    reciprocal = .max / self.value
    precondition(greatest < reciprocal, "numerators that are too great for their divisor")
  }

  /// `numerator / value`, rounded down.
  public func quotient(_ numerator: UInt64) -> UInt64 {
    (numerator &+ 1).multipliedFullWidth(by: reciprocal).high
  }

  /// `numerator / value` to the nearest, halves up. `numerator + value / 2` is a numerator, too.
  public func nearest(_ numerator: UInt64) -> UInt64 { quotient(numerator &+ value / 2) }
}
