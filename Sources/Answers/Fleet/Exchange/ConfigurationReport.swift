/// The outcome of the newest remote configuration, and which one is in effect: a file with one field per line.
package struct ConfigurationReport: Sendable {
  package enum State: Hashable, Sendable, CaseIterable {
    /// No message has been handled yet.
    case none
    /// It has no errors, and waits until the kiosk is idle.
    case waiting
    case accepted
    case refused
    case rolledBack

    package var name: StaticString {
      switch self {
      case .none: "none"
      case .waiting: "waiting"
      case .accepted: "accepted"
      case .refused: "refused"
      case .rolledBack: "rolled_back"
      }
    }
  }

  package var state = State.none
  /// The configuration that `state` is about; `nil` if the message was malformed.
  package var version: ConfigurationVersion?
  /// The configuration in effect; `nil` for the kiosk's own file.
  package var current: ConfigurationVersion?
  /// Errors and warnings, one line each.
  package var diagnostics: [String] = []

  /// The maximum number of reported diagnostics, and the maximum length of each in bytes.
  package static var mostDiagnostics: Int { 50 }
  package static var longestDiagnostic: Int { 500 }

  package init() {}

  /// Parses a file that `text` returned. Ignores malformed lines.
  @export(interface) package init(_ file: [UInt8]) {
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      if words.count != 2 { continue }
      if words[0].elementsEqual("state".utf8) {
        state = State.allCases.first { "\($0.name)".utf8.elementsEqual(words[1]) } ?? .none
      } else if words[0].elementsEqual("version".utf8) {
        version = ConfigurationVersion(line: words[1])
      } else if words[0].elementsEqual("current".utf8) {
        current = ConfigurationVersion(line: words[1])
      } else if words[0].elementsEqual("diagnostic".utf8) {
        add(String(decoding: Array(words[1]), as: UTF8.self))
      }
    }
  }

  /// Adds a diagnostic, unless there are too many.
  package mutating func add(_ diagnostic: String) {
    if diagnostics.count == Self.mostDiagnostics { return }
    // Drops a character that the limit cuts in two.
    var bytes = Array(diagnostic.utf8.prefix(Self.longestDiagnostic))
    if diagnostic.utf8.count > bytes.count { while let last = bytes.popLast(), last & 0xc0 == 0x80 {} }
    diagnostics.append(String(decoding: bytes, as: UTF8.self))
  }

  /// The content of the file.
  package var text: [UInt8] {
    var text = "state \(state.name)\n"
    if let version { text += "version " + version.line + "\n" }
    if let current { text += "current " + current.line + "\n" }
    for diagnostic in diagnostics { text += "diagnostic " + diagnostic + "\n" }
    return Array(text.utf8)
  }
}
