import Basics
import KioskStatus
import Settings
import System

/// Counts the starts of a service with the same configuration file that ended in a signal, such as a library's abort. After three of
/// them, the kiosk starts with the last valid configuration.
///
/// | event | the file in the state folder |
/// | --- | --- |
/// | a start, before it reads the settings | one more than with the same configuration before |
/// | all screens are made, or the program ends by itself | removed |
/// | a start after three | stays, until the configuration differs or a reload succeeds |
final class StartCount {
  private static var most: Int64 { 3 }

  /// The configuration file's content; `nil` if it cannot be read.
  let text: [UInt8]?
  /// Why the configuration is not used; `nil` if it is.
  private(set) var error: KioskError?
  /// `nil` once the start has ended well.
  private var path: String?

  /// Counts this start. Without a state folder, as at a shell, nothing is counted.
  init(of config: String?, in folder: String? = Environment.stateDirectory) {
    text = config.flatMap { try? readRegularFile($0, limit: INIDocument.maximumSize) }
    guard let config, let text, let folder else { return }
    let path = folder + "/starts"
    let identity = "\(Self.hash(text)) "
    let line = firstLine(of: path) ?? ""
    var count: Int64 = 0
    if line.utf8.starts(with: identity.utf8) {
      count = decimal(String(decoding: Array(line.utf8.dropFirst(identity.utf8.count)), as: UTF8.self)) ?? 0
    }
    self.path = path
    if count >= Self.most {
      error = .failure(
        "the last \(count) starts with " + config + " crashed; change it, or remove " + path + " to try it again")
    } else {
      // If the disk is full, the start is not counted.
      try? writeFile(path, Array((identity + "\(count + 1)\n").utf8))
    }
  }

  /// The start has ended without a crash. A start with another configuration says nothing about this one.
  func end() {
    if error == nil, let path { removeFile(path) }
    path = nil
  }

  /// FNV-1a of 64 bits.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
