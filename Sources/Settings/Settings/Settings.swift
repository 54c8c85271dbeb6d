import Display
import Geometry
import Raster
import Rating
import StarSlider
import Touch

/// All that an integrator may decide about a terminal, each with its default. `SettingsDraft` makes one from a file and
/// the command line; `SettingsTable` says what each setting is called and what it may be.
package struct Settings: Hashable, Sendable {
  // MARK: Screen and touch

  package var screen = ScreenChoice.auto
  /// The screen's pixels; `nil` takes the best that it can.
  package var format: PixelFormat?
  /// How far the picture is turned; `nil` is as the panel is built in, by the kernel's account.
  package var rotation: Rotation?
  package var commit = DisplayOptions.Commit.auto
  package var buffers = DisplayOptions.Buffers.auto
  /// The connector to draw to, as in "HDMI-A-1"; `nil` takes the first that has a screen.
  package var connector: String?
  /// The mode to set, pixels; `nil` leaves what is set, or takes what the screen prefers.
  package var mode: Size<PhysicalSpace>?
  package var touch = TouchChoice.auto
  /// Parts of the names of the touchscreens that `auto` takes before all others.
  package var touchNames: [String] = []
  package var calibration = CalibrationChoice.auto
  /// What the board's profile says of the calibration: the last resort of `auto`.
  package internal(set) var standardCalibration: Calibration?
  /// How the panel is mounted.
  package var quirks = AxisQuirks()
  package var grabsTouch = true
  /// Whether keypads and keyboards work the screens.
  package var takesKeys = true
  /// `nil` is the default place.
  package var journal: String?

  // MARK: Slider

  package var stars: Int32 = 5
  package var step = Step.whole
  /// In stars.
  package var minimum = Ratio.zero
  /// What is shown before anybody rates, in stars; `nil` is unrated.
  package var value: Ratio?
  package var axis = SliderConfiguration.Axis.horizontal
  package var direction = SliderConfiguration.LayoutDirection.leftToRight
  /// Pixels.
  package var spacing: Int32 = 5
  /// Pixels.
  package var margin: Int32 = 0
  /// Pixels.
  package var minimumStarSize: Int32 = 5
  /// Stars.
  package var zeroZone = Fixed.half
  package var clearsOnRepeatedTap = false
  package var isInteractive = true
  package var isEnabled = true

  // MARK: SurveyMachine

  package var terminal = TerminalSettings()
  /// In the order in which they are asked; with none, the stars are all that there is.
  package var questions: [QuestionSettings] = []
  /// In the order in which they are offered; the first is the one that the terminal begins with.
  package var languages: [LanguageSettings] = []
  package var theme = ThemeSettings()
  /// The picture's size on the scanout as it is read, where the board's profile knows it.
  package var area: Millimetres?
  /// The light behind the screen, where the board's profile knows its name.
  package var backlight: String?
  package var courier = CourierSettings()

  // MARK: Faces

  package var face = FaceSettings()
  /// Those of single stars, in ascending order; each whole, with what it takes over from `face`.
  package var starFaces: [StarFace] = []
  /// The images that the faces and the theme name, decoded; a finished draft's only.
  package internal(set) var images: [NamedImage] = []

  /// What can be done and had better not; a finished draft's only.
  package internal(set) var warnings: [Diagnostic] = []

  package init() {}

  /// How a single star looks.
  package struct StarFace: Hashable, Sendable {
    /// 1 is the first.
    package let star: Int32
    package var face: FaceSettings
  }

  /// A picture file's pixels.
  package struct NamedImage: Hashable, Sendable {
    package let path: String
    package let image: Image
  }
}

/// A size in the world.
package struct Millimetres: Hashable, Sendable {
  package let width: Int32
  package let height: Int32

  /// From "154x86"; `nil` for anything else.
  @export(interface) package init?(_ text: String) {
    guard let (width, height) = Value(text: text, folder: "").cut(at: "x"),
      let width = Value(text: width, folder: "").digits, let height = Value(text: height, folder: "").digits
    else { return nil }
    (self.width, self.height) = (width, height)
  }
}

package typealias ScreenChoice = DisplayName

/// Where touches come from.
package enum TouchChoice: Hashable, Sendable {
  /// The first touchscreen, now or later.
  case auto
  case device(path: String)
  case replay(path: String)
  case none
}

/// What corrects the touches.
package enum CalibrationChoice: Hashable, Sendable {
  /// What was measured, else udev's, else the board's, else nothing.
  case auto
  /// Nothing, whatever was measured.
  case none
  case matrix(Calibration)

  /// What the configuration itself says.
  package var calibration: Calibration? {
    switch self {
    case .auto: nil
    case .none: .identity
    case .matrix(let matrix): matrix
    }
  }
}
