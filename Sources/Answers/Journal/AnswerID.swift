import CSQLite

/// An answer's name: a UUID, 128 bits. (Not called `UUID`, since Foundation's would shadow it on the host.)
package struct AnswerID: Hashable, Sendable {
  /// The first eight bytes, the first of them highest.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// A version 4 UUID from 16 random bytes, of which six bits give way to the version and the variant.
  package init(random high: UInt64, _ low: UInt64) {
    self.high = high & 0xffff_ffff_ffff_0fff | 0x0000_0000_0000_4000
    self.low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  }

  /// A new one from the kernel's generator, getrandom(2). Waits for its first seed only in a system's first seconds.
  package static func random() throws(JournalError) -> AnswerID {
    var high: UInt64 = 0
    var low: UInt64 = 0
    try fill(&high)
    try fill(&low)
    return AnswerID(random: high, low)
  }

  private static func fill(_ word: inout UInt64) throws(JournalError) {
    // Up to 256 bytes come whole or not at all; a signal can only interrupt the wait for the seed.
    while true {
      let count = withUnsafeMutableBytes(of: &word) { getrandom($0.baseAddress, $0.count, 0) }
      if count == 8 { return }
      if count < 0 && cs_errno() == EINTR { continue }
      throw JournalError(
        .failed, "make an answer's name", "getrandom", reason: systemReason(cs_errno()),
        suggestion: "the kernel must be Linux 3.17 or newer")
    }
  }

  /// What `text` spells: 36 characters, hexadecimal digits of either case in groups of 8-4-4-4-12. Any version.
  package init?(_ text: String) {
    var words: (UInt64, UInt64) = (0, 0)
    var digits: Int32 = 0
    var position: Int32 = 0
    for byte in text.utf8 {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        if byte != UInt8(ascii: "-") { return nil }
      } else {
        guard let digit = Self.digit(byte) else { return nil }
        if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
        digits += 1
      }
      position += 1
      if position > 36 { return nil }
    }
    if position != 36 { return nil }
    high = words.0
    low = words.1
  }

  static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Characters in the text form.
  static let textLength: Int32 = 36

  /// Writes the text form, 36 ASCII characters without a zero at the end.
  func write(to text: UnsafeMutablePointer<UInt8>) {
    var position = 0
    for digit: UInt64 in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        text[position] = UInt8(ascii: "-")
        position += 1
      }
      let word = digit < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: word >> (60 - (digit & 15) * 4)) & 15
      text[position] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
      position += 1
    }
  }

  /// Lower-case hexadecimal in groups of 8-4-4-4-12, as in "f47ac10b-58cc-4372-a567-0e02b2c3d479".
  package var text: String {
    var bytes = [UInt8](repeating: 0, count: Int(Self.textLength))
    // An array's buffer is never without an address when it has elements.
    bytes.withUnsafeMutableBufferPointer { write(to: $0.baseAddress!) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
