import Basics
import System

/// The identity of an answer or a visit: a UUID. The name avoids a conflict with Foundation's `UUID`.
package struct AnswerID: Hashable, Sendable {
  /// The first eight bytes, the first one most significant.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// Creates a version 4 UUID from 128 random bits, six of which are replaced by the version and the variant.
  package init(random high: UInt64, _ low: UInt64) {
    self.high = high & 0xffff_ffff_ffff_0fff | 0x0000_0000_0000_4000
    self.low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  }

  /// Returns a new identity from the kernel's random number generator. During the first seconds after a boot, it may wait
  /// until the kernel has seeded the generator.
  package static func random() throws(JournalError) -> AnswerID {
    do throws(SystemError) {
      return AnswerID(random: try randomNumber(), try randomNumber())
    } catch {
      throw JournalError(
        .failed, "create", "an answer's UUID", errno: error.errno, suggestion: "use Linux 3.17 or newer")
    }
  }

  /// Creates an identity from 36 characters: hexadecimal digits of either case in groups of 8-4-4-4-12. Accepts any version.
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

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Lower-case hexadecimal digits in groups of 8-4-4-4-12, such as "f47ac10b-58cc-4372-a567-0e02b2c3d479".
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for digit: UInt64 in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 { bytes.append(UInt8(ascii: "-")) }
      let word = digit < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: word >> (60 - (digit & 15) * 4)) & 15
      bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
