import Basics
import Survey
import System

/// The state of a running kiosk, for `star-kiosk status`: a small file in memory, written whenever another screen is shown, but not
/// for each change of one.
struct StatusFile {
  private let path: String?
  private let startedAt = WallClock.now()
  private let displayName: String
  private let journal: String

  /// - Parameters:
  ///   - displayName: The display's name.
  ///   - journal: The database's path, stored as an absolute one: `status` may run in another folder.
  init(display displayName: String, journal: String) {
    path = Self.path
    self.displayName = displayName
    self.journal = (try? realPath(journal)) ?? journal
  }

  /// In systemd's RuntimeDirectory, else in the user's; `nil` if the environment names neither.
  static var path: String? {
    if let folder = Environment["RUNTIME_DIRECTORY"] { return folder + "/status.json" }
    return Environment["XDG_RUNTIME_DIR"].map { $0 + "/star-kiosk.json" }
  }

  /// The service's file.
  static var servicePath: String { "/run/star-slider/status.json" }

  func write(_ machine: SurveyMachine, _ latency: ThankYouLatency, fault: String?) {
    guard let path else { return }
    var json = JSONWriter()
    json.object { json in
      json.add("version", Version.number)
      json.add("pid", Int64(processID()))
      json.add("started_ms", startedAt)
      json.add("screen", displayName)
      json.add("journal", journal)
      json.add("view", machine.screen.name)
      json.add("visits", machine.visits)
      json.add("updated_ms", WallClock.now())
      if latency.count == 0 {
        json.add("thanks", number: "null")
      } else {
        json.object("thanks") { json in
          json.add("count", latency.count)
          json.add("last_wait_us", latency.wait.last / 1000)
          json.add("longest_wait_us", latency.wait.longest / 1000)
          json.add("last_disk_us", latency.disk.last / 1000)
          json.add("longest_disk_us", latency.disk.longest / 1000)
        }
      }
      json.add("fault", fault)
    }
    // The kiosk goes on without the file.
    try? writeFile(path, json.bytes + [UInt8(ascii: "\n")])
  }

  func remove() { if let path { removeFile(path) } }
}

extension SurveyScreen {
  fileprivate var name: StaticString {
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
