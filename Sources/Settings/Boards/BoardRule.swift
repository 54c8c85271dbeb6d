/// The machines that a profile is for: at least one identity must match, and every other key that the profile has.
///
/// | key | matches |
/// | --- | --- |
/// | `compatible` | a word in the `compatible` of the device tree's root |
/// | `model` | a prefix of the device tree's `model` |
/// | `product` | a prefix of the DMI product name |
/// | `architecture` | uname's machine |
/// | `screen` | a prefix of the name of a connector with a screen and, if a mode is given, the screen's preferred mode |
/// | `framebuffer` | the driver of a framebuffer |
/// | `touch` | a part of an input device's name |
///
/// The first three are identities. If a key has several values, one of them must match.
package struct BoardRule: Sendable {
  /// The raw value is the name in the file.
  package enum Key: String, CaseIterable, Sendable {
    case compatible, model, product, architecture, screen, framebuffer, touch

    var isIdentity: Bool { [.compatible, .model, .product].contains(self) }
  }

  /// The values in the order of the file.
  var values: [(key: Key, text: [UInt8])] = []

  /// Adds a line. Its words are separate values for keys whose values have no spaces.
  mutating func add(_ key: Key, _ text: String) {
    switch key {
    case .compatible, .architecture, .framebuffer:
      for word in text.utf8.split(separator: UInt8(ascii: " ")) { values.append((key, Array(word))) }
    case .model, .product, .screen, .touch: values.append((key, Array(text.utf8)))
    }
  }

  var hasIdentity: Bool { values.contains { $0.key.isIdentity } }

  /// Returns how specifically the rule matches a machine, from 1; `nil` if it does not match.
  ///
  /// Every key that is not an identity adds 100; the identity adds up to 50, and less for a later word of `compatible`.
  package func rank(on facts: MachineFacts) -> Int32? {
    var rank: Int32 = 0
    for key in Key.allCases where !key.isIdentity {
      let own = values.filter { $0.key == key }
      if own.isEmpty { continue }
      if !own.contains(where: { matches($0.key, $0.text, facts) }) { return nil }
      rank += 100
    }
    var identity: Int32 = 0
    for (key, text) in values where key.isIdentity {
      if key == .compatible {
        for (i, word) in facts.compatible.enumerated() where word.utf8.elementsEqual(text) {
          identity = max(identity, max(50 - Int32(i), 1))
        }
      } else if matches(key, text, facts) {
        identity = max(identity, 50)
      }
    }
    return identity == 0 ? nil : rank + identity
  }

  private func matches(_ key: Key, _ text: [UInt8], _ facts: MachineFacts) -> Bool {
    switch key {
    case .compatible: facts.compatible.contains { $0.utf8.elementsEqual(text) }
    case .model: facts.model.utf8.starts(with: text)
    case .product: facts.product.utf8.starts(with: text)
    case .architecture: facts.architecture.utf8.elementsEqual(text)
    case .framebuffer: facts.framebuffers.contains { $0.utf8.elementsEqual(text) }
    case .touch: facts.inputs.contains { contains(Array($0.utf8), text) }
    case .screen: matchesScreen(text, facts)
    }
  }

  /// Matches "DSI" or "DSI 800x480".
  private func matchesScreen(_ text: [UInt8], _ facts: MachineFacts) -> Bool {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let name = words.first else { return false }
    return facts.screens.contains { screen in
      screen.connector.utf8.starts(with: name) && (words.count < 2 || screen.mode.utf8.elementsEqual(words[1]))
    }
  }
}
