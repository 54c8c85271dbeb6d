import Configuration
import Display
import EvdevTouch
import Geometry
import Linux
import Raster
import Touch

extension StarKiosk {
  /// `star-kiosk calibrate`: targets on the screen that the terminal would use, until they are touched.
  static func calibrate(_ options: Options) throws(KioskError) {
    let settings = try options.configured().settings
    var path: String?
    switch settings.touch {
    case .auto: break
    case .device(let device): path = device
    case .replay, .none: throw .usage("calibrate wants a touchscreen: --touch auto or its path")
    }
    let file = try CalibrationFile.ready()
    let signals = try takeSignals()
    let opened = try settings.openScreen()
    let display = opened.display
    defer { display.close() }
    if opened.isFallback { throw .failure("there is no screen to show targets on; star-kiosk devices says why") }
    let watcher = try TouchWatcher.watching(path, settings)
    if opened.isMemory { throw .usage("calibrate wants a screen that somebody can see: --display kms or fb") }
    Standard.error("drawing to " + display.name)
    let console = takeConsole()
    defer { console?.restore() }
    let run = CalibrationRun(
      display: display, watcher: watcher, signals: signals, console: console,
      screen: ScreenTransform(physical: display.size, rotation: settings.rotation), targets: options.targets)
    let (fit, device) = try run.run()
    try file.record(fit.calibration, of: device)
    Standard.error(
      "\"" + device.name + "\" is calibrated, off by \(fit.residual.rounded) px at most; written to " + file.path)
    try Output.line(fit.calibration.text)
  }
}
