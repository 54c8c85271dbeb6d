import CInputEvents
import StarSlider

/// A key of a keypad: one that the stars know, one of a keypad with four keys, or one for speech.
package enum KeypadKey: Hashable, Sendable {
  case control(Key)
  /// Moves to the previous or the next value or button.
  case previous, next
  /// Leads to the button that starts over.
  case back
  /// Starts speech, and repeats what was said.
  case speech
  case louder, quieter
  case faster, slower

  /// The codes of the speech keys that have a name in the configuration.
  package static var helpCode: Int32 { KEY_HELP }
  package static var infoCode: Int32 { KEY_INFO }
  /// The highest code of a key.
  package static var lastCode: Int32 { 767 }

  /// Creates the key for a code, except the speech key, whose code is configured; `nil` for all other codes.
  package init?(code: Int32) {
    if let key = Key(code: code) {
      self = .control(key)
      return
    }
    switch code {
    case KEY_PREVIOUS, KEY_PREVIOUSSONG: self = .previous
    case KEY_NEXT, KEY_NEXTSONG: self = .next
    case KEY_BACK: self = .back
    case KEY_VOLUMEUP: self = .louder
    case KEY_VOLUMEDOWN: self = .quieter
    case KEY_FASTFORWARD, KEY_KPPLUS: self = .faster
    case KEY_REWIND, KEY_KPMINUS: self = .slower
    default: return nil
    }
  }

  /// Whether the key only concerns what is heard.
  package var isOfSpeech: Bool {
    switch self {
    case .control, .previous, .next, .back: false
    case .speech, .louder, .quieter, .faster, .slower: true
    }
  }

  /// Whether a key that is held counts again and again, if the configuration permits it.
  private var repeats: Bool {
    switch self {
    case .control(let key): key != .enter
    case .previous, .next: true
    case .back, .speech, .louder, .quieter, .faster, .slower: false
    }
  }

  /// Creates the key that a record reports as pressed (value 1) or repeated (2); `nil` for all other records. Repeats of enter are ignored,
  /// so that holding it down does not also confirm the next screen.
  ///
  /// - Parameter speechKey: The code of the speech key; `nil` if keys for speech have no effect.
  package init?(press record: EvdevRecord, speechKey: Int32?) {
    guard record.type == EV_KEY, record.value == 1 || record.value == 2 else { return nil }
    guard let key = record.code == speechKey ? .speech : KeypadKey(code: record.code) else { return nil }
    if key.isOfSpeech && speechKey == nil || record.value == 2 && !key.repeats { return nil }
    self = key
  }
}

extension DeviceDescription {
  /// Whether the device has the speech key, or one for the volume.
  package func hasSpeechKeys(_ speechKey: Int32) -> Bool {
    if case .accepted = verdict { return false }
    return has(key: speechKey) || has(key: KEY_VOLUMEUP) || has(key: KEY_VOLUMEDOWN)
  }
}
