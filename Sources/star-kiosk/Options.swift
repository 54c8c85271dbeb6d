import CLinux
import Display
import Geometry
import KMSDisplay
import Raster
import Rating

/// What the command line asks for.
struct Options {
  enum Command {
    case run
    case devices
    case reset
    case help
    case version
  }

  enum Screen {
    /// KMS, then the framebuffer, then memory with the bundled recording.
    case auto
    case kms(path: String?)
    case framebuffer(path: String?)
    case memory(Size<PhysicalSpace>, PixelFormat)
  }

  enum TouchChoice {
    case auto
    case device(path: String)
    case replay(path: String)
    case none
  }

  var command = Command.run
  var screen = Screen.auto
  var touch = TouchChoice.auto
  var grabsTouch = true
  /// `nil` is the default place.
  var journal: String?
  var stars: Int32 = 5
  var step = Step.whole
  var rotation = Rotation.none
  var snapshot: String?
  /// How many answers until the end; `nil` is no end.
  var answers: Int64?
  /// `nil` lets the screen decide.
  var format: PixelFormat?
  var commit = KMSOptions.Commit.auto
  var buffers = KMSOptions.Buffers.auto

  static var defaultScreenSize: Size<PhysicalSpace> { Size(width: 800, height: 480) }
}

/// A command line that makes no sense, or a start that failed: one line for standard error, and the exit status.
struct KioskError: Error {
  let message: String
  let status: Int32

  /// Something on this machine is not as asked: status 1.
  static func failure(_ message: String) -> KioskError { KioskError(message: message, status: 1) }

  /// Wrong words on the command line: status 2.
  static func usage(_ message: String) -> KioskError {
    KioskError(message: message + "; see star-kiosk --help", status: 2)
  }
}
