import Basics
import System

/// The folder of the kiosk's persistent files: the journal, and the calibrations of touchscreens.
enum StateFolder {
  /// `nil` if the environment names none.
  static var path: String? { Environment.stateFolder }

  /// Returns `path`, and creates the folder and its parents.
  ///
  /// - Parameter suggestion: The advice for an operator if that fails.
  static func created(suggestion: String) throws(KioskError) -> String {
    guard let path else {
      throw .usage("no folder for persistent files: HOME and STATE_DIRECTORY are not set; " + suggestion)
    }
    do throws(SystemError) { try makeFolders(path) } catch { throw KioskError(error, suggestion: suggestion) }
    return path
  }
}
