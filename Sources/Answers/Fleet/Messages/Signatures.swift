import Basics
import CSodium

package enum SignatureFault: Sendable {
  /// libsodium cannot be loaded.
  case library
  /// A file does not contain a key.
  case key
}

package typealias SignatureError = Failure<SignatureFault>

/// The public key that verifies an operator's messages: Ed25519, RFC 8032.
package struct PublicKey: Hashable, Sendable {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// Reads a key file: 64 hexadecimal digits in its first line.
  ///
  /// - Parameter path: The file's path, for errors.
  package init(_ file: [UInt8], path: String) throws(SignatureError) {
    let line = file.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard line.count == 64, let bytes = Hexadecimal.bytes(line) else {
      throw SignatureError(
        .key, "use", path, reason: "its first line is not a public key of 64 hexadecimal digits",
        suggestion: "create one with starctl sign key")
    }
    self.bytes = bytes
  }

  /// - Parameter bytes: 32 bytes.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == 32, "a public key has 32 bytes")
    self.bytes = bytes
  }

  /// The key in hexadecimal digits.
  package var text: String { Hexadecimal.text(bytes) }
}

/// Signatures and hashes by libsodium, which must be loaded with `load` first.
package enum Signatures {
  /// The size of a signature in bytes.
  package static var size: Int { 64 }

  /// Loads the library if it is not loaded yet.
  @export(interface) package static func load() throws(SignatureError) {
    let loading = cs_load()
    guard let reason = loading.reason else { return }
    throw SignatureError(
      .library, "load", String(cString: loading.soname), reason: String(cString: reason),
      suggestion: "install Debian's package " + String(cString: loading.package))
  }

  /// Whether the owner of the key made `signature` for the message.
  package static func isValid(_ signature: [UInt8], of message: ArraySlice<UInt8>, by key: PublicKey) -> Bool {
    if signature.count != size { return false }
    let message = Array(message)
    return cs_is_signed(signature, message, message.count, key.bytes) != 0
  }

  /// Returns the signature of a message.
  ///
  /// - Parameter secret: 64 bytes, as `makePair` returns them.
  package static func sign(_ message: [UInt8], with secret: [UInt8]) -> [UInt8] {
    precondition(secret.count == 64, "a secret key has 64 bytes")
    var signature = [UInt8](repeating: 0, count: size)
    cs_sign(&signature, message, message.count, secret)
    return signature
  }

  /// Creates a random pair of keys of 32 and 64 bytes.
  package static func makePair() -> (key: PublicKey, secret: [UInt8]) {
    var (key, secret) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 64))
    cs_make_pair(&key, &secret)
    return (PublicKey(key), secret)
  }

  /// Returns the SHA-256 of bytes in hexadecimal digits, as sha256sum(1) prints it.
  package static func hash(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = Array(bytes)
    var hash = [UInt8](repeating: 0, count: 32)
    cs_hash(&hash, bytes, bytes.count)
    return Hexadecimal.text(hash)
  }
}

/// Hexadecimal digits, lower-case.
package enum Hexadecimal {
  package static func text(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      for half in [byte >> 4, byte & 15] { digits.append(half < 10 ? 0x30 + half : 0x57 + half) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the bytes; `nil` unless the digits are lower-case and their number is even.
  package static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    if digits.count % 2 != 0 { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
