import Display
import StarSlider
import Touch

/// The configuration of a kiosk. `SettingsBuilder` makes it from files and options; `SettingsSchema` describes its keys.
package struct Settings: Hashable, Sendable {
  // MARK: Screen and touch

  package var screen = DisplayName.auto
  /// The pixel format; `nil` for the best one that the screen supports.
  package var format: PixelFormat?
  /// The clockwise rotation of the picture; `nil` for the orientation that the kernel reports.
  package var rotation: Rotation?
  package var commit = DisplayOptions.Commit.auto
  package var buffers = DisplayOptions.Buffers.auto
  /// The connector to use, such as "HDMI-A-1"; `nil` for the first one with a screen.
  package var connector: String?
  /// The mode to set; `nil` for the current mode or the screen's preferred one.
  package var mode: Size<PhysicalSpace>?
  package var touch = TouchChoice.auto
  /// Parts of the names of the touchscreens that `auto` prefers.
  package var touchNames: [String] = []
  package var calibration = CalibrationChoice.auto
  /// The board profile's calibration, which `auto` uses if there is no other.
  package internal(set) var boardCalibration: Calibration?
  package var quirks = AxisQuirks()
  package var grab = Grab.yes
  /// Whether keypads and keyboards operate the kiosk.
  package var acceptsKeys = true
  /// The path of the database; `nil` for the default.
  package var journal: String?

  // MARK: Slider

  package var stars: Int32 = 5
  package var step = Step.whole
  /// The lowest value that visitors can give, in stars.
  package var minimum = Ratio.zero
  /// The value before a visitor rates, in stars; `nil` for unrated.
  package var value: Ratio?
  package var isVertical = false
  package var direction = SliderConfiguration.LayoutDirection.leftToRight
  /// The space between stars in pixels; `nil` for the theme's or, without a survey, 5.
  package var spacing: Int32?
  /// The space around the stars, in pixels.
  package var margin: Int32 = 0
  /// The minimum size of a star, in pixels.
  package var minimumStarSize: Int32 = 5
  /// The size of the zone for the value 0, in stars.
  package var zeroZone = Fixed.half
  package var clearsOnRepeatedTap = false
  package var isInteractive = true
  package var isEnabled = true
  package var face = FaceSettings()
  /// The faces of single stars, sorted by star. Each includes the settings that it inherits from `face`.
  package var starFaces: [StarFace] = []

  // MARK: Survey

  package var kiosk = KioskSettings()
  /// The questions in the order in which they are asked.
  package var questions: [QuestionSettings] = []
  /// The languages in the order in which they are offered. The kiosk starts with the first one.
  package var languages: [LanguageSettings] = []
  package var theme = ThemeSettings()
  package var courier = CourierSettings()
  package var fleet = FleetSettings()

  // MARK: Results of `SettingsBuilder.build`

  /// The images named by faces, questions and the theme.
  package internal(set) var images: [NamedImage] = []
  package internal(set) var warnings: [Diagnostic] = []

  // MARK: From the board profile

  /// The size of the panel, in the orientation of the scanout.
  package var area: Millimeters?
  package var backlight: String?

  package init() {}

  package struct StarFace: Hashable, Sendable {
    /// The number of the star, from 1.
    package let star: Int32
    package var face: FaceSettings
  }

  /// A PNG file that can be decoded. Images of stars keep their pixels, which stars share. Other images are kept as files, because their
  /// pixels would use many times as much memory and are needed only while screens are made.
  package struct NamedImage: Hashable, Sendable {
    package let path: String
    let file: [UInt8]
    let decoded: Image?

    package var image: Image? { decoded ?? (try? PNG.decodeImage(file)) }
  }
}

package struct Millimeters: Hashable, Sendable {
  package let width: Int32
  package let height: Int32

  /// Creates a size from a text such as "154x86".
  @export(interface) package init?(_ text: String) {
    guard let dimensions = ValueParser(text).dimensions else { return nil }
    (width, height) = dimensions
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
