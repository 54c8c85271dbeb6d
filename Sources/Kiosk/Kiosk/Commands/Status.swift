import Basics
import CLinux
import Journal
import Settings
import System

/// `star-kiosk status`: prints a line of JSON about the running kiosk and its journal. Exit status 3 if none runs.
enum Status {
  static func run(_ options: Options) throws(KioskError) {
    var status: String?
    for path in [StatusFile.path, StatusFile.servicePath] where status == nil { status = try path.flatMap(readStatus) }
    let isRunning = status.map(isAlive) ?? false
    var path = status.flatMap { text("journal", of: $0) }
    if path == nil { path = try options.reloaded().settings.journal }
    var json = JSONWriter()
    json.object { json in
      json.add("running", isRunning)
      json.add("terminal", number: status ?? "null")
      if let path = path ?? Journal.defaultPath { addJournal(path, to: &json) }
    }
    try Output.line(json.text)
    if !isRunning { throw KioskError(lines: [], status: 3) }
  }

  /// Returns the content of a status file; `nil` without one.
  ///
  /// - Throws: If the file may not be read: a kiosk may be running.
  private static func readStatus(_ path: String) throws(KioskError) -> String? {
    do throws(SystemError) {
      return String(decoding: try readFile(path).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    } catch {
      if error.errno == EACCES { throw KioskError(error, suggestion: "run it as root") }
      return nil
    }
  }

  private static func addJournal(_ path: String, to json: inout JSONWriter) {
    var (backlog, newest): (Int64, Int64?) = (0, nil)
    var failure: String?
    do throws(JournalError) {
      let outbox = try Outbox(path: path)
      newest = try outbox.newestWall()
      backlog = Int64(try outbox.backlog())
    } catch { failure = error.message }
    json.object("answers") { json in
      json.add("path", path)
      if let failure {
        json.add("error", failure)
      } else {
        json.add("backlog", backlog)
        json.add("last_answer_ms", newest)
      }
    }
  }

  /// Whether the process that wrote a status is still running.
  private static func isAlive(_ status: String) -> Bool {
    guard let number = bytes(after: "\"pid\":", in: status)?.prefix(while: { $0 != UInt8(ascii: ",") }),
      let pid = Int32(String(decoding: Array(number), as: UTF8.self))
    else { return false }
    return exists("/proc/\(pid)")
  }

  /// Returns a text of a status, without its quotes and escapes.
  private static func text(_ key: String, of status: String) -> String? {
    guard let rest = bytes(after: "\"" + key + "\":\"", in: status) else { return nil }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in rest {
      if !isEscaped && byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      if !isEscaped { value.append(byte) }
    }
    return nil
  }

  /// Returns what follows `key`. No text has an unescaped quote, so none contains a key.
  private static func bytes(after key: String, in status: String) -> ArraySlice<UInt8>? {
    let (bytes, key) = (Array(status.utf8), Array(key.utf8))
    guard bytes.count > key.count,
      let at = (0..<(bytes.count - key.count)).first(where: { bytes[$0..<($0 + key.count)].elementsEqual(key) })
    else { return nil }
    return bytes[(at + key.count)...]
  }
}
