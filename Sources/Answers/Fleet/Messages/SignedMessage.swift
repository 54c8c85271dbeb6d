/// A message that an operator has signed. The signature covers every byte after the first line.
///
///     signature 5d0a…                                        128 hexadecimal digits
///     star-slider 1 configuration kiosk gate-7 1792939393123
///     [question stars]
///     …
///
/// The second line gives the kind of the content, its target, and its counter, which rises from message to message.
package struct SignedMessage: Sendable {
  package enum Kind: Hashable, Sendable { case configuration, command }

  package let kind: Kind
  package let target: Target
  /// Above 0.
  package let counter: Int64
  /// Everything after the second line.
  package let content: ArraySlice<UInt8>
  package let signature: [UInt8]
  /// The bytes that the signature covers.
  let signed: ArraySlice<UInt8>

  /// The maximum size of a whole message in bytes, a common limit of brokers.
  package static var longest: Int { 65_536 }

  /// Parses a message; `nil` if it does not have this form. The signature is not verified yet.
  package init?(_ bytes: [UInt8]) {
    let label = Array("signature ".utf8)
    let first = label.count + 2 * Signatures.size
    if bytes.count > Self.longest || bytes.count <= first + 1 || !bytes.starts(with: label)
      || bytes[first] != UInt8(ascii: "\n")
    {
      return nil
    }
    guard let signature = Hexadecimal.bytes(bytes[label.count..<first]) else { return nil }
    let signed = bytes[(first + 1)...]
    guard let end = signed.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = signed[..<end].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 6, words[0].elementsEqual("star-slider".utf8), words[1].elementsEqual("1".utf8),
      let target = Target(words[3], words[4]), let counter = Self.number(words[5]), counter > 0
    else { return nil }
    if words[2].elementsEqual("configuration".utf8) {
      kind = .configuration
    } else if words[2].elementsEqual("command".utf8) {
      kind = .command
    } else {
      return nil
    }
    (self.target, self.counter, self.signature, self.signed) = (target, counter, signature, signed)
    content = signed[(end + 1)...]
  }

  /// Returns the bytes to sign.
  package static func body(_ kind: Kind, _ target: Target, counter: Int64, _ content: [UInt8]) -> [UInt8] {
    let name: StaticString = kind == .configuration ? "configuration" : "command"
    return Array("star-slider 1 \(name) ".utf8) + Array(target.words.utf8) + Array(" \(counter)\n".utf8) + content
  }

  /// Returns the message of a signed body.
  package static func message(_ body: [UInt8], signature: [UInt8]) -> [UInt8] {
    Array("signature ".utf8) + Array(Hexadecimal.text(signature).utf8) + [UInt8(ascii: "\n")] + body
  }

  /// Whether the owner of the key has signed the message. Requires `Signatures.load`.
  package func isSigned(by key: PublicKey) -> Bool { Signatures.isValid(signature, of: signed, by: key) }

  /// The identity of a configuration.
  package var version: ConfigurationVersion {
    ConfigurationVersion(target: target, counter: counter, hash: Signatures.hash(content))
  }

  /// Parses a number of at most 18 digits, which cannot overflow.
  static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    if digits.isEmpty || digits.count > 18 { return nil }
    var number: Int64 = 0
    for digit in digits {
      if digit < 0x30 || digit > 0x39 { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    return number
  }
}

/// The identity of a configuration: its target, its counter, and the SHA-256 of its text.
package struct ConfigurationVersion: Sendable {
  package let target: Target
  package let counter: Int64
  /// 64 hexadecimal digits.
  package let hash: String

  package init(target: Target, counter: Int64, hash: String) {
    (self.target, self.counter, self.hash) = (target, counter, hash)
  }

  /// As a line of a file: "kiosk gate-7 1792939393123 9f86…".
  package var line: String { target.words + " \(counter) " + hash }

  package init?(line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 4, let target = Target(words[0], words[1]), let counter = SignedMessage.number(words[2]),
      words[3].count == 64, Hexadecimal.bytes(words[3]) != nil
    else { return nil }
    self.init(target: target, counter: counter, hash: String(decoding: Array(words[3]), as: UTF8.self))
  }
}

extension ConfigurationVersion: Hashable {
  package static func == (a: ConfigurationVersion, b: ConfigurationVersion) -> Bool {
    a.line.utf8.elementsEqual(b.line.utf8)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(counter) }
}
