import Basics
import System

/// Where the terminal keeps what it must not lose: the journal, and the touchscreens' calibrations.
enum StateFolder {
  /// systemd's StateDirectory, else the place for a user's state; nil where there is no home either.
  static var path: String? { Environment.stateFolder }

  /// The same, made with the folders above it. `suggestion` is what to do where it cannot be had.
  static func made(suggestion: String) throws(KioskError) -> String {
    guard let path else { throw .usage("there is no folder to keep state in; " + suggestion) }
    do throws(SystemError) {
      try makeFolders(path)
    } catch {
      throw .failure(error.message + "; " + suggestion)
    }
    return path
  }
}
