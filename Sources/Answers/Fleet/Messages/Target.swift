/// The target of a signed message: one kiosk, or a group of kiosks.
package enum Target: Sendable {
  case kiosk(String)
  case group(String)

  /// The limit of a name in bytes.
  package static var longestName: Int { 64 }

  /// Creates a target from the two words of a message, such as "kiosk" and "gate-7".
  package init?(_ scope: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {
    if !(1...Self.longestName).contains(name.count) || !name.allSatisfy({ Self.isAllowed($0) }) { return nil }
    let text = String(decoding: Array(name), as: UTF8.self)
    if scope.elementsEqual("kiosk".utf8) {
      self = .kiosk(text)
    } else if scope.elementsEqual("group".utf8) {
      self = .group(text)
    } else {
      return nil
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Whether a string is a valid name for a target.
  package static func isName(_ text: String) -> Bool {
    (1...longestName).contains(text.utf8.count) && text.utf8.allSatisfy { isAllowed($0) }
  }

  package var scope: StaticString {
    switch self {
    case .kiosk: "kiosk"
    case .group: "group"
    }
  }

  package var name: String {
    switch self {
    case .kiosk(let name), .group(let name): name
    }
  }

  /// The two words of a message, such as "kiosk gate-7".
  package var words: String { "\(scope) " + name }

  /// The levels of its topics after the prefix, such as "gate-7" or "group/entrance".
  package var topic: String {
    switch self {
    case .kiosk(let name): name
    case .group(let name): "group/" + name
    }
  }
}

extension Target: Hashable {
  // Compares bytes: `==` on strings would link the Unicode tables.
  package static func == (a: Target, b: Target) -> Bool { a.words.utf8.elementsEqual(b.words.utf8) }
  package func hash(into hasher: inout Hasher) { for byte in words.utf8 { hasher.combine(byte) } }
}

/// The targets that address one kiosk.
package struct Addressee: Sendable {
  /// The kiosk and its groups.
  package let targets: [Target]

  package init(kiosk: String, groups: [String]) { targets = [.kiosk(kiosk)] + groups.map { .group($0) } }
}
