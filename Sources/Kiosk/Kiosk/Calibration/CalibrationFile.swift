import Basics
import System
import Touch

/// The file where `star-kiosk calibrate` writes down what it measured, for all panels that this machine ever had.
struct CalibrationFile {
  let path: String

  private static var longest: Int { 64 << 10 }
  private static var suggestion: String { "set STATE_DIRECTORY to a folder that can be written to" }

  init(in folder: String) { path = folder + "/touch-calibration" }

  /// The file in the state folder, which is made. Throws if it could not be written to later, so that
  /// an operator does not touch the crosses in vain.
  static func ready() throws(KioskError) -> CalibrationFile {
    let file = CalibrationFile(in: try StateFolder.made(suggestion: suggestion))
    try file.check()
    return file
  }

  /// What was measured; an empty book where there is no file yet.
  func book() throws(SystemError) -> CalibrationStore {
    do throws(SystemError) {
      return CalibrationStore(parsing: try readFile(path, limit: Self.longest))
    } catch {
      if error.kind == .missing { return CalibrationStore() }
      throw error
    }
  }

  /// Throws what stands in the way of `record`.
  func check() throws(KioskError) {
    _ = try changeable()
    do throws(SystemError) { try checkReplaceable(path) } catch {
      throw .failure(error.message + "; " + Self.suggestion)
    }
  }

  /// Adds a device's calibration. Where that cannot be, the file stays as it is, and the error tells the six numbers.
  func record(_ calibration: Calibration, of device: DeviceDescription) throws(KioskError) {
    do throws(KioskError) {
      var book = try changeable()
      book.set(calibration, for: device)
      let text = book.text
      if text.count > Self.longest {
        throw .failure("cannot write " + path + ": it would be too long to be read again")
      }
      do throws(SystemError) { try writeFile(path, text) } catch { throw .failure(error.message) }
    } catch {
      throw .failures(
        error.lines + [
          "what was measured is not lost: write calibration = " + calibration.text
            + " below [touch] in the configuration"
        ])
    }
  }

  /// The book, if it can be written back without losing anything.
  private func changeable() throws(KioskError) -> CalibrationStore {
    if isSpecial(path) {
      throw .failure("cannot use " + path + ": it is a folder, a pipe or a device; move it away")
    }
    do throws(SystemError) {
      return try book()
    } catch {
      throw .failure(error.message + "; mend it or move it away")
    }
  }
}
