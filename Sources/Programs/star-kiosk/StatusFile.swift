import Basics
import CLinux
import Journal
import Operations
import Settings
import Survey
import System

/// What a running terminal says of itself, for `star-kiosk status`: a small file in memory, written anew with every
/// screen that is shown, and not for what a finger changes on it.
struct StatusFile {
  private let path: String?
  private let fixed: String

  /// `screen` is the display's name, `journal` the database's path, which is there: whoever asks may be in another folder.
  init(screen: String, journal: String) {
    path = Self.path
    let journal = (try? realPath(journal)) ?? journal
    fixed =
      "\"version\":\"\(Help.number)\",\"pid\":\(getpid()),\"started_ms\":\(WallClock.now()),\"screen\":"
      + jsonString(screen)
      + ",\"journal\":" + jsonString(journal)
  }

  /// systemd's RuntimeDirectory, else the user's, else nowhere.
  static var path: String? {
    if let folder = Environment["RUNTIME_DIRECTORY"] { return folder + "/status.json" }
    return Environment["XDG_RUNTIME_DIR"].map { $0 + "/star-kiosk.json" }
  }

  /// A service's, wherever this process runs.
  static var servicePath: String { "/run/star-slider/status.json" }

  func write(_ terminal: SurveyMachine, _ thanks: ThankYouLatency, fault: String?) {
    guard let path else { return }
    let line =
      "{" + fixed + ",\"view\":\"" + terminal.view.name + "\",\"visits\":\(terminal.visits),\"updated_ms\":"
      + "\(WallClock.now()),\"thanks\":" + json(thanks) + ",\"fault\":"
      + (fault.map { jsonString($0) } ?? "null") + "}\n"
    // Nobody's answer hangs on it.
    try? writeFile(path, Array(line.utf8))
  }

  /// Microseconds; before the first thanks nothing is known.
  private func json(_ thanks: ThankYouLatency) -> String {
    if thanks.count == 0 { return "null" }
    func times(_ name: StaticString, _ times: ThankYouLatency.Durations) -> String {
      ",\"last_\(name)_us\":\(times.last / 1000),\"longest_\(name)_us\":\(times.longest / 1000)"
    }
    return "{\"count\":\(thanks.count)" + times("wait", thanks.wait) + times("disk", thanks.disk) + "}"
  }

  func remove() { if let path { unlink(path) } }
}

extension SurveyMachine.View {
  fileprivate var name: String {
    switch self {
    case .attract: "start"
    case .language: "language"
    case .question: "question"
    case .reasons: "reasons"
    case .thanks: "thanks"
    case .closed: "closed"
    case .cleaning: "cleaning"
    }
  }
}

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
    if let path = path ?? StateFolder.path.map({ $0 + "/journal.sqlite" }) {
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
      if error.code == EACCES { throw .failure(error.message + "; ask as root") }
      return nil
    }
  }

  private static func journal(_ path: String) -> String {
    do throws(JournalError) {
      let outbox = try Outbox(path: path)
      defer { outbox.close() }
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
