import System

extension Journal {
  /// The default path of the journal; `nil` if there is no folder for state.
  package static var defaultPath: String? { Environment.stateFolder.map { path(in: $0) } }

  /// Returns the path of the journal in a folder for state.
  package static func path(in folder: String) -> String { folder + "/journal.sqlite" }
}
