import Display
import Geometry
import Raster

/// What the command line asks for.
struct Options {
  enum Command {
    case measure
    /// Runs workloads without a clock, for callgrind.
    case count(repetitions: Int)
    /// Writes each workload's picture, for comparison with other libraries'.
    case pictures(prefix: String)
    /// A child of `start`: shows one frame, says when, and ends.
    case firstFrame(clearOnly: Bool)
    /// A child of `idle`: shows one frame and sleeps until it is ended.
    case sleep
    case help
    case version
  }

  enum Screen {
    /// The size is the workload's own where none was given.
    case memory(Size<PhysicalSpace>?, PixelFormat)
    case kms(path: String?)
    case framebuffer(path: String?)
  }

  enum Workload: Int32, CaseIterable {
    case raster, drag, bytes, many, rotate, scale, start, idle, memory
  }

  var command = Command.measure
  var workloads = Workload.allCases
  /// The workloads were named one by one: one that cannot be done is a mistake, and not left out.
  var namesWorkloads = false
  var screen = Screen.memory(nil, .xrgb8888)
  /// In which numbers tiles mix colours: as the terminal does, unless a picture is to be compared with others'.
  var blending = Blending.linear
  /// Odd, so that the median is one that was measured.
  var batches = 21
  /// Where the JSON goes: a path, or `-`.
  var json: String?
  /// Of the stars of workload raster, pixels.
  var sides: [Int32] = [16, 64, 128, 512]
  /// On workload scale's pages.
  var sliders: [Int32] = [1, 10, 100, 1000]
  /// How long workload idle looks, seconds.
  var idleSeconds: Int32 = 5
  /// Whose start workload start measures, a program that prints the moment of its first frame; else this one.
  var startProgram: String?
  /// What workload start is compared with: a program that clears as much memory and prints the moment.
  var startFloor: String?
  /// For the report: what the program cannot know of itself.
  var commit: String?
  var compiler: String?

  static var usualSize: Size<PhysicalSpace> { Size(width: 800, height: 480) }
}

/// A command line that makes no sense, or a measurement that failed: one line for standard error, and the exit status.
struct BenchError: Error {
  let message: String
  let status: Int32

  /// Something on this machine is not as asked: status 1.
  static func failure(_ message: String) -> BenchError { BenchError(message: message, status: 1) }

  /// Wrong words on the command line: status 2.
  static func usage(_ message: String) -> BenchError {
    BenchError(message: message + "; see star-bench --help", status: 2)
  }
}
