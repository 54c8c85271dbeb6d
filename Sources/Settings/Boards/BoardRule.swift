/// The rule that decides which machines a profile matches. At least one of its identities must match, and so must each of its
/// other keys.
///
/// | key | matches |
/// | --- | --- |
/// | `compatible` | a word in the `compatible` of the device tree's root |
/// | `model` | a prefix of the device tree's `model`, at least its first word |
/// | `product` | a prefix of the DMI product name, at least its first word |
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

  /// Adds the values of a line. If the key's values contain no spaces, each word of the line is a value.
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
  /// Every key that is not an identity adds 100. The identity adds up to 50: the later the matching word in the machine's `compatible`, the
  /// less it adds.
  package func rank(on facts: MachineFacts) -> Int32? {
    var (rank, identity): (Int32, Int32) = (0, 0)
    for key in Key.allCases {
      let ranks = values.filter { $0.key == key }.map { self.rank(key, $0.text, facts) }
      guard let best = ranks.max() else { continue }
      if key.isIdentity { identity = max(identity, best) } else if best == 0 { return nil } else { rank += best }
    }
    return identity == 0 ? nil : rank + identity
  }

  /// Returns the rank of one value; 0 if it does not match.
  private func rank(_ key: Key, _ text: [UInt8], _ facts: MachineFacts) -> Int32 {
    switch key {
    case .compatible:
      let index = facts.compatible.firstIndex { $0.utf8.elementsEqual(text) }
      return index.map { max(50 - Int32($0), 1) } ?? 0
    case .model: return begins(facts.model, with: text) ? 50 : 0
    case .product: return begins(facts.product, with: text) ? 50 : 0
    case .architecture: return facts.architecture.utf8.elementsEqual(text) ? 100 : 0
    case .framebuffer: return facts.framebuffers.contains { $0.utf8.elementsEqual(text) } ? 100 : 0
    case .touch: return facts.inputs.contains { contains(Array($0.utf8), text) } ? 100 : 0
    case .screen: return matchesScreen(text, facts) ? 100 : 0
    }
  }

  private func begins(_ name: String, with text: [UInt8]) -> Bool {
    text.count >= firstWord(name).count && name.utf8.starts(with: text)
  }

  /// Whether a text such as "DSI" or "DSI 800x480" matches a screen.
  private func matchesScreen(_ text: [UInt8], _ facts: MachineFacts) -> Bool {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let name = words.first else { return false }
    return facts.screens.contains { screen in
      screen.connector.utf8.starts(with: name) && (words.count < 2 || screen.mode.utf8.elementsEqual(words[1]))
    }
  }
}
