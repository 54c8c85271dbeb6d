/// One event as the kernel's evdev interface gives it (`struct input_event`), without a word size in it.
package struct EvdevRecord: Hashable, Sendable {
  /// Microseconds on the clock that the device was told to use.
  package var time: Int64
  /// An `EV_...` constant.
  package var type: UInt16
  /// A constant of that type: `SYN_...`, `BTN_...`, `ABS_...`.
  package var code: UInt16
  /// What the code has now.
  package var value: Int32

  /// A record from its parts.
  @inlinable package init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The kernel's constants (`linux/input-event-codes.h`) under the kernel's names, so that code and documentation can be
/// compared word by word. They stand in a namespace because the edges import the C header's too.
package enum Evdev {
  /// Records that structure the others.
  package static let EV_SYN: UInt16 = 0x00
  /// Keys and buttons.
  package static let EV_KEY: UInt16 = 0x01
  /// Relative axes.
  package static let EV_REL: UInt16 = 0x02
  /// Absolute axes.
  package static let EV_ABS: UInt16 = 0x03

  /// All of a moment was said.
  package static let SYN_REPORT: UInt16 = 0
  /// All of one finger was said (type A).
  package static let SYN_MT_REPORT: UInt16 = 2
  /// Records were lost.
  package static let SYN_DROPPED: UInt16 = 3

  /// The value of a SYN_REPORT that the kernel made itself (`input_dev_release_keys`); drivers send 0. It has no name
  /// there.
  package static let SYN_MADE_BY_KERNEL: Int32 = 1

  /// Needs a pointer on the screen, as a mouse does.
  package static let INPUT_PROP_POINTER: UInt16 = 0x00
  /// Is touched where the picture is.
  package static let INPUT_PROP_DIRECT: UInt16 = 0x01
  /// A pad with a button under it.
  package static let INPUT_PROP_BUTTONPAD: UInt16 = 0x02
  /// Axes are of acceleration.
  package static let INPUT_PROP_ACCELEROMETER: UInt16 = 0x06

  /// A keyboard's upper row of letters, from here ...
  package static let KEY_Q: UInt16 = 16
  /// ... to here.
  package static let KEY_P: UInt16 = 25
  /// The enter key.
  package static let KEY_ENTER: UInt16 = 28
  /// The middle row of letters, from here ...
  package static let KEY_A: UInt16 = 30
  /// ... to here.
  package static let KEY_L: UInt16 = 38
  /// The lower row of letters, from here ...
  package static let KEY_Z: UInt16 = 44
  /// ... to here.
  package static let KEY_M: UInt16 = 50
  /// A number pad's home.
  package static let KEY_KP7: UInt16 = 71
  /// A number pad's up.
  package static let KEY_KP8: UInt16 = 72
  /// A number pad's page up.
  package static let KEY_KP9: UInt16 = 73
  /// A number pad's left.
  package static let KEY_KP4: UInt16 = 75
  /// A number pad's middle.
  package static let KEY_KP5: UInt16 = 76
  /// A number pad's right.
  package static let KEY_KP6: UInt16 = 77
  /// A number pad's end.
  package static let KEY_KP1: UInt16 = 79
  /// A number pad's down.
  package static let KEY_KP2: UInt16 = 80
  /// A number pad's page down.
  package static let KEY_KP3: UInt16 = 81
  /// A number pad's enter.
  package static let KEY_KPENTER: UInt16 = 96
  /// To the beginning.
  package static let KEY_HOME: UInt16 = 102
  /// An arrow.
  package static let KEY_UP: UInt16 = 103
  /// Back by a lot.
  package static let KEY_PAGEUP: UInt16 = 104
  /// An arrow.
  package static let KEY_LEFT: UInt16 = 105
  /// An arrow.
  package static let KEY_RIGHT: UInt16 = 106
  /// To the end.
  package static let KEY_END: UInt16 = 107
  /// An arrow.
  package static let KEY_DOWN: UInt16 = 108
  /// On by a lot.
  package static let KEY_PAGEDOWN: UInt16 = 109
  /// The button in the middle of a pad of arrows, by one name ...
  package static let KEY_OK: UInt16 = 0x160
  /// ... and by another.
  package static let KEY_SELECT: UInt16 = 0x161
  /// A mouse's left button.
  package static let BTN_LEFT: UInt16 = 0x110
  /// A joystick's first button.
  package static let BTN_JOYSTICK: UInt16 = 0x120
  /// A gamepad's first button.
  package static let BTN_GAMEPAD: UInt16 = 0x130
  /// A pen is near.
  package static let BTN_TOOL_PEN: UInt16 = 0x140
  /// A pen's rubber is near.
  package static let BTN_TOOL_RUBBER: UInt16 = 0x141
  /// A finger is near.
  package static let BTN_TOOL_FINGER: UInt16 = 0x145
  /// Something touches.
  package static let BTN_TOUCH: UInt16 = 0x14a
  /// A button on a pen.
  package static let BTN_STYLUS: UInt16 = 0x14b

  /// A mouse's movement.
  package static let REL_X: UInt16 = 0x00
  /// A mouse's movement.
  package static let REL_Y: UInt16 = 0x01

  /// One finger's position.
  package static let ABS_X: UInt16 = 0x00
  /// One finger's position.
  package static let ABS_Y: UInt16 = 0x01
  /// One finger's pressure.
  package static let ABS_PRESSURE: UInt16 = 0x18
  /// One below `ABS_MT_SLOT`, and never a real axis: a device that has it counts axes, not fingers.
  package static let ABS_RESERVED: UInt16 = 0x2e
  /// Which finger the next records are about.
  package static let ABS_MT_SLOT: UInt16 = 0x2f
  /// A finger's position.
  package static let ABS_MT_POSITION_X: UInt16 = 0x35
  /// A finger's position.
  package static let ABS_MT_POSITION_Y: UInt16 = 0x36
  /// Finger, pen or palm.
  package static let ABS_MT_TOOL_TYPE: UInt16 = 0x37
  /// Which finger it is; -1 for one that was lifted.
  package static let ABS_MT_TRACKING_ID: UInt16 = 0x39

  /// The value of `ABS_MT_TOOL_TYPE` for a palm.
  package static let MT_TOOL_PALM: Int32 = 2
}
