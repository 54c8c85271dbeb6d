/// One event of a device, as the kernel's evdev interface reports it (`struct input_event`), without its word size.
package struct EvdevRecord: Hashable, Sendable {
  /// Microseconds on the clock that the device was told to use.
  package var time: Int64
  /// An `EV_...` constant.
  package var type: UInt16
  /// A constant of that type: `SYN_...`, `BTN_...`, `ABS_...`.
  package var code: UInt16
  /// The new value of that code.
  package var value: Int32

  @inlinable package init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The constants of `linux/input-event-codes.h`, under their names there. They have a namespace because `EvdevTouch` also
/// imports the C header.
package enum Evdev {
  package static let EV_SYN: UInt16 = 0x00
  package static let EV_KEY: UInt16 = 0x01
  package static let EV_REL: UInt16 = 0x02
  package static let EV_ABS: UInt16 = 0x03

  package static let SYN_REPORT: UInt16 = 0
  package static let SYN_MT_REPORT: UInt16 = 2
  package static let SYN_DROPPED: UInt16 = 3
  /// The value of a SYN_REPORT that the kernel made itself (`input_dev_release_keys`); drivers send 0. The header has no
  /// name for it.
  package static let SYN_MADE_BY_KERNEL: Int32 = 1

  package static let INPUT_PROP_POINTER: UInt16 = 0x00
  package static let INPUT_PROP_DIRECT: UInt16 = 0x01
  package static let INPUT_PROP_BUTTONPAD: UInt16 = 0x02
  package static let INPUT_PROP_ACCELEROMETER: UInt16 = 0x06

  // The three rows of letters on a keyboard are Q to P, A to L and Z to M.
  package static let KEY_Q: UInt16 = 16
  package static let KEY_P: UInt16 = 25
  package static let KEY_ENTER: UInt16 = 28
  package static let KEY_A: UInt16 = 30
  package static let KEY_L: UInt16 = 38
  package static let KEY_Z: UInt16 = 44
  package static let KEY_M: UInt16 = 50
  package static let KEY_KP7: UInt16 = 71
  package static let KEY_KP8: UInt16 = 72
  package static let KEY_KP9: UInt16 = 73
  package static let KEY_KP4: UInt16 = 75
  package static let KEY_KP5: UInt16 = 76
  package static let KEY_KP6: UInt16 = 77
  package static let KEY_KP1: UInt16 = 79
  package static let KEY_KP2: UInt16 = 80
  package static let KEY_KP3: UInt16 = 81
  package static let KEY_KPENTER: UInt16 = 96
  package static let KEY_HOME: UInt16 = 102
  package static let KEY_UP: UInt16 = 103
  package static let KEY_PAGEUP: UInt16 = 104
  package static let KEY_LEFT: UInt16 = 105
  package static let KEY_RIGHT: UInt16 = 106
  package static let KEY_END: UInt16 = 107
  package static let KEY_DOWN: UInt16 = 108
  package static let KEY_PAGEDOWN: UInt16 = 109
  package static let KEY_OK: UInt16 = 0x160
  package static let KEY_SELECT: UInt16 = 0x161
  package static let BTN_LEFT: UInt16 = 0x110
  package static let BTN_JOYSTICK: UInt16 = 0x120
  package static let BTN_GAMEPAD: UInt16 = 0x130
  package static let BTN_TOOL_PEN: UInt16 = 0x140
  package static let BTN_TOOL_RUBBER: UInt16 = 0x141
  package static let BTN_TOOL_FINGER: UInt16 = 0x145
  package static let BTN_TOUCH: UInt16 = 0x14a
  package static let BTN_STYLUS: UInt16 = 0x14b

  package static let REL_X: UInt16 = 0x00
  package static let REL_Y: UInt16 = 0x01

  package static let ABS_X: UInt16 = 0x00
  package static let ABS_Y: UInt16 = 0x01
  package static let ABS_PRESSURE: UInt16 = 0x18
  /// One below `ABS_MT_SLOT`, and never a real axis: a device that has it numbers its axes, and has no slots.
  package static let ABS_RESERVED: UInt16 = 0x2e
  package static let ABS_MT_SLOT: UInt16 = 0x2f
  package static let ABS_MT_POSITION_X: UInt16 = 0x35
  package static let ABS_MT_POSITION_Y: UInt16 = 0x36
  package static let ABS_MT_TOOL_TYPE: UInt16 = 0x37
  package static let ABS_MT_TRACKING_ID: UInt16 = 0x39

  /// A value of `ABS_MT_TOOL_TYPE`.
  package static let MT_TOOL_PALM: Int32 = 2
}
