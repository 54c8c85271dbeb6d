/// A number that is divided by again and again: its reciprocal is computed once, and a quotient costs two products, where a
/// division costs a slow core thirty cycles and a 32-bit one a call.
///
/// Exact for every numerator: the product with the reciprocal, rounded down, is the quotient or one less, and the remainder
/// says which. After T. Granlund and P. Montgomery, "Division by invariant integers using multiplication", 1994.
public struct Divisor: Hashable, Sendable {
  /// What is divided by, above 0.
  public let value: UInt64
  /// The greatest whole number of which `value` times is below 2^64.
  private let reciprocal: UInt64

  /// `value` is above 0.
  public init(_ value: Int64) {
    precondition(value > 0, "a divisor that is not above 0")
    self.value = UInt64(value)
    reciprocal = .max / self.value
  }

  /// `numerator / value`, rounded down.
  public func quotient(_ numerator: UInt64) -> UInt64 {
    let product = numerator.multipliedFullWidth(by: reciprocal).high
    return numerator &- product &* value >= value ? product &+ 1 : product
  }

  /// `numerator / value` to the nearest, halves up. `numerator` is below 2^63.
  public func nearest(_ numerator: UInt64) -> UInt64 { quotient(numerator &+ value / 2) }
}
