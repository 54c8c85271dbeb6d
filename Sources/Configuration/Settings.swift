import Display
import Geometry
import Raster
import Rating
import StarSlider
import Touch

/// All that an integrator may decide about a terminal, each with its default. `SettingsDraft` makes one from a file and
/// the command line; `SettingsTable` says what each setting is called and what it may be.
public struct Settings: Hashable, Sendable {
  // MARK: Screen and touch

  public var screen = ScreenChoice.auto
  /// The screen's pixels; `nil` takes the best that it can.
  public var format: PixelFormat?
  /// How far the picture is turned; `nil` is as the panel is built in, by the kernel's account.
  public var rotation: Rotation?
  public var commit = CommitChoice.auto
  public var buffers = BufferChoice.auto
  /// The connector to draw to, as in "HDMI-A-1"; `nil` takes the first that has a screen.
  public var connector: String?
  /// The mode to set, pixels; `nil` leaves what is set, or takes what the screen prefers.
  public var mode: Size<PhysicalSpace>?
  public var touch = TouchChoice.auto
  /// Parts of the names of the touchscreens that `auto` takes before all others.
  public var touchNames: [String] = []
  public var calibration = CalibrationChoice.auto
  /// What the board's profile says of the calibration: the last resort of `auto`.
  public internal(set) var standardCalibration: Calibration?
  /// How the panel is mounted.
  public var quirks = AxisQuirks()
  public var grabsTouch = true
  /// Whether keypads and keyboards work the screens.
  public var takesKeys = true
  /// `nil` is the default place.
  public var journal: String?

  // MARK: Slider

  public var stars: Int32 = 5
  public var step = Step.whole
  /// In stars.
  public var minimum = Ratio.zero
  /// What is shown before anybody rates, in stars; `nil` is unrated.
  public var value: Ratio?
  public var axis = SliderConfiguration.Axis.horizontal
  public var direction = SliderConfiguration.LayoutDirection.leftToRight
  /// Pixels.
  public var spacing: Int32 = 5
  /// Pixels.
  public var margin: Int32 = 0
  /// Pixels.
  public var minimumStarSize: Int32 = 5
  /// Stars.
  public var zeroZone = Fixed.half
  public var clearsOnRepeatedTap = false
  public var isInteractive = true
  public var isEnabled = true

  // MARK: Terminal

  public var terminal = TerminalSettings()
  /// In the order in which they are asked; with none, the stars are all that there is.
  public var questions: [QuestionSettings] = []
  /// In the order in which they are offered; the first is the one that the terminal begins with.
  public var languages: [LanguageSettings] = []
  public var theme = ThemeSettings()
  /// The picture's size on the scanout as it is read, where the board's profile knows it.
  public var area: Millimetres?
  /// The light behind the screen, where the board's profile knows its name.
  public var backlight: String?
  public var courier = CourierSettings()

  // MARK: Faces

  public var face = FaceSettings()
  /// Those of single stars, in ascending order; each whole, with what it takes over from `face`.
  public var starFaces: [StarFace] = []
  /// The images that the faces and the theme name, decoded; a finished draft's only.
  public internal(set) var images: [NamedImage] = []

  /// What can be done and had better not; a finished draft's only.
  public internal(set) var warnings: [Mistake] = []

  public init() {}

  /// How a single star looks.
  public struct StarFace: Hashable, Sendable {
    /// 1 is the first.
    public let star: Int32
    public var face: FaceSettings
  }

  /// A picture file's pixels.
  public struct NamedImage: Hashable, Sendable {
    public let path: String
    public let image: Image
  }
}

/// A size in the world.
public struct Millimetres: Hashable, Sendable {
  public let width: Int32
  public let height: Int32

  /// From "154x86"; `nil` for anything else.
  @export(interface) public init?(_ text: String) {
    guard let (width, height) = Value(text: text, folder: "").cut(at: "x"),
      let width = Value(text: width, folder: "").digits, let height = Value(text: height, folder: "").digits
    else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// Where to draw.
public enum ScreenChoice: Hashable, Sendable {
  /// KMS, then the framebuffer, then memory with the bundled recording.
  case auto
  case kms(path: String?)
  case framebuffer(path: String?)
  case memory(Size<PhysicalSpace>, PixelFormat)

  public static var defaultSize: Size<PhysicalSpace> { Size(width: 800, height: 480) }
}

/// Where touches come from.
public enum TouchChoice: Hashable, Sendable {
  /// The first touchscreen, now or later.
  case auto
  case device(path: String)
  case replay(path: String)
  case none
}

/// What corrects the touches.
public enum CalibrationChoice: Hashable, Sendable {
  /// What was measured, else udev's, else the board's, else nothing.
  case auto
  /// Nothing, whatever was measured.
  case none
  case matrix(Calibration)

  /// What the configuration itself says.
  public var calibration: Calibration? {
    switch self {
    case .auto: nil
    case .none: .identity
    case .matrix(let matrix): matrix
    }
  }
}

/// How KMS is told.
public enum CommitChoice: Hashable, Sendable {
  case auto
  case atomic
  case legacy
}

/// Whether KMS has two buffers that are flipped, or one that is drawn to on the screen.
public enum BufferChoice: Hashable, Sendable {
  case auto
  case flip
  case front
}
