/// A record of the messages that a kiosk has handled, which keeps it from handling one twice. Each public key has its own ledger, so a key
/// that is used again later finds its old entries.
package struct Ledger: Sendable {
  package let key: PublicKey
  /// The newest configuration of each target that was handled, accepted or not.
  package private(set) var seen: [ConfigurationVersion] = []
  /// The counter of the newest command that was carried out.
  package private(set) var command: Int64 = 0

  package enum Verdict: Hashable, Sendable {
    case new
    /// It was already handled. Brokers deliver some messages more than once.
    case known
    case older
  }

  /// The maximum number of targets in the ledger.
  private static var most: Int { 32 }

  package init(key: PublicKey) { self.key = key }

  /// Parses a file that `text` returned; `nil` if it is invalid or belongs to another key.
  @export(interface) package init?(_ file: [UInt8], key: PublicKey) {
    self.init(key: key)
    let lines = file.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual(("key " + key.text).utf8) else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      if words.count != 2 { return nil }
      if words[0].elementsEqual("seen".utf8), let version = ConfigurationVersion(line: words[1]), seen.count < Self.most
      {
        seen.append(version)
      } else if words[0].elementsEqual("command".utf8), let counter = SignedMessage.number(words[1]) {
        command = counter
      } else {
        return nil
      }
    }
  }

  /// The content of the file.
  package var text: [UInt8] {
    var text = "key " + key.text + "\n"
    for version in seen { text += "seen " + version.line + "\n" }
    return Array((text + "command \(command)\n").utf8)
  }

  /// - Parameter current: The configuration in effect, unless it is the kiosk's own file.
  package func judge(_ version: ConfigurationVersion, current: ConfigurationVersion?) -> Verdict {
    if seen.contains(version) { return .known }
    if !isNew(version) { return .older }
    // A message for a group may be older than the one for the kiosk, and vice versa.
    if let current, version.counter <= current.counter { return version == current ? .known : .older }
    return .new
  }

  /// Whether a configuration is newer than all handled ones of its target.
  func isNew(_ version: ConfigurationVersion) -> Bool {
    !seen.contains { $0.target == version.target && $0.counter >= version.counter }
  }

  package mutating func note(_ version: ConfigurationVersion) {
    seen.removeAll { $0.target == version.target }
    if seen.count == Self.most { seen.removeFirst() }
    seen.append(version)
  }

  /// Records that a command is carried out. The counter never falls.
  package mutating func note(command counter: Int64) { command = max(command, counter) }
}
