import CLinux
import Settings
import System

/// What the courier needs to know.
struct CourierOptions {
  var journal = ""
  var terminal = ""
  var broker = CourierSettings()
  /// Answers that a journal may hold, for the heartbeat's faults.
  var limit: Int64 = 0
  /// What can be done and had better not: lines for standard error.
  var warnings: [String] = []

  /// What of these settings only a start takes over, beside the running ones.
  func changesForRestart(from running: CourierOptions) -> [String] {
    var changes: [String] = []
    if !journal.utf8.elementsEqual(running.journal.utf8) { changes.append("[journal] path") }
    if !terminal.utf8.elementsEqual(running.terminal.utf8) { changes.append("[terminal] id") }
    if limit != running.limit { changes.append("[terminal] keep-answers") }
    return changes
  }

  /// Whether a connection that was made with these settings will do for others.
  func connects(as other: CourierSettings) -> Bool {
    var other = other
    other.heartbeat = broker.heartbeat
    return other == broker
  }
}

/// What the command line asks for.
struct Options {
  enum Command {
    case run
    case help
    case version
  }

  var command = Command.run
  /// The configuration file.
  var config: String?
  /// The options that are settings of the section `[courier]`.
  var draft = SettingsDraft()
  /// What the file calls `[journal] path` and `[terminal] id`; empty where nothing was said.
  var journal = ""
  var terminal = ""

  /// The settings: the file's, and what the command line says otherwise.
  func settings() throws(CourierError) -> CourierOptions {
    var draft = draft
    if let config {
      do throws(SystemError) {
        draft.read(try readFile(config, limit: SettingsDraft.longestFile), name: config)
      } catch {
        throw .failure(error.message)
      }
    }
    let settings: Settings
    do throws(Mistakes) {
      settings = try draft.finished { (path) throws(Unreadable) in
        do throws(SystemError) { return try readFile(path) } catch { throw Unreadable(error.message) }
      }
    } catch {
      throw CourierError(error)
    }
    var options = CourierOptions()
    options.broker = settings.courier
    options.terminal = terminal.utf8.isEmpty ? settings.terminal.id : terminal
    options.limit = Int64(settings.terminal.keepAnswers)
    options.warnings = settings.warnings.map { $0.message }
    options.journal = journal.utf8.isEmpty ? settings.journal ?? "" : journal
    try options.complete()
    return options
  }
}

extension CourierOptions {
  /// Fills in what nobody said, and refuses what cannot be.
  fileprivate mutating func complete() throws(CourierError) {
    if journal.utf8.isEmpty { journal = try Self.defaultJournal() }
    if terminal.utf8.isEmpty {
      let name = (try? readFile("/proc/sys/kernel/hostname", limit: 256)) ?? []
      terminal = String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    if broker.port == 0 { broker.port = broker.tls ? 8883 : 1883 }
    try Self.requireTopic(terminal, "the terminal's id")
  }

  private static func defaultJournal() throws(CourierError) -> String {
    if let state = Environment.stateDirectory { return state + "/journal.sqlite" }
    if let state = Environment["XDG_STATE_HOME"] { return state + "/star-slider/journal.sqlite" }
    guard let home = Environment["HOME"] else { throw .usage("there is no home with a journal; say --journal PATH") }
    return home + "/.local/state/star-slider/journal.sqlite"
  }

  /// A topic's level: 1 to 200 bytes, without what MQTT gives a meaning to.
  private static func requireTopic(_ text: String, _ what: String) throws(CourierError) {
    var isFine =
      (1...200).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "$") && CourierSettings.canCarry(text)
    for byte in text.utf8 where [UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "/")].contains(byte) {
      isFine = false
    }
    if isFine { return }
    throw .configuration(
      what + " \"" + text + "\" cannot be a part of a topic; give 1 to 200 bytes without +, #, / and control characters"
    )
  }
}
