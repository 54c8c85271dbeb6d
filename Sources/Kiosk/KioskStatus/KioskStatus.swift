import Basics
import CLinux
import System

/// The status file of a kiosk, read by other programs.
package struct KioskStatus {
  /// The content of the file: a JSON object on one line; "null" if the file could not be written.
  package let json: String
  /// Whether a running kiosk holds the file's folder.
  let isHeld: Bool

  /// The file's path, in systemd's RuntimeDirectory or else the user's; `nil` if the environment names neither.
  package static var path: String? {
    if let folder = Environment["RUNTIME_DIRECTORY"] { return folder + "/status.json" }
    return Environment["XDG_RUNTIME_DIR"].map { $0 + "/star-kiosk.json" }
  }

  /// The path of the black box of a running kiosk, in the same folder as `path`.
  package static var blackBox: String? {
    if let folder = Environment["RUNTIME_DIRECTORY"] { return folder + "/blackbox" }
    return Environment["XDG_RUNTIME_DIR"].map { $0 + "/star-kiosk.blackbox" }
  }

  /// The service's file.
  private static var servicePath: String { "/run/star-slider/status.json" }

  /// Holds the file's folder while this process runs, so that a running kiosk is recognized even if there is no room for its file. Returns
  /// `nil` if the folder cannot be opened or marked.
  ///
  /// A lock cannot be used instead, because a journal in the same folder also locks the folder.
  @export(interface) package static func hold(_ path: String) -> FileDescriptor? {
    do throws(SystemError) {
      let folder = try FileDescriptor(opening: parentFolder(of: path), flags: O_RDONLY | O_DIRECTORY)
      try folder.mark()
      return folder
    } catch { return nil }
  }

  /// Whether a process holds the folder of the file at `path`.
  private static func isHeld(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileDescriptor(opening: parentFolder(of: path), flags: O_RDONLY | O_DIRECTORY).isMarked()
    } catch { return false }
  }

  /// Reads the file at `path` or the service's: the first one whose kiosk is running, otherwise the first one that a kiosk left behind.
  /// Returns `nil` if there is none and no kiosk runs.
  ///
  /// - Throws: If a file may not be read; a kiosk may be running then.
  @export(interface) package static func read() throws(SystemError) -> KioskStatus? {
    try read(from: [path, servicePath].compactMap { $0 })
  }

  static func read(from paths: [String]) throws(SystemError) -> KioskStatus? {
    var isHeld = false
    var left: KioskStatus?
    for path in paths {
      let isHeldHere = Self.isHeld(path)
      do throws(SystemError) {
        let line = try readFile(path).prefix { $0 != UInt8(ascii: "\n") }
        let status = KioskStatus(json: String(decoding: line, as: UTF8.self), isHeld: isHeldHere)
        if status.isRunning { return status }
        left = left ?? status
      } catch { if error.errno == EACCES { throw error } }
      isHeld = isHeld || isHeldHere
    }
    return isHeld ? KioskStatus(json: "null", isHeld: true) : left
  }

  /// Whether a kiosk is running: the process that wrote the file, or one that could not write it.
  package var isRunning: Bool { isHeld || writerIsRunning }

  private var writerIsRunning: Bool { writer.map { processExists($0) } ?? false }

  /// The process that wrote the file.
  private var writer: Int32? {
    let number = bytes(after: "\"pid\":")?.prefix(while: { $0 != UInt8(ascii: ",") })
    return number.flatMap { Int32(String(decoding: Array($0), as: UTF8.self)) }
  }

  /// Removes the file, because the kiosk ends as requested. The file of another kiosk stays.
  @export(interface) package static func remove(_ path: String) {
    guard let line = try? readFile(path) else { return }
    let status = KioskStatus(json: String(decoding: line, as: UTF8.self), isHeld: false)
    if status.writer == processID() { removeFile(path) }
  }

  /// The names of the kiosk's faults. If the kiosk has ended or was killed, the only one is `kiosk_not_running`. If a kiosk is running but
  /// the file is missing or was left by an earlier kiosk, the only one is `status_not_written`.
  package var faults: [String] {
    guard writerIsRunning else { return isHeld ? ["status_not_written"] : Self.faultsWithoutKiosk }
    guard let list = bytes(after: "\"faults\":[")?.prefix(while: { $0 != UInt8(ascii: "]") }) else { return [] }
    return list.split(separator: UInt8(ascii: ",")).map {
      String(decoding: Array($0.dropFirst().dropLast()), as: UTF8.self)
    }
  }

  /// The number of answers that wait for the journal in the kiosk's reserve or memory; 0 if no kiosk is running.
  package var waiting: Int64 {
    guard isRunning, let number = bytes(after: "\"waiting\":")?.prefix(while: { $0 != UInt8(ascii: ",") }) else {
      return 0
    }
    return decimal(String(decoding: Array(number), as: UTF8.self)) ?? 0
  }

  /// The faults to report if no kiosk is running.
  package static var faultsWithoutKiosk: [String] { ["kiosk_not_running"] }

  /// The path of the journal.
  package var journal: String? {
    guard let rest = bytes(after: "\"journal\":\"") else { return nil }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in rest {
      if !isEscaped && byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      if !isEscaped { value.append(byte) }
    }
    return nil
  }

  /// Returns the bytes after `key`. No text contains an unescaped quote, so none can contain a key.
  private func bytes(after key: String) -> ArraySlice<UInt8>? {
    let (bytes, key) = (Array(json.utf8), Array(key.utf8))
    guard bytes.count > key.count,
      let at = (0..<(bytes.count - key.count)).first(where: { bytes[$0..<($0 + key.count)].elementsEqual(key) })
    else { return nil }
    return bytes[(at + key.count)...]
  }
}
