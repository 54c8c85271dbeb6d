import Touch

/// What visitors hear, spoken by star-voice: the section `[voice]`.
package struct VoiceSettings: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    case no
    /// Once headphones are plugged in or the speech key is pressed, until the visit ends.
    case onDemand
    case always
  }

  package var mode = Mode.no
  /// The code of the key that starts speech and repeats what was said.
  package var speechKey = KeypadKey.helpCode
  /// Whether touches and the thank-you screen have a tone, also without speech.
  package var sounds = false

  package init() {}
}
