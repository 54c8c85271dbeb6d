import Basics
import Display
import Geometry
import Raster

/// The parsed command line.
struct Options {
  enum Command {
    case measure
    /// Runs workloads without a clock, for callgrind.
    case count(repetitions: Int)
    /// Writes each workload's picture, to compare with other libraries' pictures.
    case pictures(prefix: String)
    /// A child process of `start`: shows one frame, prints the time, and exits.
    case firstFrame(clearOnly: Bool)
    /// A child process of `idle`: shows one frame and sleeps until it is terminated.
    case sleep
  }

  enum Workload: String, CaseIterable {
    case raster, drag, bytes, many, rotate, scale, start, idle, memory
  }

  var command = Command.measure
  var workloads = Workload.allCases
  /// The workloads were named: one that cannot run is an error instead of being skipped.
  var namesWorkloads = false
  /// Without a size, each workload uses its own.
  var screen = DisplayName.memory(nil, .xrgb8888)
  /// What --format gives, until `complete()` puts it into `screen`.
  var format: PixelFormat?
  /// The colour space in which sprites mix colours.
  var blending = Blending.linear
  /// Odd, so that the median is a measured value.
  var batches: Int32 = 21
  /// The report's path, or `-`.
  var json: String?
  /// The sizes of raster's stars, in pixels.
  var sides: [Int32] = [16, 64, 128, 512]
  /// The numbers of sliders on scale's pages.
  var sliders: [Int32] = [1, 10, 100, 1000]
  /// How long idle observes, in seconds.
  var idleSeconds: Int32 = 5
  /// The program whose start is measured. It prints the time of its first frame.
  var startProgram: String?
  /// The program that start is compared with. It clears as much memory and prints the time.
  var startFloor: String?
  /// For the report, since the program cannot find them out.
  var commit: String?
  var compiler: String?

  static var usualSize: Size<PhysicalSpace> { Size(width: 800, height: 480) }
}

extension Options.Workload {
  /// Whether it can run a given number of times, and leaves a picture.
  var isRepeatable: Bool {
    switch self {
    case .raster, .drag, .many, .rotate, .scale: true
    case .bytes, .start, .idle, .memory: false
    }
  }
}
