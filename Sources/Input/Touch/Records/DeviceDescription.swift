import CInputEvents
import StarSlider

/// The identity and the capabilities of an input device, read by libevdev or from a recording.
package struct DeviceDescription: Sendable {
  /// The name that the device reports.
  package var name = ""
  /// The physical location, such as "usb-0000:00:14.0-2/input0"; empty if unknown.
  package var place = ""
  /// The bus, a `BUS_...` constant.
  package var bus: UInt16 = 0
  package var vendor: UInt16 = 0
  package var product: UInt16 = 0
  package var version: UInt16 = 0

  /// The properties, `INPUT_PROP_...`.
  package var properties = BitTable<1>()
  /// The event types, `EV_...`.
  package var types = BitTable<1>()
  /// The keys and buttons, `KEY_...` and `BTN_...`.
  package var keys = BitTable<12>()
  /// The relative axes, `REL_...`.
  package var relativeAxes = BitTable<1>()
  /// The absolute axes, `ABS_...`.
  package var absoluteAxes = BitTable<1>()
  /// udev's ID_INPUT_TOUCHSCREEN: whether its rules classify the device as a touchscreen; `nil` if the property is not set.
  package var udevTouchscreen: Bool?

  private var axes = InlineArray<64, AxisInfo>(repeating: AxisInfo())

  package init() {}

  /// The range of an absolute axis; zeros if the device does not have it. Codes above 63 are ignored.
  package subscript(axis code: Int32) -> AxisInfo {
    get { 0..<64 ~= code ? axes[Int(code)] : AxisInfo() }
    set { if 0..<64 ~= code { axes[Int(code)] = newValue } }
  }

  package func has(property: Int32) -> Bool { properties[bit: property] }
  package func has(key: Int32) -> Bool { keys[bit: key] }
  package func has(absolute code: Int32) -> Bool { absoluteAxes[bit: code] }
  package func has(relative code: Int32) -> Bool { relativeAxes[bit: code] }

  /// The button that is down while a finger touches. It is BTN_TOUCH, or another button of a device without BTN_TOUCH, such as an absolute
  /// mouse. `nil` if there is none.
  package var touchKey: Int32? {
    if isMultitouch { return has(key: BTN_TOUCH) ? BTN_TOUCH : nil }
    for code in [BTN_TOUCH, BTN_LEFT, BTN_0] where has(key: code) { return code }
    if has(absolute: ABS_PRESSURE) { return nil }
    for code in [BTN_TOOL_FINGER, BTN_TOOL_PEN] where has(key: code) { return code }
    return nil
  }

  /// Returns the bit for a tool in `DeviceState.tools`, or `nil` for other buttons.
  package static func toolBit(of code: Int32) -> UInt16? {
    if code < BTN_TOOL_PEN || code > BTN_TOOL_QUADTAP || code == BTN_TOUCH { return nil }
    return code == BTN_STYLUS || code == BTN_STYLUS2 || code == BTN_TOOL_PEN + 9
      ? nil : 1 << UInt16(code - BTN_TOOL_PEN)
  }

  /// Whether the device reports a position for each finger. Joysticks with very many axes have these codes by accident. They also have
  /// `ABS_RESERVED`, the code below `ABS_MT_SLOT`, which libevdev checks as well.
  package var isMultitouch: Bool {
    has(absolute: ABS_MT_POSITION_X) && has(absolute: ABS_MT_POSITION_Y)
      && !has(absolute: ABS_RESERVED)
  }

  /// The axes that carry positions under a protocol, in the units of `ContactTracker`'s events.
  package func positionAxes(_ contactProtocol: ContactProtocol) -> (x: AxisInfo, y: AxisInfo) {
    switch contactProtocol {
    case .typeB, .typeA: (self[axis: ABS_MT_POSITION_X].scaled, self[axis: ABS_MT_POSITION_Y].scaled)
    case .single: (self[axis: ABS_X].scaled, self[axis: ABS_Y].scaled)
    }
  }
}

/// The range of an absolute axis: `struct input_absinfo` without its value.
package struct AxisInfo: Hashable, Sendable {
  /// The value at one end; greater than `maximum` if the panel is mounted the other way round.
  package var minimum: Int32
  /// The value at the other end, inclusive.
  package var maximum: Int32
  /// The amplitude of the noise that the kernel filters, in device units.
  package var fuzz: Int32
  /// The dead zone of a joystick, in device units.
  package var flat: Int32
  /// Device units per millimeter; 0 if unknown.
  package var resolution: Int32

  package init(minimum: Int32 = 0, maximum: Int32 = 0, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.fuzz, self.flat, self.resolution) = (fuzz, flat, resolution)
  }

  /// The maximum value that fits in 24.8 fixed point. Both ends of an axis must be within ±`limit`.
  package static let limit: Int32 = 8_388_607

  /// The number of low bits that values lose so that both ends are within ±`limit`: 0 for all but axes of more than 24 bits.
  var shift: Int32 {
    var shift: Int32 = 0
    while max(abs(Int64(minimum) >> Int64(shift)), abs(Int64(maximum) >> Int64(shift))) > Self.limit { shift += 1 }
    return shift
  }

  /// The axis of values without these bits.
  var scaled: AxisInfo {
    AxisInfo(
      minimum: minimum >> shift, maximum: maximum >> shift, fuzz: fuzz >> shift, flat: flat >> shift,
      resolution: resolution >> shift)
  }

  /// Whether positions can be scaled from the range: its ends differ and are within ±`limit`.
  package var isUsable: Bool {
    minimum != maximum && (-Self.limit...Self.limit).contains(minimum) && (-Self.limit...Self.limit).contains(maximum)
  }

  /// Returns a value of a device, clamped to ±`limit`. It may lie outside the device's axes, because drivers announce wrong ranges;
  /// `TouchTransform` clamps it to the axes.
  static func fixed(_ value: Int32) -> Fixed { Fixed(min(max(value, -limit), limit)) }

  static func point(_ x: Int32, _ y: Int32) -> Point<RawSpace> { Point(x: fixed(x), y: fixed(y)) }
}

/// A set of numbers below `words * 64`, stored in place.
package struct BitTable<let words: Int>: Sendable {
  private var storage = InlineArray<words, UInt64>(repeating: 0)

  package init() {}

  /// The exclusive upper bound of the numbers that it can hold.
  package static var capacity: Int32 { Int32(words * 64) }

  /// Whether the set contains a number. Numbers beyond the capacity are never in it, and setting one does nothing.
  package subscript(bit bit: Int32) -> Bool {
    get { 0..<Self.capacity ~= bit && storage[Int(bit) / 64] >> UInt64(bit % 64) & 1 == 1 }
    set {
      guard 0..<Self.capacity ~= bit else { return }
      let mask: UInt64 = 1 << UInt64(bit % 64)
      if newValue { storage[Int(bit) / 64] |= mask } else { storage[Int(bit) / 64] &= ~mask }
    }
  }

  package var isEmpty: Bool { storage.indices.allSatisfy { storage[$0] == 0 } }
}
