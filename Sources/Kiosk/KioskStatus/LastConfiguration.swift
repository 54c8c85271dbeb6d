import System

/// The last valid configuration that a service has shown, kept in its state folder next to the journal. If the file has become invalid
/// since then, kiosk and courier start with this one.
package enum LastConfiguration {
  /// The path of the copy; `nil` unless this is a service. At a shell, an invalid file ends the program.
  private static var path: String? { Environment.stateDirectory.map { $0 + "/last-good.conf" } }

  /// Returns the text of the configuration; `nil` if there is none.
  package static func read() -> [UInt8]? { path.flatMap { try? readFile($0) } }

  /// Keeps the text of a configuration. If the disk is full, the previous text stays.
  package static func keep(_ text: [UInt8]) {
    guard let path, read() != text else { return }
    try? writeFile(path, text)
  }
}
