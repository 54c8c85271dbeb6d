/// The exact value of a decimal number or a fraction.
package struct Ratio: Hashable, Sendable {
  package let numerator: Int64
  /// The denominator, from 1 to 1,000,000.
  package let denominator: Int64

  package init(_ numerator: Int64, over denominator: Int64 = 1) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  package static var zero: Ratio { Ratio(0) }

  /// Parses "12", "0.25" (at most six decimal places) or "7/3". The value is at least 0 and below a million.
  @export(interface) package init?(_ text: String) {
    /// Parses 1 to 6 digits.
    func number(_ text: String) -> Int64? { text.utf8.count > 6 ? nil : ValueParser(text).digits.map { Int64($0) } }
    if let (numerator, denominator) = ValueParser(text).split(at: "/") {
      guard let numerator = number(numerator),
        let denominator = same(denominator, "1000000") ? 1_000_000 : number(denominator), denominator > 0
      else { return nil }
      self.init(numerator, over: denominator)
    } else if let (whole, decimals) = ValueParser(text).split(at: ".") {
      guard let whole = number(whole), let fraction = number(decimals) else { return nil }
      let scale: Int64 = decimals.utf8.reduce(1) { scale, _ in scale * 10 }
      self.init(whole * scale + fraction, over: scale)
    } else {
      guard let whole = number(text) else { return nil }
      self.init(whole)
    }
  }

  /// The nearest multiple of 1/`unit`, halves rounded up.
  package func rounded(inUnitsOf unit: Int64) -> Int64 { (2 * numerator * unit + denominator) / (2 * denominator) }

  /// Whether the number is a multiple of 1/`unit`.
  package func isWhole(inUnitsOf unit: Int64) -> Bool { numerator * unit % denominator == 0 }
}

extension Ratio: Comparable {
  /// Numerators are below 10^12 and denominators at most 10^6, so no product overflows.
  package static func < (a: Ratio, b: Ratio) -> Bool { a.numerator * b.denominator < b.numerator * a.denominator }
}
