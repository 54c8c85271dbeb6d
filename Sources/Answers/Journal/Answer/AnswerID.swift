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

  /// Creates an identity from its 16 bytes.
  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Returns a random identity. Soon after a boot, it may wait until the kernel has seeded its random number generator.
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
    let bytes = Array(text.utf8)
    // UInt64 would accept a sign, so signs are dropped here: in ASCII, they come before the digits.
    let digits = bytes.filter { $0 >= UInt8(ascii: "0") }
    guard bytes.count == 36, digits.count == 32, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
      let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
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
