import StarSlider

/// Corrections of a panel's axes that apply before any calibration. They describe how the panel is mounted if the kernel does not report
/// it.
package struct AxisQuirks: Hashable, Sendable {
  /// Whether the device's x runs down the screen and its y across.
  package var swapsAxes = false
  package var invertsX = false
  package var invertsY = false
  /// The range that the device's x axis really reports, or `nil` if the announced range is right.
  package var rangeX: AxisRange?
  /// The range that the device's y axis really reports, or `nil` if the announced range is right.
  package var rangeY: AxisRange?

  package init() {}

  /// The two ends of an axis, in the device's units.
  package struct AxisRange: Hashable, Sendable {
    package let minimum: Int32
    package let maximum: Int32

    /// Fails if positions cannot be scaled from the range.
    package init?(_ minimum: Int32, _ maximum: Int32) {
      if !AxisInfo(minimum: minimum, maximum: maximum).isUsable { return nil }
      (self.minimum, self.maximum) = (minimum, maximum)
    }
  }

  /// Returns a device's axes with their true ranges. The ends of an inverted axis are swapped.
  func applied(to axes: (x: AxisInfo, y: AxisInfo)) -> (x: AxisInfo, y: AxisInfo) {
    func axis(_ announced: AxisInfo, _ range: AxisRange?, _ isInverted: Bool) -> AxisInfo {
      var axis = announced
      if let range { (axis.minimum, axis.maximum) = (range.minimum, range.maximum) }
      if isInverted { (axis.minimum, axis.maximum) = (axis.maximum, axis.minimum) }
      return axis
    }
    return (axis(axes.x, rangeX, invertsX), axis(axes.y, rangeY, invertsY))
  }
}

/// The correction of a touch device, chosen from several sources. The first available one is used:
///
/// | | source | with quirks |
/// | --- | --- | --- |
/// | 1 | a calibration that was chosen by hand, including one that changes nothing | yes |
/// | 2 | a measurement on this device | no: it was measured without them |
/// | 3 | udev's LIBINPUT_CALIBRATION_MATRIX | no: libinput applies it without them |
/// | 4 | the board's profile | yes |
/// | 5 | none of these | yes |
package struct TouchCorrection: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case settings, measured, udev, profile, none
  }

  package let source: Source
  package let calibration: Calibration
  package let quirks: AxisQuirks

  /// Chooses a correction; arguments are `nil` for sources that are not available.
  package init(
    settings: Calibration?, measured: Calibration?, udev: Calibration?, profile: Calibration?, quirks: AxisQuirks
  ) {
    let sources: [(Source, Calibration?)] = [
      (.settings, settings), (.measured, measured), (.udev, udev), (.profile, profile),
    ]
    let found = sources.first { $0.1 != nil }
    source = found?.0 ?? .none
    calibration = found?.1 ?? .identity
    self.quirks = source == .measured || source == .udev ? AxisQuirks() : quirks
  }

  /// A correction that changes nothing.
  package static var none: TouchCorrection {
    TouchCorrection(settings: nil, measured: nil, udev: nil, profile: nil, quirks: AxisQuirks())
  }

  /// Returns the transform from a device's units to scanout pixels, or `nil` if `TouchTransform` rejects the axes.
  @export(interface)
  package func transform(_ axes: (x: AxisInfo, y: AxisInfo), on screen: Size<PhysicalSpace>) -> TouchTransform? {
    let (x, y) = quirks.applied(to: axes)
    return TouchTransform(
      x: x, y: y, screen: screen, calibration: quirks.swapsAxes ? calibration.afterSwap : calibration)
  }
}
