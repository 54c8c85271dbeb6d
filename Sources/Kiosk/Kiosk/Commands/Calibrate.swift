import Basics
import Display
import EvdevTouch
import Geometry
import Raster
import Settings
import System
import Touch

/// `star-kiosk calibrate`: targets on the screen that the terminal would use, until they are touched.
enum Calibrate {
  static func run(_ options: Options) throws(KioskError) {
    let settings = try options.configured().settings
    var path: String?
    switch settings.touch {
    case .auto: break
    case .device(let device): path = device
    case .replay, .none: throw .usage("calibrate wants a touchscreen: --touch auto or its path")
    }
    let file = try CalibrationFile.ready()
    let signals = try Run.takeSignals()
    let opened = try settings.openScreen()
    let display = opened.display
    defer { display.close() }
    if opened.isFallback { throw .failure("there is no screen to show targets on; star-kiosk devices says why") }
    let watcher = try TouchWatcher.watching(path, settings)
    if opened.isMemory { throw .usage("calibrate requires a visible screen: --display kms or fb") }
    Standard.error("drawing to " + display.name)
    let console = Run.takeConsole()
    defer { console?.restore() }
    let run = CalibrationRun(
      display: display, watcher: watcher, signals: signals, console: console,
      screen: settings.transform(on: display), targets: options.targets)
    let (fit, ranges, device) = try run.run()
    if ranges != AxisQuirks() { try tell(ranges, fit.calibration, of: device) }
    try file.record(fit.calibration, of: device)
    Standard.error(
      "\"" + device.name + "\" is calibrated, off by \(fit.residual.rounded) px at most; written to " + file.path)
    try Output.line(fit.calibration.text)
  }

  /// What is remembered counts on the axes as the device announces them, and touches beyond those are held to the edge: such a
  /// panel's ranges are for the configuration to say.
  private static func tell(
    _ ranges: AxisQuirks, _ calibration: Calibration, of device: DeviceDescription
  ) throws(KioskError) {
    for (key, range) in [("range-x", ranges.rangeX), ("range-y", ranges.rangeY)] {
      if let range { try Output.line(key + " = \(range.minimum) \(range.maximum)") }
    }
    try Output.line("calibration = " + calibration.text)
    throw .failures([
      "\"" + device.name + "\" reports touches beyond the range that it announces, and calibrate cannot remember that",
      "write the lines above below [touch] in the configuration, in place of swap-axes, invert-x, invert-y and of others "
        + "of the same keys",
    ])
  }
}
