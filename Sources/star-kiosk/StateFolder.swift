import Linux

/// Where the terminal keeps what it must not lose: the journal, and the touchscreens' calibrations.
enum StateFolder {
  /// systemd's StateDirectory, else the place for a user's state; nil where there is no home either.
  static var path: String? {
    if let state = Environment["STATE_DIRECTORY"] { return state }
    if let state = Environment["XDG_STATE_HOME"] { return state + "/star-slider" }
    return Environment["HOME"].map { $0 + "/.local/state/star-slider" }
  }

  /// The same, made with the folders above it.
  static func made() throws(KioskError) -> String {
    guard let path else { throw .usage("there is no home for the journal; say --journal PATH") }
    do throws(SystemError) {
      try makeFolders(path)
    } catch {
      throw .failure(error.message + "; say --journal PATH")
    }
    return path
  }

  /// The file of the calibrations, in the folder.
  static var calibrations: StaticString { "/touch-calibration" }
}
