import CInputEvents
import StarSlider

extension Key {
  /// Creates the key for a code; `nil` for all other codes. The digits of a number pad act as its arrows: evdev does not report the state
  /// of NumLock, and a rating needs no numbers.
  package init?(code: Int32) {
    switch code {
    case KEY_LEFT, KEY_KP4: self = .left
    case KEY_RIGHT, KEY_KP6: self = .right
    case KEY_UP, KEY_KP8: self = .up
    case KEY_DOWN, KEY_KP2: self = .down
    case KEY_PAGEUP, KEY_KP9: self = .pageUp
    case KEY_PAGEDOWN, KEY_KP3: self = .pageDown
    case KEY_HOME, KEY_KP7: self = .home
    case KEY_END, KEY_KP1: self = .end
    case KEY_ENTER, KEY_KP5, KEY_KPENTER, KEY_OK, KEY_SELECT: self = .enter
    default: return nil
    }
  }

}

/// Whether a device can serve as a keypad.
package enum KeypadVerdict: Hashable, Sendable {
  /// It has arrows and enter, or previous, next and enter.
  case keypad
  /// It also has letters, so other programs may need it.
  case keyboard
  /// Some keys are missing, or it is a touchscreen.
  case refused
}

extension DeviceDescription {
  /// Whether the device has keys that programs react to, apart from the buttons of pointers and gamepads. A touchscreen may have keys such
  /// as "home", but none that trigger SysRq or switch consoles.
  package var hasKeyboardKeys: Bool {
    if case .accepted = verdict, !has(key: KEY_LEFTALT) && !has(key: KEY_RIGHTALT) { return false }
    return (1..<BitTable<12>.capacity).contains { has(key: $0) && !(BTN_MISC..<KEY_OK).contains($0) }
  }

  /// Whether the device is a keypad: it has four arrows and an enter, or previous, next and enter, each with any of its codes. The first
  /// matching row decides:
  ///
  /// ```
  /// a touchscreen (`verdict`)          refused: one device cannot be grabbed twice
  /// no enter                           refused
  /// an arrow, and previous or next
  /// are missing                        refused
  /// all letters from A to Z            keyboard
  /// any other                          keypad
  /// ```
  package var keypadVerdict: KeypadVerdict {
    if case .accepted = verdict { return .refused }
    let found = (0..<BitTable<12>.capacity).compactMap { has(key: $0) ? KeypadKey(code: $0) : nil }
    let arrows: [KeypadKey] = [.control(.left), .control(.right), .control(.up), .control(.down)]
    let isComplete = arrows.allSatisfy { found.contains($0) } || found.contains(.previous) && found.contains(.next)
    if !isComplete || !found.contains(.control(.enter)) { return .refused }
    // The three rows of letters.
    for row in [KEY_Q...KEY_P, KEY_A...KEY_L, KEY_Z...KEY_M] where !row.allSatisfy({ has(key: $0) }) { return .keypad }
    return .keyboard
  }
}
