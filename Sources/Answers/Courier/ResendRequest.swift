/// A receiver's request to send answers again: `JOURNAL FIRST LAST`, separated by single spaces.
///
///     f47ac10b-58cc-4372-a567-0e02b2c3d479 120 125
package struct ResendRequest: Hashable, Sendable {
  /// The journal's identity: 36 lower-case hexadecimal digits and hyphens.
  package let journal: String
  /// The requested sequence numbers, from 1.
  package let range: ClosedRange<Int64>

  /// The maximum number of answers in a request.
  package static var longest: Int64 { 1_000 }

  /// Parses a message; `nil` if it is not a valid request.
  package init?(_ payload: [UInt8]) {
    // 36 + 2 spaces + 2 numbers of at most 18 digits, which cannot overflow.
    if payload.count > 74 { return nil }
    let words = payload.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].count == 36, let first = Self.number(words[1]), let last = Self.number(words[2]),
      first > 0, first <= last, last - first < Self.longest
    else { return nil }
    for byte in words[0] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"): break
      default: return nil
      }
    }
    journal = String(decoding: words[0], as: UTF8.self)
    range = first...last
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    if digits.isEmpty || digits.count > 18 { return nil }
    var number: Int64 = 0
    for digit in digits {
      if digit < UInt8(ascii: "0") || digit > UInt8(ascii: "9") { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
