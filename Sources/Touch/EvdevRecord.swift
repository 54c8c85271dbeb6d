/// One event as the kernel's evdev interface gives it (`struct input_event`), without a word size in it.
public struct EvdevRecord: Hashable, Sendable {
  /// Microseconds on the clock that the device was told to use.
  public var time: Int64
  /// An `EV_...` constant.
  public var type: UInt16
  /// A constant of that type: `SYN_...`, `BTN_...`, `ABS_...`.
  public var code: UInt16
  public var value: Int32

  @inlinable public init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

/// The kernel's constants (`linux/input-event-codes.h`) under the kernel's names, so that code and documentation can be
/// compared word by word. They stand in a namespace because the edges import the C header's too.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum Evdev {
  public static let EV_SYN: UInt16 = 0x00
  public static let EV_KEY: UInt16 = 0x01
  public static let EV_REL: UInt16 = 0x02
  public static let EV_ABS: UInt16 = 0x03

  public static let SYN_REPORT: UInt16 = 0
  public static let SYN_MT_REPORT: UInt16 = 2
  public static let SYN_DROPPED: UInt16 = 3

  /// The value of a SYN_REPORT that the kernel made itself (`input_dev_release_keys`); drivers send 0. It has no name
  /// there.
  public static let SYN_MADE_BY_KERNEL: Int32 = 1

  public static let INPUT_PROP_POINTER: UInt16 = 0x00
  public static let INPUT_PROP_DIRECT: UInt16 = 0x01
  public static let INPUT_PROP_BUTTONPAD: UInt16 = 0x02
  public static let INPUT_PROP_ACCELEROMETER: UInt16 = 0x06

  public static let KEY_ENTER: UInt16 = 28
  public static let KEY_A: UInt16 = 30
  public static let BTN_LEFT: UInt16 = 0x110
  public static let BTN_JOYSTICK: UInt16 = 0x120
  public static let BTN_GAMEPAD: UInt16 = 0x130
  public static let BTN_TOOL_PEN: UInt16 = 0x140
  public static let BTN_TOOL_RUBBER: UInt16 = 0x141
  public static let BTN_TOOL_FINGER: UInt16 = 0x145
  public static let BTN_TOUCH: UInt16 = 0x14a
  public static let BTN_STYLUS: UInt16 = 0x14b

  public static let REL_X: UInt16 = 0x00
  public static let REL_Y: UInt16 = 0x01

  public static let ABS_X: UInt16 = 0x00
  public static let ABS_Y: UInt16 = 0x01
  public static let ABS_PRESSURE: UInt16 = 0x18
  /// One below `ABS_MT_SLOT`, and never a real axis: a device that has it counts axes, not fingers.
  public static let ABS_RESERVED: UInt16 = 0x2e
  public static let ABS_MT_SLOT: UInt16 = 0x2f
  public static let ABS_MT_POSITION_X: UInt16 = 0x35
  public static let ABS_MT_POSITION_Y: UInt16 = 0x36
  public static let ABS_MT_TOOL_TYPE: UInt16 = 0x37
  public static let ABS_MT_TRACKING_ID: UInt16 = 0x39

  /// The value of `ABS_MT_TOOL_TYPE` for a palm.
  public static let MT_TOOL_PALM: Int32 = 2
}
