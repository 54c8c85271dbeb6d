import Touch

extension SettingsSchema {
  static let voiceKeys: [Key] = [
    Key(
      "voice", "no, on-demand, always", default: "no",
      "Whether the kiosk speaks, through the program star-voice: with on-demand, once a visitor plugs headphones in or presses "
        + "speech-key, until the visit ends. Everything on the screens is then said, and a keypad answers."
    ) { $1.choice([("no", .no), ("on-demand", .onDemand), ("always", .always)], into: &$0.settings.voice.mode) }
    .restart { keep(&$0.voice.mode, $1.voice.mode) },
    Key(
      "speech-key",
      "help, info, or the number of another key in linux/input-event-codes.h, 1 to \(KeypadKey.lastCode)",
      default: "help",
      "The key that starts speech and repeats what was said. The keys for volume, and those for rewind and fast forward or minus "
        + "and plus of a number pad, set volume and speed."
    ) { $1.write($1.speechKey, to: &$0.settings.voice.speechKey) }
    .restart { keep(&$0.voice.speechKey, $1.voice.speechKey) },
    .flag(
      "sounds", default: "no",
      "Whether star-voice sounds a tone when something is touched and when the visitor is thanked, also without speech."
    ) { $1.flag(into: &$0.settings.voice.sounds) }
    .restart { keep(&$0.voice.sounds, $1.voice.sounds) },
  ]
}

extension ValueParser {
  /// The code of the speech key; `nil` for the code of a key that does something else.
  fileprivate var speechKey: Int32? {
    if let named = choice([("help", KeypadKey.helpCode), ("info", KeypadKey.infoCode)]) { return named }
    return whole(1...KeypadKey.lastCode).flatMap { KeypadKey(code: $0) == nil ? $0 : nil }
  }
}
