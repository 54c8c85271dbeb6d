import Touch

/// The touchscreen and the keys: the section `[touch]`.
package struct TouchSettings: Hashable, Sendable {
  package var device = TouchChoice.auto
  /// Parts of the names of the touchscreens that `auto` prefers.
  package var names: [String] = []
  package var calibration = CalibrationChoice.auto
  /// The board profile's calibration, which `auto` uses if there is no other.
  package internal(set) var boardCalibration: Calibration?
  package var quirks = AxisQuirks()
  package var grab = Grab.yes
  /// Whether keypads and keyboards operate the kiosk.
  package var acceptsKeys = true
  /// Whether an arrow key that is held counts again and again.
  package var repeatsKeys = true
  /// The time within which the same key does not count again, in milliseconds.
  package var keyDelay: Int32 = 0
}

package enum TouchChoice: Hashable, Sendable {
  /// The first touchscreen, even if it is connected later.
  case auto
  case device(path: String)
  case replay(path: String)
  case none
}

package enum CalibrationChoice: Hashable, Sendable {
  /// The measured calibration, otherwise udev's, otherwise the board's, otherwise none.
  case auto
  /// No correction, even if a calibration was measured.
  case none
  case matrix(Calibration)

  /// The calibration that the configuration itself sets.
  package var calibration: Calibration? {
    switch self {
    case .auto: nil
    case .none: .identity
    case .matrix(let matrix): matrix
    }
  }
}
