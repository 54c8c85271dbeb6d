import Basics
import CLinux
import Journal
import Settings
import System

/// `star-kiosk status`: one line of JSON about the terminal that runs, and about its journal. Exit status 3 where none runs.
enum Status {
  static func print(_ options: Options) throws(KioskError) {
    var said: String?
    for path in [StatusFile.path, StatusFile.servicePath] where said == nil { said = try path.flatMap(line) }
    let isRunning = said != nil && isAlive(said ?? "")
    var line = "{\"running\":" + (isRunning ? "true" : "false") + ",\"terminal\":" + (said ?? "null")
    // The terminal knows best where its answers are.
    var path = said.flatMap { text("journal", of: $0) }
    if path == nil { path = try options.reloaded().settings.journal }
    if let path = path ?? Journal.defaultPath {
      line += ",\"answers\":" + journal(path)
    }
    try Output.line(line + "}")
    if !isRunning { exit(3) }
  }

  /// What a terminal has written, `nil` where none has. One that this user may not ask runs all the same, perhaps.
  private static func line(_ path: String) throws(KioskError) -> String? {
    do throws(SystemError) {
      return String(decoding: try readFile(path).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    } catch {
      if error.errno == EACCES { throw .failure(error.message + "; ask as root") }
      return nil
    }
  }

  private static func journal(_ path: String) -> String {
    do throws(JournalError) {
      let outbox = try Outbox(path: path)
      let newest = try outbox.newestWall()
      return "{\"path\":" + jsonString(path) + ",\"backlog\":\(try outbox.backlog()),\"last_answer_ms\":"
        + (newest.map { "\($0)" } ?? "null") + "}"
    } catch {
      return "{\"path\":" + jsonString(path) + ",\"error\":" + jsonString(error.message) + "}"
    }
  }

  /// Whether the process that wrote the line is still there.
  private static func isAlive(_ line: String) -> Bool {
    guard let number = bytes(behind: "\"pid\":", of: line)?.prefix(while: { $0 != UInt8(ascii: ",") }),
      let pid = Int32(String(decoding: Array(number), as: UTF8.self))
    else { return false }
    return access("/proc/\(pid)", F_OK) == 0
  }

  /// A text of a line that `StatusFile` wrote, as it was before `jsonString`.
  private static func text(_ key: String, of line: String) -> String? {
    guard let rest = bytes(behind: "\"" + key + "\":\"", of: line) else { return nil }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in rest {
      if !isEscaped && byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      if !isEscaped { value.append(byte) }
    }
    return nil
  }

  /// What follows `key` in a line. No text has an unescaped quote, so none has a key in it.
  private static func bytes(behind key: String, of line: String) -> ArraySlice<UInt8>? {
    let (bytes, key) = (Array(line.utf8), Array(key.utf8))
    guard bytes.count > key.count,
      let at = (0..<(bytes.count - key.count)).first(where: { bytes[$0..<($0 + key.count)].elementsEqual(key) })
    else { return nil }
    return bytes[(at + key.count)...]
  }
}
