import Basics
import System
import Voice

/// Logs each fault once, and keeps the most important one in a file.
final class StateFile {
  private let path: String?
  private var faults = VoiceFaults()
  /// The line in the file.
  private var written = ""

  init(_ path: String?) {
    self.path = path
    write()
  }

  /// Sets what is wrong; an empty message if nothing is.
  func set(_ kind: VoiceFaults.Kind, _ message: String = "") {
    if faults.set(kind, message) {
      if !message.utf8.isEmpty {
        Standard.error(message, .warning)
      } else {
        Standard.error(kind == .sound ? "the sound card works again" : "speech works again", .notice)
      }
    }
    write()
  }

  /// Replaces the file if its line differs. If that fails, the program continues without it.
  private func write() {
    guard let path, !faults.line.utf8.elementsEqual(written.utf8) else { return }
    written = faults.line
    do throws(SystemError) { try writeFile(path, Array((oneLine(written) + "\n").utf8)) } catch {
      Standard.error(error.message, .warning)
    }
  }
}
