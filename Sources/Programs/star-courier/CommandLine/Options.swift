import Basics
import Journal
import Settings
import System

/// The courier's settings after all defaults are applied.
struct CourierOptions {
  var journal = ""
  var terminal = ""
  var broker = CourierSettings()
  /// The journal's size limit in answers. The heartbeat reports a fault beyond it.
  var limit: Int64 = 0
  /// Warnings for standard error.
  var warnings: [String] = []

  /// Returns the keys whose new values apply only after a restart.
  func changesForRestart(from running: CourierOptions) -> [String] {
    var changes: [String] = []
    if !journal.utf8.elementsEqual(running.journal.utf8) { changes.append("[journal] path") }
    if !terminal.utf8.elementsEqual(running.terminal.utf8) { changes.append("[terminal] id") }
    if limit != running.limit { changes.append("[terminal] keep-answers") }
    return changes
  }

  /// Whether a connection with these settings can be kept with other settings.
  func connects(as other: CourierSettings) -> Bool {
    var other = other
    other.heartbeat = broker.heartbeat
    return other == broker
  }
}

/// The command line.
struct Options {
  /// The configuration file.
  var config: String?
  /// The options that are settings of the section `[courier]`.
  var builder = SettingsBuilder()
  /// Overrides `[journal] path` if it is not empty.
  var journal = ""
  /// Overrides `[terminal] id` if it is not empty.
  var terminal = ""

  /// Runs the courier until a signal ends it.
  func run() throws(ProgramError) {
    let settings = try settings()
    for warning in settings.warnings { Standard.error(warning, .warning) }
    if settings.broker.host.utf8.isEmpty { return Standard.error(Delivery.noBrokerNotice, .notice) }
    let delivery = try Delivery(settings, from: self)
    try delivery.run()
  }

  /// Reads the configuration file and applies the command line and the defaults.
  func settings() throws(ProgramError) -> CourierOptions {
    var builder = builder
    if let config {
      do throws(SystemError) {
        builder.read(try readFile(config, limit: INIDocument.maximumSize), name: config)
      } catch {
        throw .failure(error.message)
      }
    }
    let settings: Settings
    do throws(Diagnostics) {
      settings = try builder.build { (path) throws(Diagnostic) in
        do throws(SystemError) { return try readFile(path) } catch {
          throw Diagnostic(place: path, reason: error.message)
        }
      }
    } catch {
      throw ProgramError(lines: error.list.map { $0.message }, status: 2)
    }
    var options = CourierOptions()
    options.broker = settings.courier
    options.terminal = terminal.utf8.isEmpty ? settings.kiosk.id : terminal
    options.limit = Int64(settings.kiosk.keepAnswers)
    options.warnings = settings.warnings.map { $0.message }
    options.journal = journal.utf8.isEmpty ? settings.journal ?? "" : journal
    try options.complete()
    return options
  }
}

extension CourierOptions {
  /// Applies the defaults, and throws if the terminal's ID cannot be a level of a topic.
  fileprivate mutating func complete() throws(ProgramError) {
    if journal.utf8.isEmpty {
      guard let path = Journal.defaultPath else { throw .usage("no state directory; pass --journal PATH") }
      journal = path
    }
    if terminal.utf8.isEmpty { terminal = hostName() }
    if broker.port == 0 { broker.port = broker.tls ? 8883 : 1883 }
    let isTopicLevel =
      (1...200).contains(terminal.utf8.count) && terminal.utf8.first != UInt8(ascii: "$")
      && !terminal.utf8.contains { "+#/".utf8.contains($0) } && CourierSettings.canCarry(terminal)
    if !isTopicLevel {
      throw .configuration(
        "cannot use the terminal ID \"" + terminal
          + "\" in a topic: allowed are 1 to 200 bytes without +, #, / and control characters, not starting with $")
    }
  }
}
