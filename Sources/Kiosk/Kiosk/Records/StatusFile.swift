import Basics
import CLinux
import Journal
import Settings
import Survey
import System

/// What a running terminal says of itself, for `star-kiosk status`: a small file in memory, written anew with every
/// screen that is shown, and not for what a finger changes on it.
struct StatusFile {
  private let path: String?
  private let fixed: String

  /// `screen` is the display's name, `journal` the database's path, made absolute, since `status` may run in another folder.
  init(screen: String, journal: String) {
    path = Self.path
    let journal = (try? realPath(journal)) ?? journal
    fixed =
      "\"version\":\"\(Version.number)\",\"pid\":\(getpid()),\"started_ms\":\(WallClock.now()),\"screen\":"
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
    // No answer depends on it.
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
