import CInputEvents

/// How close a finger is to the glass, as the device reports it: for a slot, for a packet, or for the whole device.
struct Closeness {
  /// `ABS_MT_DISTANCE` or `ABS_DISTANCE`; above 0 if the finger hovers.
  var distance: Int32 = 0
  /// `ABS_MT_PRESSURE` or `ABS_PRESSURE`.
  var pressure: Int32
  /// `ABS_MT_TOUCH_MAJOR`.
  var size: Int32

  /// Marks a value that was not reported. A slot keeps its values from frame to frame, so they begin with 0. A packet has only the values
  /// that it reports.
  static var unknown: Int32 { .min }

  init(pressure: Int32 = 0, size: Int32 = 0, distance: Int32 = 0) {
    (self.pressure, self.size, self.distance) = (pressure, size, distance)
  }

  /// The values that a device really reports. Drivers announce axes on which they never report anything but 0, so 0 means that a finger is
  /// off the glass only once the device has reported a higher value.
  struct Signs: OptionSet {
    let rawValue: UInt8
    static var pressure: Signs { Signs(rawValue: 1) }
    static var size: Signs { Signs(rawValue: 2) }
    /// BTN_TOUCH, or the button in its place.
    static var button: Signs { Signs(rawValue: 4) }
    /// BTN_TOOL_FINGER and the like.
    static var tool: Signs { Signs(rawValue: 8) }
  }

  /// The signs that these values prove.
  var proof: Signs {
    var signs: Signs = []
    if pressure > 0 { signs.insert(.pressure) }
    if size > 0 { signs.insert(.size) }
    return signs
  }

  /// Whether the finger touches the glass.
  func isTouching(_ known: Signs) -> Bool {
    if distance > 0 { return false }
    if known.contains(.pressure) && pressure <= 0 && pressure != Self.unknown { return false }
    return !known.contains(.size) || size > 0 || size == Self.unknown
  }
}
