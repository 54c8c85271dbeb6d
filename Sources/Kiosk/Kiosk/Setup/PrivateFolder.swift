import Basics
import KioskStatus
import System

/// The folder that only the kiosk's user may enter. It contains the reserve, the last valid configuration, the calibrations, and the
/// records of signed messages. If there is no such folder, these files are in the state folder.
enum PrivateFolder {
  /// The maximum size of a file that is moved, in bytes. The reserve is the largest.
  private static var longest: Int { 1 << 20 }

  /// Whether there is a private folder besides the state folder.
  static var isSeparate: Bool { path != nil }

  private static var path: String? {
    guard let path = Environment.privateFolder, let state = Environment.stateFolder,
      !path.utf8.elementsEqual(state.utf8)
    else { return nil }
    return path
  }

  /// Creates the folder, and moves into it the files that an earlier version kept in the state folder. It moves only regular files of the
  /// kiosk's user, because other users write to that folder, too.
  static func prepare() {
    guard let path, let state = Environment.stateFolder else { return }
    let folder = SharedFolder(path)
    do throws(SystemError) { try folder.create(mode: 0o700) } catch { Standard.error(error.message, .warning) }
    let old = SharedFolder(state)
    for name in [LastConfiguration.name, CalibrationFile.name] {
      folder.adopt(name, from: old, as: name, limit: longest)
    }
  }

  /// Moves the reserve that an earlier version kept beside the journal.
  static func adoptReserve(of journal: String) {
    guard let path else { return }
    let real = (try? realPath(journal)) ?? journal
    SharedFolder(path).adopt(
      fileName(of: real) + ".spill", from: SharedFolder(parentFolder(of: real)), as: fileName(of: journal) + ".spill",
      limit: longest)
  }

  /// Returns the path of the reserve for a journal; `nil` for the one beside it.
  static func reserve(of journal: String) -> String? { path.map { $0 + "/" + fileName(of: journal) + ".spill" } }
}
