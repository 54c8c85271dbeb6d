import Basics
import Display
import EvdevTouch
import Settings
import StarSlider
import System
import Touch

/// `star-kiosk calibrate`: shows targets on the kiosk's display until they are touched, and records the calibration.
enum Calibrate {
  static func run(_ options: Options) throws(KioskError) {
    let settings = try options.configured().settings
    var path: String?
    switch settings.touch.device {
    case .auto: break
    case .device(let device): path = device
    case .replay, .none: throw .usage("calibrate requires --touch auto, or a touchscreen's path")
    }
    let file = try CalibrationFile.prepared()
    let signals = try Run.openSignals()
    let opened = try settings.openScreen()
    let display = opened.display
    defer { display.close() }
    if opened.isFallback {
      throw KioskError("show", "the targets", "no display", suggestion: "run star-kiosk devices for the reasons")
    }
    let watcher = try TouchWatcher.watching(path, settings)
    if opened.isMemory || display.hasInput { throw .usage("calibrate requires --display kms or fb") }
    Standard.error("drawing to " + display.name)
    let console = Run.openConsole()
    defer { console?.restore() }
    let run = CalibrationRun(
      display: display, watcher: watcher, signals: signals, console: console,
      screen: settings.transform(on: display), targets: options.targets)
    try Output.line(try record(try run.run(), in: file).text)
  }

  /// Records a measured calibration, and returns it.
  static func record(
    _ measured: (fit: CalibrationFit, ranges: AxisQuirks, device: DeviceDescription), in file: CalibrationFile
  ) throws(KioskError) -> Calibration {
    let (fit, ranges, device) = measured
    if ranges != AxisQuirks() { try rejectRanges(ranges, fit.calibration, of: device) }
    try file.record(fit.calibration, of: device)
    Standard.error(
      "\"" + device.name + "\" is calibrated with an error of at most \(fit.residual.rounded) px; written to "
        + file.path)
    return fit.calibration
  }

  /// Prints settings instead of recording a calibration, because a recorded calibration assumes the announced axis ranges. Only the
  /// configuration can override those.
  private static func rejectRanges(
    _ ranges: AxisQuirks, _ calibration: Calibration, of device: DeviceDescription
  ) throws(KioskError) {
    for (key, range) in [("range-x", ranges.rangeX), ("range-y", ranges.rangeY)] {
      if let range { try Output.line(key + " = \(range.minimum) \(range.maximum)") }
    }
    try Output.line("calibration = " + calibration.text)
    throw KioskError(
      "record", "the calibration of \"" + device.name + "\"",
      "it reports touches beyond the range that it announces",
      suggestion:
        "write the lines above below [touch] in the configuration, and remove swap-axes, invert-x and invert-y")
  }
}
