/// One event as the kernel's evdev interface gives it (`struct input_event`), without a word size in it.
public struct EvdevRecord: Hashable, Sendable {
  /// Microseconds on the clock that the device was told to use.
  public var time: Int64
  /// An `EV_...` constant.
  public var type: UInt16
  /// A constant of that type: `SYN_...`, `BTN_...`, `ABS_...`.
  public var code: UInt16
  /// What the code has now.
  public var value: Int32

  /// A record from its parts.
  @inlinable public init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The kernel's constants (`linux/input-event-codes.h`) under the kernel's names, so that code and documentation can be
/// compared word by word. They stand in a namespace because the edges import the C header's too.
public enum Evdev {
  /// Records that structure the others.
  public static let EV_SYN: UInt16 = 0x00
  /// Keys and buttons.
  public static let EV_KEY: UInt16 = 0x01
  /// Relative axes.
  public static let EV_REL: UInt16 = 0x02
  /// Absolute axes.
  public static let EV_ABS: UInt16 = 0x03

  /// All of a moment was said.
  public static let SYN_REPORT: UInt16 = 0
  /// All of one finger was said (type A).
  public static let SYN_MT_REPORT: UInt16 = 2
  /// Records were lost.
  public static let SYN_DROPPED: UInt16 = 3

  /// The value of a SYN_REPORT that the kernel made itself (`input_dev_release_keys`); drivers send 0. It has no name
  /// there.
  public static let SYN_MADE_BY_KERNEL: Int32 = 1

  /// Needs a pointer on the screen, as a mouse does.
  public static let INPUT_PROP_POINTER: UInt16 = 0x00
  /// Is touched where the picture is.
  public static let INPUT_PROP_DIRECT: UInt16 = 0x01
  /// A pad with a button under it.
  public static let INPUT_PROP_BUTTONPAD: UInt16 = 0x02
  /// Axes are of acceleration.
  public static let INPUT_PROP_ACCELEROMETER: UInt16 = 0x06

  /// A keyboard's upper row of letters, from here ...
  public static let KEY_Q: UInt16 = 16
  /// ... to here.
  public static let KEY_P: UInt16 = 25
  /// The enter key.
  public static let KEY_ENTER: UInt16 = 28
  /// The middle row of letters, from here ...
  public static let KEY_A: UInt16 = 30
  /// ... to here.
  public static let KEY_L: UInt16 = 38
  /// The lower row of letters, from here ...
  public static let KEY_Z: UInt16 = 44
  /// ... to here.
  public static let KEY_M: UInt16 = 50
  /// A number pad's home.
  public static let KEY_KP7: UInt16 = 71
  /// A number pad's up.
  public static let KEY_KP8: UInt16 = 72
  /// A number pad's page up.
  public static let KEY_KP9: UInt16 = 73
  /// A number pad's left.
  public static let KEY_KP4: UInt16 = 75
  /// A number pad's middle.
  public static let KEY_KP5: UInt16 = 76
  /// A number pad's right.
  public static let KEY_KP6: UInt16 = 77
  /// A number pad's end.
  public static let KEY_KP1: UInt16 = 79
  /// A number pad's down.
  public static let KEY_KP2: UInt16 = 80
  /// A number pad's page down.
  public static let KEY_KP3: UInt16 = 81
  /// A number pad's enter.
  public static let KEY_KPENTER: UInt16 = 96
  /// To the beginning.
  public static let KEY_HOME: UInt16 = 102
  /// An arrow.
  public static let KEY_UP: UInt16 = 103
  /// Back by a lot.
  public static let KEY_PAGEUP: UInt16 = 104
  /// An arrow.
  public static let KEY_LEFT: UInt16 = 105
  /// An arrow.
  public static let KEY_RIGHT: UInt16 = 106
  /// To the end.
  public static let KEY_END: UInt16 = 107
  /// An arrow.
  public static let KEY_DOWN: UInt16 = 108
  /// On by a lot.
  public static let KEY_PAGEDOWN: UInt16 = 109
  /// The button in the middle of a pad of arrows, by one name ...
  public static let KEY_OK: UInt16 = 0x160
  /// ... and by another.
  public static let KEY_SELECT: UInt16 = 0x161
  /// A mouse's left button.
  public static let BTN_LEFT: UInt16 = 0x110
  /// A joystick's first button.
  public static let BTN_JOYSTICK: UInt16 = 0x120
  /// A gamepad's first button.
  public static let BTN_GAMEPAD: UInt16 = 0x130
  /// A pen is near.
  public static let BTN_TOOL_PEN: UInt16 = 0x140
  /// A pen's rubber is near.
  public static let BTN_TOOL_RUBBER: UInt16 = 0x141
  /// A finger is near.
  public static let BTN_TOOL_FINGER: UInt16 = 0x145
  /// Something touches.
  public static let BTN_TOUCH: UInt16 = 0x14a
  /// A button on a pen.
  public static let BTN_STYLUS: UInt16 = 0x14b

  /// A mouse's movement.
  public static let REL_X: UInt16 = 0x00
  /// A mouse's movement.
  public static let REL_Y: UInt16 = 0x01

  /// One finger's position.
  public static let ABS_X: UInt16 = 0x00
  /// One finger's position.
  public static let ABS_Y: UInt16 = 0x01
  /// One finger's pressure.
  public static let ABS_PRESSURE: UInt16 = 0x18
  /// One below `ABS_MT_SLOT`, and never a real axis: a device that has it counts axes, not fingers.
  public static let ABS_RESERVED: UInt16 = 0x2e
  /// Which finger the next records are about.
  public static let ABS_MT_SLOT: UInt16 = 0x2f
  /// A finger's position.
  public static let ABS_MT_POSITION_X: UInt16 = 0x35
  /// A finger's position.
  public static let ABS_MT_POSITION_Y: UInt16 = 0x36
  /// Finger, pen or palm.
  public static let ABS_MT_TOOL_TYPE: UInt16 = 0x37
  /// Which finger it is; -1 for one that was lifted.
  public static let ABS_MT_TRACKING_ID: UInt16 = 0x39

  /// The value of `ABS_MT_TOOL_TYPE` for a palm.
  public static let MT_TOOL_PALM: Int32 = 2
}
