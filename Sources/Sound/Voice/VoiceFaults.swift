/// What keeps `star-voice` from speaking, as one line for the file that the kiosk reads.
package struct VoiceFaults {
  /// The kinds, the most important first.
  package enum Kind: Int, CaseIterable, Sendable { case sound, speech, language }

  private var messages = [String](repeating: "", count: Kind.allCases.count)

  package init() {}

  /// Sets what is wrong; an empty message if nothing is. Returns whether to log it: a fault that begins or ends. A fault that goes on with
  /// another message, such as a card that has failed and is now missing, is logged only once; another language is another fault.
  package mutating func set(_ kind: Kind, _ message: String) -> Bool {
    let before = messages[kind.rawValue]
    if before.utf8.elementsEqual(message.utf8) { return false }
    messages[kind.rawValue] = message
    return before.utf8.isEmpty || message.utf8.isEmpty || kind == .language
  }

  /// The most important message, or "ready".
  package var line: String { messages.first { !$0.utf8.isEmpty } ?? "ready" }
}
