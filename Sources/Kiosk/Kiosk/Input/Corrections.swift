import Basics
import EvdevTouch
import Settings
import StarSlider
import System
import Touch

/// The correction of a touchscreen. It is chosen whenever one is opened, because devices and calibrations may change while the kiosk runs.
struct Corrections {
  let settings: Settings

  /// Returns the transform from the touchscreen's axes to the scanout, and logs the source of its calibration. Returns `nil` if the axes
  /// are unusable.
  func transform(for touch: TouchScreen, on screen: Size<PhysicalSpace>) -> TouchTransform? {
    let correction = correction(of: touch)
    let by = correction.source.name.map { ", calibrated by " + $0 } ?? ""
    Standard.error("touchscreen " + touch.path + ", \"" + touch.device.name + "\"" + by, .info)
    return correction.transform(touch.axes, on: screen)
  }

  func correction(of touch: TouchScreen) -> TouchCorrection {
    let own = settings.touch.settings(of: touch.device.name, touch.axes)
    return TouchCorrection(
      settings: own.calibration.calibration, measured: Self.calibrations().calibration(of: touch.device),
      udev: Self.udev(touch), profile: own.boardCalibration, quirks: own.quirks)
  }

  /// Returns the correction of a recording. It uses only the configuration's calibration, because calibrations were measured on other panels.
  func correction(ofRecordingOf device: DeviceDescription, _ axes: (x: AxisInfo, y: AxisInfo)) -> TouchCorrection {
    let own = settings.touch.settings(of: device.name, axes)
    return TouchCorrection(
      settings: own.calibration.calibration, measured: nil, udev: nil, profile: nil, quirks: own.quirks)
  }

  /// Returns udev's calibration. An unusable one is reported and ignored.
  static func udev(_ touch: TouchScreen) -> Calibration? {
    guard let text = touch.udevCalibration else { return nil }
    do throws(CalibrationError) { return try Calibration(parsing: text) } catch {
      Standard.error("LIBINPUT_CALIBRATION_MATRIX of " + touch.path + ": " + error.message, .warning)
      return nil
    }
  }

  /// Returns the calibrations that were measured on this machine. Unreadable ones are reported and ignored.
  static func calibrations() -> CalibrationStore {
    guard let folder = Environment.privateFolder else { return CalibrationStore() }
    let file = CalibrationFile(in: folder)
    do throws(SystemError) {
      let store = try file.read()
      for line in store.unreadable {
        Standard.error(
          file.path + ":\(line): not a calibration; correct the line, or delete it and run star-kiosk calibrate",
          .warning)
      }
      return store
    } catch {
      Standard.error(error.message, .warning)
      return CalibrationStore()
    }
  }
}

extension TouchCorrection.Source {
  /// The source as the log names it after "calibrated by"; `nil` for none.
  var name: String? {
    switch self {
    case .settings: "the configuration"
    case .measured: "star-kiosk calibrate"
    case .udev: "udev"
    case .profile: "the board's profile"
    case .none: nil
    }
  }
}
