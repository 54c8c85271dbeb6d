/// The exact value of a decimal or a fraction.
package struct Ratio: Hashable, Sendable {
  package let numerator: Int64
  /// From 1 to 1,000,000.
  package let denominator: Int64

  package init(_ numerator: Int64, over denominator: Int64 = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package static var zero: Ratio { Ratio(0) }

  /// Parses "12", "0.25" (at most six decimal places) or "7/3". The value is not negative and below a million.
  @export(interface) package init?(_ text: String) {
    var parts: [Int64] = [0]
    var digits = [0]
    var separator: UInt8?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let last = parts.count - 1
        parts[last] = parts[last] * 10 + Int64(byte - UInt8(ascii: "0"))
        digits[last] += 1
        if digits[last] > 6 && !(digits[last] == 7 && parts[last] == 1_000_000) { return nil }
      case UInt8(ascii: "."), UInt8(ascii: "/"):
        if separator != nil || digits[0] == 0 { return nil }
        separator = byte
        parts.append(0)
        digits.append(0)
      default: return nil
      }
    }
    if digits[digits.count - 1] == 0 || parts[0] >= 1_000_000 { return nil }
    if parts.count == 1 {
      self.init(parts[0])
    } else if separator == UInt8(ascii: "/") {
      if parts[1] == 0 { return nil }
      self.init(parts[0], over: parts[1])
    } else {
      if digits[1] > 6 { return nil }
      var scale: Int64 = 1
      for _ in 0..<digits[1] { scale *= 10 }
      self.init(parts[0] * scale + parts[1], over: scale)
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
