/// When a profile is a machine's: one of the identities, and every other row that it has.
///
/// | key | satisfied by |
/// | --- | --- |
/// | `compatible` | one of these words in the device tree's root `compatible` |
/// | `model` | a device tree `model` that begins so |
/// | `product` | a DMI product name that begins so |
/// | `architecture` | one of these, from uname |
/// | `screen` | a connected connector whose name begins so, and, where it is given, whose preferred mode is this |
/// | `framebuffer` | a framebuffer whose driver is called so |
/// | `touch` | an input device with this in its name |
///
/// The first three are identities. Of several values for a key one has to fit.
package struct BoardRule: Sendable {
  /// A key of the table.
  package enum Key: Int32, CaseIterable, Sendable {
    case compatible, model, product, architecture, screen, framebuffer, touch

    /// As it is written.
    package var name: StaticString {
      switch self {
      case .compatible: "compatible"
      case .model: "model"
      case .product: "product"
      case .architecture: "architecture"
      case .screen: "screen"
      case .framebuffer: "framebuffer"
      case .touch: "touch"
      }
    }

    var isIdentity: Bool { rawValue <= Key.product.rawValue }
  }

  /// What was given, key by key; a key may come several times.
  var values: [(key: Key, text: [UInt8])] = []

  /// Takes a line: several words are several values where no value has a space in it.
  mutating func add(_ key: Key, _ text: String) {
    switch key {
    case .compatible, .architecture, .framebuffer:
      for word in text.utf8.split(separator: UInt8(ascii: " ")) { values.append((key, Array(word))) }
    case .model, .product, .screen, .touch: values.append((key, Array(text.utf8)))
    }
  }

  var hasIdentity: Bool { values.contains { $0.key.isIdentity } }

  func has(_ key: Key) -> Bool { values.contains { $0.key == key } }

  /// How well it fits, 1 and up; nil where it does not. What asks for more wins: 100 for each key that is no identity, up to 50
  /// for an early word of `compatible`.
  package func rank(on facts: MachineFacts) -> Int32? {
    var rank: Int32 = 0
    for key in Key.allCases where !key.isIdentity && has(key) {
      if !values.contains(where: { $0.key == key && fits($0.key, $0.text, facts) }) { return nil }
      rank += 100
    }
    var identity: Int32 = 0
    for (key, text) in values where key.isIdentity {
      if key == .compatible {
        for (i, word) in facts.compatible.enumerated() where word.utf8.elementsEqual(text) {
          identity = max(identity, max(50 - Int32(i), 1))
        }
      } else if fits(key, text, facts) {
        identity = max(identity, 50)
      }
    }
    return identity == 0 ? nil : rank + identity
  }

  private func fits(_ key: Key, _ text: [UInt8], _ facts: MachineFacts) -> Bool {
    switch key {
    case .compatible: facts.compatible.contains { $0.utf8.elementsEqual(text) }
    case .model: facts.model.utf8.starts(with: text)
    case .product: facts.product.utf8.starts(with: text)
    case .architecture: facts.architecture.utf8.elementsEqual(text)
    case .framebuffer: facts.framebuffers.contains { $0.utf8.elementsEqual(text) }
    case .touch: facts.inputs.contains { Bytes.contains(Array($0.utf8), text) }
    case .screen: fitsScreen(text, facts)
    }
  }

  /// "DSI" or "DSI 800x480".
  private func fitsScreen(_ text: [UInt8], _ facts: MachineFacts) -> Bool {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let name = words.first else { return false }
    return facts.screens.contains { screen in
      screen.connector.utf8.starts(with: name) && (words.count < 2 || screen.mode.utf8.elementsEqual(words[1]))
    }
  }
}

/// Texts as bytes: comparing strings by characters would bring the whole of Unicode along.
enum Bytes {
  static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    if part.count > text.count { return false }
    for start in 0...(text.count - part.count) where text[start...].starts(with: part) { return true }
    return false
  }
}
