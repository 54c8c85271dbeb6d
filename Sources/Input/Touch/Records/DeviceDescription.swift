/// The identity and the capabilities of an input device, read by libevdev or from a recording.
package struct DeviceDescription: Sendable {
  /// The device's own name.
  package var name = ""
  /// Its physical location, as in "usb-0000:00:14.0-2/input0"; empty if unknown.
  package var place = ""
  /// `BUS_...`
  package var bus: UInt16 = 0
  package var vendor: UInt16 = 0
  package var product: UInt16 = 0
  package var version: UInt16 = 0

  /// `INPUT_PROP_...`
  package var properties = BitTable<1>()
  /// `EV_...`
  package var types = BitTable<1>()
  /// `KEY_...` and `BTN_...`
  package var keys = BitTable<12>()
  /// `REL_...`
  package var relativeAxes = BitTable<1>()
  /// `ABS_...`
  package var absoluteAxes = BitTable<1>()

  private var axes = InlineArray<64, AxisInfo>(repeating: AxisInfo())

  /// Creates a device without capabilities.
  package init() {}

  /// The range of an absolute axis; zeros if the device does not have it. Codes above 63 are ignored.
  package subscript(axis code: UInt16) -> AxisInfo {
    get { code < 64 ? axes[Int(code)] : AxisInfo() }
    set { if code < 64 { axes[Int(code)] = newValue } }
  }

  package func has(property: UInt16) -> Bool { properties[bit: property] }
  package func has(key: UInt16) -> Bool { keys[bit: key] }
  package func has(absolute code: UInt16) -> Bool { absoluteAxes[bit: code] }
  package func has(relative code: UInt16) -> Bool { relativeAxes[bit: code] }

  /// Whether the device reports a position for each finger. Joysticks with very many axes have these codes by accident;
  /// they also have `ABS_RESERVED`, which libevdev checks too.
  package var isMultitouch: Bool {
    has(absolute: Evdev.ABS_MT_POSITION_X) && has(absolute: Evdev.ABS_MT_POSITION_Y)
      && !has(absolute: Evdev.ABS_RESERVED)
  }

  /// The axes that carry positions under a protocol.
  package func positionAxes(_ contactProtocol: ContactProtocol) -> (x: AxisInfo, y: AxisInfo) {
    switch contactProtocol {
    case .typeB, .typeA: (self[axis: Evdev.ABS_MT_POSITION_X], self[axis: Evdev.ABS_MT_POSITION_Y])
    case .single: (self[axis: Evdev.ABS_X], self[axis: Evdev.ABS_Y])
    }
  }
}

/// The range of an absolute axis: `struct input_absinfo` without its value.
package struct AxisInfo: Hashable, Sendable {
  /// The value at one end; above `maximum` if the panel is mounted the other way round.
  package var minimum: Int32
  /// The value at the other end, inclusive.
  package var maximum: Int32
  /// Noise that the kernel filters, in device units.
  package var fuzz: Int32
  /// The dead zone of a joystick, in device units.
  package var flat: Int32
  /// Device units per millimetre; 0 if unknown.
  package var resolution: Int32

  package init(minimum: Int32 = 0, maximum: Int32 = 0, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The greatest value whose 24.8 form fits. Both ends of an axis must be within ±`limit`.
  package static let limit: Int32 = 8_388_607

  /// Whether positions can be scaled from the range: its ends differ and are within ±`limit`.
  package var isUsable: Bool {
    minimum != maximum && (-Self.limit...Self.limit).contains(minimum) && (-Self.limit...Self.limit).contains(maximum)
  }

  /// Returns the nearest value within ±`limit`.
  @inlinable static func limited(_ value: Int32) -> Int32 { min(max(value, -limit), limit) }
}

/// A set of numbers below `words * 64`, stored in place.
package struct BitTable<let words: Int>: Sendable {
  private var storage = InlineArray<words, UInt64>(repeating: 0)

  /// Creates an empty set.
  package init() {}

  /// The numbers that it can hold are `0 ..< capacity`.
  package static var capacity: Int { words * 64 }

  /// Whether the set contains a number. Numbers beyond the capacity are never in it, and setting one does nothing.
  package subscript(bit bit: UInt16) -> Bool {
    get { Int(bit) < Self.capacity && storage[Int(bit) / 64] >> UInt64(bit % 64) & 1 == 1 }
    set {
      guard Int(bit) < Self.capacity else { return }
      let mask: UInt64 = 1 << UInt64(bit % 64)
      if newValue { storage[Int(bit) / 64] |= mask } else { storage[Int(bit) / 64] &= ~mask }
    }
  }

  package var isEmpty: Bool {
    for i in 0..<words where storage[i] != 0 { return false }
    return true
  }
}
