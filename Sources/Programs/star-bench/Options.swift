import Basics
import Display
import StarSlider

struct Options {
  enum Command {
    case measure
    /// Runs workloads without a clock, for callgrind.
    case count(repetitions: Int)
    /// Writes each workload's picture, for comparison with other libraries' pictures.
    case pictures(prefix: String)
    /// A child process of `start`: shows one frame, prints the time, and exits.
    case firstFrame(clearOnly: Bool)
    /// A child process of `idle`: shows one frame and sleeps until it is terminated.
    case sleep
  }

  var command = Command.measure
  var workloads = WorkloadSelection()
  var screen = ScreenOptions()
  var scenes = SceneOptions()
  var start = StartOptions()
  var report = ReportOptions()
  /// How long to drag for the series of speed, clock and temperature, in seconds; `nil` for no series.
  var sustainSeconds: Int32?
  var idleSeconds: Int32 = 5
  /// The minimum and the maximum number of batches of each workload. Measuring stops once they spread by less than 3.5 %. Both numbers are
  /// odd, so that the median is a measured value.
  var batches = 21...201
  /// The sensor of energy or power; by default the kernel's first one.
  var energy: String?
  /// Whether to measure on one core of each kind, one after the other.
  var eachCore = false
}

/// The value of --workload.
struct WorkloadSelection {
  var chosen = Workloads.all
  /// Whether --workload was given; without it, --sustain measures nothing else.
  var isGiven = false
  /// Whether workloads were named: one that cannot run is then an error instead of being skipped.
  var isNamed = false
}

/// What the workloads paint.
struct SceneOptions {
  var blending = Blending.linear
  /// The sizes of the stars and logos of `raster` and `path`, in pixels.
  var sides: [Int32] = [16, 64, 128, 512]
  var sliders: [Int32] = [1, 10, 100, 1000]
  var parts = ScreenPart.allCases
  /// The font file of the workload line; by default the font of the kiosk's screens.
  var font: String?
}

/// The report's destination, and what the program cannot find out itself.
struct ReportOptions {
  /// The path of the report, or `-`.
  var json: String?
  /// A note by the user about the machine.
  var note: String?
  var commit: String?
  var compiler: String?
}

extension Options {
  static var syntax: CommandSyntax<Options> {
    CommandSyntax(
      "star-bench", "measures how fast stars are drawn, on any machine or board", usage: ["star-bench [OPTIONS]"],
      options: measuringOptions + ownOptions + reportOptions + childOptions,
      notes: [
        "Each workload is measured together with its floor (storing the same bytes), one batch of each in turn.",
        "Exit status: 0 measured; 1 an operation failed; 2 invalid command line; 3 measured, but not valid: the report gives "
          + "the reasons.",
      ])
  }

  private static var measuringOptions: [CommandOption<Options>] {
    [
      .value(
        "workload", "all|NAME,...",
        (["What to measure, default all:"] + Workloads.all.map { left($0.name, 8) + $0.help }).joined(separator: "\n")
      ) { $0.setWorkloads($1) },
      .value("display", "memory[:WxH[:FORMAT]]|kms[:PATH]|fb[:PATH]", "Where to draw, default memory, 800x480.") {
        guard let name = DisplayName($1), name != .auto else {
          return "must be memory[:WxH[:FORMAT]], kms[:PATH] or fb[:PATH]"
        }
        $0.screen.name = name
        if case .memory(let size, nil) = name { $0.screen.name = .memory(size, .xrgb8888) }
        return nil
      },
      .value("buffers", "auto|flip|front", "How KMS shows frames, as the kiosk's setting of this name, default auto.") {
        let names: [(StaticString, DisplayOptions.Buffers)] = [("auto", .auto), ("flip", .flip), ("front", .front)]
        for (name, buffers) in names where same($1, name) {
          $0.screen.buffers = buffers
          return nil
        }
        return "must be auto, flip or front"
      },
      .value("format", "FORMAT", "The pixel format of the memory screen, such as XRGB8888 or RGB565.") {
        $0.screen.format = PixelFormat.named($1)
        if $0.screen.format != nil { return nil }
        return "the format must be one of " + PixelFormat.allCases.map { "\($0.name)" }.joined(separator: ", ")
      },
      .value(
        "batches", "N",
        "Batches of each workload, default 21 to 201: until they spread by less than 3.5 %. The first one is discarded. "
          + "touch measures as many touches, default 201."
      ) {
        var number: Int32 = 0
        if let reason = setNumber(&number, $1, 1...1001) { return reason }
        $0.batches = Int(number)...Int(number)
        return nil
      },
      .flag("each-core", "Measure on one core of each kind, by part number and highest frequency; one column each.") {
        $0.eachCore = true
      },
      .text("energy", "FILE", "The sensor of energy*_input or energy_uj (microjoules) or power*_input (microwatts).") {
        $0.energy = $1
      },
    ]
  }

