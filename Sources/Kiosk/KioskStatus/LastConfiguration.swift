import System

/// The last configuration that a service has shown, in its state folder beside the journal. If the file has become invalid
/// meanwhile, kiosk and courier start with it.
package enum LastConfiguration {
  /// `nil` unless this is a service: at a shell an invalid file ends the program.
  private static var path: String? { Environment.stateDirectory.map { $0 + "/last-good.conf" } }

  /// Returns its text; `nil` if there is none.
  package static func read() -> [UInt8]? { path.flatMap { try? readFile($0) } }

  /// Keeps the text of a configuration. Without room for it, the one before stays.
  package static func keep(_ text: [UInt8]) {
    guard let path, read() != text else { return }
    try? writeFile(path, text)
  }
}
