import CInputEvents
import StarSlider

/// How close a finger is to the glass, as the device reports it above the minimum of each axis (`Floor`): for a slot, for a packet, or for
/// the whole device.
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

  /// The values that mean 0: a distance from 1 to 10 touches at 1, and a pressure from -128 to 127 touches above -128. A pressure or a size
  /// of 0 is off the glass even if the axis begins above it.
  struct Floor {
    let distance, pressure, size: Int32
    /// The low bits that positions lose (`AxisInfo.shift`).
    let (shiftX, shiftY): (Int32, Int32)
    /// Whether all are 0, as usual.
    let isZero: Bool

    init(distance: AxisInfo, pressure: AxisInfo, size: AxisInfo, x: AxisInfo, y: AxisInfo) {
      self.distance = max(distance.minimum, 0)
      (self.pressure, self.size) = (min(pressure.minimum, 0), min(size.minimum, 0))
      (shiftX, shiftY) = (x.shift, y.shift)
      isZero = self.distance == 0 && self.pressure == 0 && self.size == 0 && shiftX == 0 && shiftY == 0
    }

    /// Returns a position in the units of the tracker's events.
    func point(_ x: Int32, _ y: Int32) -> Point<RawSpace> {
      Point(x: AxisInfo.fixed(x >> shiftX), y: AxisInfo.fixed(y >> shiftY))
    }

    func above(_ closeness: Closeness) -> Closeness {
      Closeness(
        pressure: closeness.pressure &- pressure, size: closeness.size &- size,
        distance: closeness.distance &- distance)
    }

    /// Returns a value of an axis, above its floor.
    func above(_ code: Int32, _ value: Int32) -> Int32 {
      switch code {
      case ABS_DISTANCE, ABS_MT_DISTANCE: value &- distance
      case ABS_PRESSURE, ABS_MT_PRESSURE: value &- pressure
      case ABS_MT_TOUCH_MAJOR: value &- size
      case ABS_X, ABS_MT_POSITION_X: value >> shiftX
      case ABS_Y, ABS_MT_POSITION_Y: value >> shiftY
      default: value
      }
    }
  }

  /// The values that a device really reports. Drivers announce axes on which they never report anything but 0, so 0 means that a finger is
  /// off the glass only once the device has reported a higher value. The distance counts from the start, because the first finger may
  /// hover.
  struct Signs: OptionSet {
    let rawValue: UInt8
    static var pressure: Signs { Signs(rawValue: 1) }
    static var size: Signs { Signs(rawValue: 2) }
    /// BTN_TOUCH, or the button in its place.
    static var button: Signs { Signs(rawValue: 4) }
    /// BTN_TOOL_FINGER and the like.
    static var tool: Signs { Signs(rawValue: 8) }
    static var distance: Signs { Signs(rawValue: 16) }
    /// The button went down without a tool, so tools say nothing about fingers.
    static var noTool: Signs { Signs(rawValue: 32) }
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
    if distance > 0 && known.contains(.distance) { return false }
    if known.contains(.pressure) && pressure <= 0 && pressure != Self.unknown { return false }
    return !known.contains(.size) || size > 0 || size == Self.unknown
  }
}
