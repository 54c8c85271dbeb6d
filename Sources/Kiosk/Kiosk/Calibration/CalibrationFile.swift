import Basics
import CLinux
import System
import Touch

/// The file with the calibrations of all touchscreens that were measured on this machine.
///
/// `sudo star-kiosk calibrate` writes it with the rights of the folder's owner, the service's user. If root wrote it with its own rights,
/// that user could make root write to other files.
struct CalibrationFile {
  let path: String

  private static var maxLength: Int { 64 << 10 }
  private static var suggestion: String { "set STATE_DIRECTORY to a writable folder" }

  private static var heading: String { "Written by star-kiosk calibrate: device, place, matrix, name." }

  static var name: String { "touch-calibration" }

  private var folder: SharedFolder { SharedFolder(parentFolder(of: path)) }

  init(in folder: String) { path = folder + "/" + Self.name }

  /// Creates the private folder and returns its file. Throws now if `record` would fail later, after the operator has touched the targets.
  static func prepared() throws(KioskError) -> CalibrationFile {
    try asOwner(of: Environment.privateFolder ?? "") { () throws(KioskError) in
      guard let folder = Environment.privateFolder else {
        throw .usage("no folder for persistent files: HOME and STATE_DIRECTORY are not set; " + suggestion)
      }
      do throws(SystemError) {
        if PrivateFolder.isSeparate { try SharedFolder(folder).create(mode: 0o700) } else { try makeFolders(folder) }
      } catch { throw KioskError(error, suggestion: suggestion) }
      let file = CalibrationFile(in: folder)
      try file.check()
      return file
    }
  }

  private static func asOwner<R>(of folder: String, _ body: () throws(KioskError) -> R) throws(KioskError) -> R {
    do throws(SystemError) { try Privilege.assume(ownerOf: folder) } catch { throw KioskError(error) }
    defer { Privilege.resume() }
    return try body()
  }

  /// Returns the recorded calibrations; there are none if the file does not exist yet.
  func read() throws(SystemError) -> CalibrationStore {
    do throws(SystemError) {
      return CalibrationStore(parsing: try folder.read(Self.name, limit: Self.maxLength, of: .folder))
    } catch {
      if error.kind == .missing { return CalibrationStore() }
      throw error
    }
  }

  /// Throws the error that `record` would throw.
  func check() throws(KioskError) {
    _ = try readForChange()
    do throws(SystemError) { try checkReplaceable(path) } catch { throw KioskError(error, suggestion: Self.suggestion) }
  }

  /// Adds a device's calibration. If that fails, the file is unchanged, and the error contains the calibration's six numbers, so that the
  /// measurement is not lost.
  func record(_ calibration: Calibration, of device: DeviceDescription) throws(KioskError) {
    do throws(KioskError) {
      try Self.asOwner(of: parentFolder(of: path)) { () throws(KioskError) in
        var store = try readForChange()
        store.set(calibration, for: device, heading: Self.heading)
        // Root removes lines that cannot be parsed instead of writing them back.
        if Groups.user == 0 { store.removeUnreadable() }
        let text = store.text
        if text.count > Self.maxLength { throw KioskError("write", path, "longer than \(Self.maxLength) bytes") }
        do throws(SystemError) { try folder.write(Self.name, text) } catch { throw KioskError(error) }
      }
    } catch {
      throw .failures(
        error.lines + [
          "to keep this measurement, write calibration = " + calibration.text + " below [touch] in the configuration"
        ])
    }
  }

  /// Returns the recorded calibrations. Throws if writing them back would lose something.
  private func readForChange() throws(KioskError) -> CalibrationStore {
    if isSpecial(path) { throw KioskError("use", path, "a folder, a pipe or a device", suggestion: "move it away") }
    do throws(SystemError) { return try read() } catch {
      throw KioskError(error, suggestion: error.errno == ELOOP ? "" : "correct it or move it away")
    }
  }
}
