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
  /// What of `quirks` and `names` the board profile has set. A panel of another name is not the one that the profile describes.
  package internal(set) var board = BoardPanel()
  package var grab = Grab.yes
  /// Whether keypads and keyboards operate the kiosk.
  package var acceptsKeys = true
  /// Whether an arrow key that is held counts again and again.
  package var repeatsKeys = true
  /// The time within which the same key does not count again, in milliseconds.
  package var keyDelay: Int32 = 0
}

/// The panel of a board, as its profile describes it.
package struct BoardPanel: Hashable, Sendable {
  /// Parts of the names of its touchscreens; empty for any.
  package var names: [String] = []
  package var quirks = AxisQuirks()

  package init() {}
}

extension TouchSettings {
  /// Returns the settings for a touchscreen. Without those of the profile, if the touchscreen is another one than the board's.
  ///
  /// ```
  /// the profile's names                                its settings
  /// are none, or a part of the touchscreen's name      apply
  /// are others                                         do not apply, except an end of an axis that is off by one
  /// ```
  @export(interface) package func settings(of name: String, _ axes: (x: AxisInfo, y: AxisInfo)) -> TouchSettings {
    if board.names.isEmpty || board.names.contains(where: { contains(Array(name.utf8)[...], $0) }) { return self }
    var settings = self
    settings.boardCalibration = nil
    if board.quirks.swapsAxes { settings.quirks.swapsAxes = false }
    if board.quirks.invertsX { settings.quirks.invertsX = false }
    if board.quirks.invertsY { settings.quirks.invertsY = false }
    if let range = board.quirks.rangeX, !range.isNear(axes.x) { settings.quirks.rangeX = nil }
    if let range = board.quirks.rangeY, !range.isNear(axes.y) { settings.quirks.rangeY = nil }
    return settings
  }
}

extension AxisQuirks.AxisRange {
  /// Whether an announced axis differs from this range by at most one at each end, as that of the Raspberry Pi's panel does, or has no
  /// usable range.
  fileprivate func isNear(_ axis: AxisInfo) -> Bool {
    if !axis.isUsable { return true }
    return abs(Int64(axis.minimum) - Int64(minimum)) <= 1 && abs(Int64(axis.maximum) - Int64(maximum)) <= 1
  }
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

/// The devices whose events the kiosk keeps from other programs: the key `grab`.
package enum Grab: Hashable, Sendable {
  case no
  /// The touchscreen and keypads.
  case yes
  /// Every device with keys, and the touchscreen.
  case all
}
