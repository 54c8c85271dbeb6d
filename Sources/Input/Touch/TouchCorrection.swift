import Geometry

/// How a panel is mounted, where the kernel does not know: what turns its axes into a screen's before any calibration.
package struct AxisQuirks: Hashable, Sendable {
  /// The device's x runs down the screen, its y across.
  package var swapsAxes = false
  /// The device's x axis begins at the other end.
  package var invertsX = false
  /// The device's y axis begins at the other end.
  package var invertsY = false
  /// What the device's x axis really reports, from its one end to the other; nil for what it says.
  package var rangeX: AxisRange?
  /// The same of its y axis.
  package var rangeY: AxisRange?

  /// As the kernel says.
  package init() {}

  /// Two ends of an axis, in the device's units.
  package struct AxisRange: Hashable, Sendable {
    /// The value at one end.
    package let minimum: Int32
    /// The value at the other.
    package let maximum: Int32

    /// Nil where positions cannot be scaled from it.
    package init?(_ minimum: Int32, _ maximum: Int32) {
      if !AxisInfo(minimum: minimum, maximum: maximum).isUsable { return nil }
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// A device's axes with their true ranges; an inverted one has its ends exchanged.
  func applied(to axes: (x: AxisInfo, y: AxisInfo)) -> (x: AxisInfo, y: AxisInfo) {
    func axis(_ told: AxisInfo, _ range: AxisRange?, _ isInverted: Bool) -> AxisInfo {
      var axis = told
      if let range { (axis.minimum, axis.maximum) = (range.minimum, range.maximum) }
      if isInverted { (axis.minimum, axis.maximum) = (axis.maximum, axis.minimum) }
      return axis
    }
    return (axis(axes.x, rangeX, invertsX), axis(axes.y, rangeY, invertsY))
  }
}

/// All that is known of where a touch device thinks it is touched, and which of it counts:
///
/// | | source | quirks count |
/// | --- | --- | --- |
/// | 1 | a matrix that an option or the configuration file gives, or that it wants none | yes |
/// | 2 | what `star-kiosk calibrate` measured on this device | no: it was measured without |
/// | 3 | udev's LIBINPUT_CALIBRATION_MATRIX | no: it is told without, as libinput has it |
/// | 4 | the board's profile | yes |
/// | 5 | nothing | yes |
package struct TouchCorrection: Hashable, Sendable {
  /// Where a correction comes from.
  package enum Source: Hashable, Sendable {
    /// An option or the configuration file.
    case settings
    /// `star-kiosk calibrate`.
    case measured
    /// LIBINPUT_CALIBRATION_MATRIX.
    case udev
    /// A board's profile.
    case profile
    /// Nobody.
    case none

    /// To stand after "calibrated by "; empty for none.
    package var name: StaticString {
      switch self {
      case .settings: "the configuration"
      case .measured: "star-kiosk calibrate"
      case .udev: "udev"
      case .profile: "the board's profile"
      case .none: ""
      }
    }
  }

  /// Which one counts.
  package let source: Source
  /// What it says.
  package let calibration: Calibration
  /// How the panel is mounted; as the kernel says where the source was measured or told without.
  package let quirks: AxisQuirks

  /// Decides; each argument is nil where there is none.
  package init(
    settings: Calibration?, measured: Calibration?, udev: Calibration?, profile: Calibration?, quirks: AxisQuirks
  ) {
    let found: (Source, Calibration, AxisQuirks) =
      if let settings {
        (.settings, settings, quirks)
      } else if let measured {
        (.measured, measured, AxisQuirks())
      } else if let udev {
        (.udev, udev, AxisQuirks())
      } else if let profile {
        (.profile, profile, quirks)
      } else {
        (.none, .identity, quirks)
      }
    (source, calibration, self.quirks) = found
  }

  /// Nothing is known.
  package static var none: TouchCorrection {
    TouchCorrection(settings: nil, measured: nil, udev: nil, profile: nil, quirks: AxisQuirks())
  }

  /// From a device's units to a scanout's pixels. Nil where `TouchTransform` has none.
  @export(interface)
  package func transform(_ axes: (x: AxisInfo, y: AxisInfo), on screen: Size<PhysicalSpace>) -> TouchTransform? {
    let (x, y) = quirks.applied(to: axes)
    return TouchTransform(
      x: x, y: y, screen: screen, calibration: quirks.swapsAxes ? calibration.afterSwap : calibration)
  }
}