  /// The options of single workloads, and those of all that paint.
  private static var ownOptions: [CommandOption<Options>] {
    Workloads.all.flatMap { $0.options } + [
      .value(
        "blending", "linear|encoded",
        "How sprites mix colors: linear as the kiosk does, encoded as other libraries do."
      ) {
        $0.scenes.blending = same($1, "linear") ? .linear : .encoded
        return same($1, "linear") || same($1, "encoded") ? nil : "must be linear or encoded"
      }
    ]
  }

  private static var reportOptions: [CommandOption<Options>] {
    [
      .text(
        "json", "FILE|-",
        "Write the whole run as JSON; - is standard output, in place of the table. The file has no host name, address or "
          + "serial number. starctl compare prints and draws any number of such files."
      ) { $0.report.json = $1 },
      .value(
        "sustain", "MINUTES|SECONDSs",
        "Drag for this time, for example 15 (minutes) or 90s, and write a series of speed, clock and temperature. "
          + "With --workload, measure these first."
      ) {
        let inSeconds = $1.utf8.last == UInt8(ascii: "s")
        var number: Int32 = 0
        let text = String(decoding: Array($1.utf8.dropLast(inSeconds ? 1 : 0)), as: UTF8.self)
        if setNumber(&number, text, 1...(inSeconds ? 86_400 : 1440)) != nil {
          return "must be 1 to 1440 minutes, or 1s to 86400s"
        }
        $0.sustainSeconds = inSeconds ? number : number * 60
        return nil
      },
      .text("note", "TEXT", "What a reader must know about the machine, for the report, such as \"fan, 5 V\".") {
        $0.report.note = $1
      },
      .optionalValue(
        "count", "N",
        "Run without a clock, for valgrind --tool=callgrind: N stars of raster, frames of drag, rotate, scale, motion and screen, "
          + "scenes of many, changes, texts of a survey, or lines, default 1. 0 runs only the setup."
      ) { options, text in
        var repetitions: Int32 = 1
        if let text, let reason = setNumber(&repetitions, text, 0...1_000_000) { return reason }
        options.command = .count(repetitions: Int(repetitions))
        return nil
      },
      .text("picture", "PREFIX", "Write each workload's picture to PREFIX-NAME.ppm instead of measuring.") {
        $0.command = .pictures(prefix: $1)
      },
      .text("commit", "TEXT", "The commit, for the report.", allowsEmpty: true) { $0.report.commit = $1 },
      .text("compiler", "TEXT", "The compiler, for the report.", allowsEmpty: true) { $0.report.compiler = $1 },
    ]
  }

  /// The options that this program passes to copies of itself.
  private static var childOptions: [CommandOption<Options>] {
    [
      .flag("first-frame", "") { $0.command = .firstFrame(clearOnly: false) },
      .flag("cleared-frame", "") { $0.command = .firstFrame(clearOnly: true) },
      .flag("sleep", "") { $0.command = .sleep },
    ]
  }
}
