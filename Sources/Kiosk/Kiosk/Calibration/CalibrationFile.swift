import Basics
import System
import Touch

/// The file with the calibrations of all touchscreens that were measured on this machine.
///
/// `sudo star-kiosk calibrate` writes it as the folder's owner, the service's user, who could otherwise make root write elsewhere.
struct CalibrationFile {
  let path: String

  private static var maxLength: Int { 64 << 10 }
  private static var suggestion: String { "set STATE_DIRECTORY to a writable folder" }

  init(in folder: String) { path = folder + "/touch-calibration" }

  /// Returns the file in the state folder, which is created. Throws if `record` would fail after the targets were touched.
  static func prepared() throws(KioskError) -> CalibrationFile {
    try asOwner(of: Environment.stateFolder ?? "") { () throws(KioskError) in
      let file = CalibrationFile(in: try createStateFolder(suggestion: suggestion))
      try file.check()
      return file
    }
  }

  private static func asOwner<R>(of folder: String, _ body: () throws(KioskError) -> R) throws(KioskError) -> R {
    do throws(SystemError) { try Privilege.assume(ownerOf: folder) } catch { throw KioskError(error) }
    defer { Privilege.resume() }
    return try body()
  }

  /// Returns the recorded calibrations; none if there is no file yet.
  func read() throws(SystemError) -> CalibrationStore {
    do throws(SystemError) { return CalibrationStore(parsing: try readFile(path, limit: Self.maxLength)) } catch {
      if error.kind == .missing { return CalibrationStore() }
      throw error
    }
  }

  /// Throws what `record` would throw.
  func check() throws(KioskError) {
    _ = try readForChange()
    do throws(SystemError) { try checkReplaceable(path) } catch { throw KioskError(error, suggestion: Self.suggestion) }
  }

  /// Adds a device's calibration. An error leaves the file unchanged, and has the six numbers in its lines.
  func record(_ calibration: Calibration, of device: DeviceDescription) throws(KioskError) {
    do throws(KioskError) {
      try Self.asOwner(of: parentFolder(of: path)) { () throws(KioskError) in
        var store = try readForChange()
        store.set(calibration, for: device)
        // What root writes has no lines of unknown meaning.
        if Groups.user == 0 { store.removeUnreadable() }
        let text = store.text
        if text.count > Self.maxLength { throw KioskError("write", path, "longer than \(Self.maxLength) bytes") }
        do throws(SystemError) { try writeFile(path, text) } catch { throw KioskError(error) }
      }
    } catch {
      throw .failures(
        error.lines + [
          "to keep this measurement, write calibration = " + calibration.text + " below [touch] in the configuration"
        ])
    }
  }

  /// Returns the recorded calibrations; throws if writing them back would lose something.
  private func readForChange() throws(KioskError) -> CalibrationStore {
    if isSpecial(path) { throw KioskError("use", path, "a folder, a pipe or a device", suggestion: "move it away") }
    do throws(SystemError) { return try read() } catch {
      throw KioskError(error, suggestion: "correct it or move it away")
    }
  }
}
