import Basics
import EvdevTouch
import Geometry
import Settings
import System
import Touch

/// What corrects a touchscreen: decided whenever one is opened, since another may come, and calibrations change.
struct Corrections {
  let settings: Settings

  /// From the screen's axes to the scanout; nil where its axes cannot be used. Says on standard error what counts.
  func transform(for touch: TouchScreen, on screen: Size<PhysicalSpace>) -> TouchTransform? {
    let correction = correction(of: touch)
    let by = correction.source == .none ? "" : ", calibrated by \(correction.source.name)"
    Standard.error("touched by " + touch.path + ", \"" + touch.device.name + "\"" + by, .info)
    return correction.transform(touch.axes, on: screen)
  }

  /// What counts for a screen.
  func correction(of touch: TouchScreen) -> TouchCorrection {
    TouchCorrection(
      settings: settings.calibration.calibration, measured: Self.book().calibration(of: touch.device),
      udev: Self.udev(touch), profile: settings.boardCalibration, quirks: settings.quirks)
  }

  /// What counts for a recording: what is said of the panel, and not what was measured on one, which may be another.
  var ofRecordings: TouchCorrection {
    TouchCorrection(
      settings: settings.calibration.calibration, measured: nil, udev: nil, profile: nil, quirks: settings.quirks)
  }

  /// What udev says; a matrix that cannot be used is told, and counts for nothing.
  static func udev(_ touch: TouchScreen) -> Calibration? {
    guard let text = touch.udevCalibration else { return nil }
    do throws(CalibrationError) {
      return try Calibration(parsing: text)
    } catch {
      Standard.error("LIBINPUT_CALIBRATION_MATRIX of " + touch.path + ": " + error.message, .warning)
      return nil
    }
  }

  /// What was measured on this machine; an empty book where there is none. What cannot be read is told.
  static func book() -> CalibrationStore {
    guard let folder = StateFolder.path else { return CalibrationStore() }
    let file = CalibrationFile(in: folder)
    do throws(SystemError) {
      let book = try file.book()
      for line in book.unreadable {
        Standard.error(
          file.path + ":\(line): not a calibration; mend the line, or delete it and run star-kiosk calibrate", .warning)
      }
      return book
    } catch {
      Standard.error(error.message, .warning)
      return CalibrationStore()
    }
  }
}
