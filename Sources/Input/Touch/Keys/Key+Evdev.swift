import Rating

extension Key {
  /// Creates the key with a code; `nil` for all other codes.
  ///
  /// ```
  /// left      KEY_LEFT      KEY_KP4
  /// right     KEY_RIGHT     KEY_KP6
  /// up        KEY_UP        KEY_KP8
  /// down      KEY_DOWN      KEY_KP2
  /// pageUp    KEY_PAGEUP    KEY_KP9
  /// pageDown  KEY_PAGEDOWN  KEY_KP3
  /// home      KEY_HOME      KEY_KP7
  /// end       KEY_END       KEY_KP1
  /// enter     KEY_ENTER     KEY_KP5     KEY_KPENTER  KEY_OK  KEY_SELECT
  /// ```
  ///
  /// The digits of a number pad act as its arrows: evdev does not know NumLock, and a kiosk asks for no number.
  package init?(code: UInt16) {
    switch code {
    case Evdev.KEY_LEFT, Evdev.KEY_KP4: self = .left
    case Evdev.KEY_RIGHT, Evdev.KEY_KP6: self = .right
    case Evdev.KEY_UP, Evdev.KEY_KP8: self = .up
    case Evdev.KEY_DOWN, Evdev.KEY_KP2: self = .down
    case Evdev.KEY_PAGEUP, Evdev.KEY_KP9: self = .pageUp
    case Evdev.KEY_PAGEDOWN, Evdev.KEY_KP3: self = .pageDown
    case Evdev.KEY_HOME, Evdev.KEY_KP7: self = .home
    case Evdev.KEY_END, Evdev.KEY_KP1: self = .end
    case Evdev.KEY_ENTER, Evdev.KEY_KP5, Evdev.KEY_KPENTER, Evdev.KEY_OK, Evdev.KEY_SELECT: self = .enter
    default: return nil
    }
  }

  /// Creates the key that a record reports as pressed; `nil` for all other records.
  ///
  /// ```
  /// value          enter    the others
  /// 0  released    -        -
  /// 1  pressed     press    press
  /// 2  repeated    -        press
  /// ```
  ///
  /// Repeats of enter are ignored, so that holding it does not also confirm the next screen.
  package init?(press record: EvdevRecord) {
    guard record.type == Evdev.EV_KEY, record.value == 1 || record.value == 2, let key = Key(code: record.code)
    else { return nil }
    if record.value == 2 && key == .enter { return nil }
    self = key
  }
}

/// Whether a device can serve as a keypad.
package enum KeypadVerdict: Hashable, Sendable {
  /// It has arrows and enter.
  case keypad
  /// It also has letters: other programs may need it.
  case keyboard
  /// Some keys are missing, or it is a touchscreen.
  case refused
}

extension DeviceDescription {
  /// Whether the device is a keypad: it has four arrows and an enter, each with any of its codes. The first matching row
  /// decides:
  ///
  /// ```
  /// a touchscreen (`verdict`)          refused: one device cannot be grabbed twice
  /// an arrow or enter is missing       refused
  /// all letters from A to Z            keyboard
  /// any other                          keypad
  /// ```
  package var keypadVerdict: KeypadVerdict {
    if case .accepted = verdict { return .refused }
    var found = (left: false, right: false, up: false, down: false, enter: false)
    for code in 0..<UInt16(BitTable<12>.capacity) where has(key: code) {
      switch Key(code: code) {
      case .left: found.left = true
      case .right: found.right = true
      case .up: found.up = true
      case .down: found.down = true
      case .enter: found.enter = true
      default: break
      }
    }
    if found != (true, true, true, true, true) { return .refused }
    return hasAlphabet ? .keyboard : .keypad
  }

  private var hasAlphabet: Bool {
    for row in [Evdev.KEY_Q...Evdev.KEY_P, Evdev.KEY_A...Evdev.KEY_L, Evdev.KEY_Z...Evdev.KEY_M] {
      for code in row where !has(key: code) { return false }
    }
    return true
  }
}
