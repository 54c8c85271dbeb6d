import Basics
import System

/// Creates the folder of the kiosk's persistent files, which are the journal and the calibrations of touchscreens. Returns its path.
///
/// - Parameter suggestion: Advice for the operator if that fails.
func createStateFolder(suggestion: String) throws(KioskError) -> String {
  guard let path = Environment.stateFolder else {
    throw .usage("no folder for persistent files: HOME and STATE_DIRECTORY are not set; " + suggestion)
  }
  do throws(SystemError) { try makeFolders(path) } catch { throw KioskError(error, suggestion: suggestion) }
  return path
}
