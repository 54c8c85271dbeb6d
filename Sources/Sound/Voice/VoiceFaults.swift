/// What keeps `star-voice` from speaking, as one line for the file that the kiosk reads.
package struct VoiceFaults {
  /// The kinds, the most important first.
  package enum Kind: Int, CaseIterable, Sendable { case sound, speech, language }

  private var messages = [String](repeating: "", count: Kind.allCases.count)

  package init() {}

  /// Sets what is wrong; an empty message if nothing is. Returns whether that differs from before.
  package mutating func set(_ kind: Kind, _ message: String) -> Bool {
    if messages[kind.rawValue].utf8.elementsEqual(message.utf8) { return false }
    messages[kind.rawValue] = message
    return true
  }

  /// The most important message, or "ready".
  package var line: String { messages.first { !$0.utf8.isEmpty } ?? "ready" }
}
