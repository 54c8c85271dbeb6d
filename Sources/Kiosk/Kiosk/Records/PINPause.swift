import Basics
import Settings
import Survey
import System

/// The file that keeps the number of wrong PINs and the end of their pause, so that a restart or a power cut gives no further attempts.
enum PINPause {
  private static var name: String { "pin-pause" }

  private static var folder: SharedFolder? { Environment.serviceFolder.map { SharedFolder($0) } }

  /// Returns the number of wrong PINs, and the end of the pause in nanoseconds of the monotonic clock; `nil` after a reboot.
  static func read() -> (wrong: Int32, end: Int64?) {
    guard let file = folder.flatMap({ try? $0.read(name, limit: 256, of: .folder) }) else { return (0, nil) }
    let words = String(decoding: file, as: UTF8.self).utf8.split(separator: UInt8(ascii: " ")).map {
      String(decoding: Array($0), as: UTF8.self)
    }
    guard words.count == 3, let wrong = decimal(words[0]), let end = decimal(words[1]) else { return (0, nil) }
    return (Int32(clamping: wrong), same(words[2], bootIdentity()) ? end : nil)
  }

  /// Stores the number of wrong PINs and the end of the pause. Removes the file if there are no wrong PINs.
  static func keep(_ entry: PINEntry) {
    guard let folder else { return }
    if entry.wrong == 0 { return folder.remove(name) }
    let text = "\(entry.wrong) \(entry.pausedUntil ?? 0) " + bootIdentity()
    do throws(SystemError) { try folder.write(name, Array(text.utf8), mode: 0o600) } catch {
      Standard.error(error.message, .warning)
    }
  }
}
