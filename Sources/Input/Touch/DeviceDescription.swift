/// What an input device says about itself: plain data in place, filled by libevdev or by a recording.
package struct DeviceDescription: Sendable {
  /// What it calls itself.
  package var name = ""
  /// Where it is plugged in, as in "usb-0000:00:14.0-2/input0"; empty where it does not say.
  package var place = ""
  /// `BUS_...`: how it is attached.
  package var bus: UInt16 = 0
  /// Who made it, in the bus's numbering.
  package var vendor: UInt16 = 0
  /// Which product of that maker it is.
  package var product: UInt16 = 0
  /// Which version of that product.
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

  /// A device without a name, an identity or anything else.
  package init() {}

  /// What the device says of an axis; zeros for one it does not have. A code beyond 63 has none, and sets none.
  package subscript(axis code: UInt16) -> AxisInfo {
    get { code < 64 ? axes[Int(code)] : AxisInfo() }
    set { if code < 64 { axes[Int(code)] = newValue } }
  }

  /// Whether it has a property, `INPUT_PROP_...`.
  package func has(property: UInt16) -> Bool { properties[bit: property] }
  /// Whether it has a key or button.
  package func has(key: UInt16) -> Bool { keys[bit: key] }
  /// Whether it has an absolute axis, `ABS_...`.
  package func has(absolute code: UInt16) -> Bool { absoluteAxes[bit: code] }
  /// Whether it has a relative axis, `REL_...`.
  package func has(relative code: UInt16) -> Bool { relativeAxes[bit: code] }

  /// Fingers one by one: the device has positions per finger. Some joysticks have so many axes that these codes are
  /// among them by accident; `ABS_RESERVED` gives them away, as in libevdev.
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

/// `struct input_absinfo` without its value.
package struct AxisInfo: Hashable, Sendable {
  /// The value at one end; above `maximum` where the panel is mounted the other way round.
  package var minimum: Int32
  /// The value at the other end, inclusive.
  package var maximum: Int32
  /// Noise that the kernel filters, in device units.
  package var fuzz: Int32
  /// The dead zone of a joystick, in device units.
  package var flat: Int32
  /// Device units per millimetre; 0 where the device does not say.
  package var resolution: Int32

  /// An axis from its numbers; zeros say nothing of it.
  package init(minimum: Int32 = 0, maximum: Int32 = 0, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The greatest value whose 24.8 form fits: an axis must stay within minus this and this.
  package static let limit: Int32 = 8_388_607

  /// A range that positions can be scaled from: two ends that differ, both within `limit`.
  package var isUsable: Bool {
    minimum != maximum && (-Self.limit...Self.limit).contains(minimum) && (-Self.limit...Self.limit).contains(maximum)
  }

  /// The nearest value within plus and minus `limit`.
  @inlinable static func limited(_ value: Int32) -> Int32 { min(max(value, -limit), limit) }
}

/// A set of small numbers, 64 to a word, in place.
package struct BitTable<let words: Int>: Sendable {
  private var storage = InlineArray<words, UInt64>(repeating: 0)

  /// The empty set.
  package init() {}

  /// How many numbers it can hold: `0 ..< capacity`.
  package static var capacity: Int { words * 64 }

  /// False for a number beyond the capacity; setting one there does nothing.
  package subscript(bit bit: UInt16) -> Bool {
    get { Int(bit) < Self.capacity && storage[Int(bit) / 64] >> UInt64(bit % 64) & 1 == 1 }
    set {
      guard Int(bit) < Self.capacity else { return }
      let mask: UInt64 = 1 << UInt64(bit % 64)
      if newValue { storage[Int(bit) / 64] |= mask } else { storage[Int(bit) / 64] &= ~mask }
    }
  }

  /// Whether no number is in it.
  package var isEmpty: Bool {
    for i in 0..<words where storage[i] != 0 { return false }
    return true
  }
}
