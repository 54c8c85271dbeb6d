import System

/// The last valid configuration that a service has shown, kept in its private folder. If the file has become invalid since then, the kiosk
/// starts with this one.
package enum LastConfiguration {
  /// The name of the copy.
  package static var name: String { "last-good.conf" }

  /// The longest copy in bytes, the limit of a configuration file.
  private static var longest: Int { 1 << 20 }

  /// The folder of the copy. At a shell there is none, because an invalid file ends the program.
  private static var folder: SharedFolder? { Environment.serviceFolder.map { SharedFolder($0) } }

  /// Returns the text of the configuration; `nil` if there is none.
  package static func read() -> [UInt8]? { folder.flatMap { try? $0.read(name, limit: longest, of: .folder) } }

  /// Keeps the text of a configuration. If the disk is full, the previous text stays.
  package static func keep(_ text: [UInt8]) {
    guard let folder, read() != text else { return }
    try? folder.write(name, text, mode: 0o600)
  }
}
