import Basics
import Broker
import Collector
import Settings
import System

struct Options {
  /// The options that the courier also has, with the same meaning.
  private var builder = SettingsBuilder()
  /// The connection string for libpq.
  var database = "dbname=star"
  /// The name that distinguishes collectors of one group.
  var name = hostName()
  /// The group of the collectors that share the messages.
  var group = "star-collector"
  /// How long an answer may be missing before it is requested from its kiosk, in seconds.
  var patience: Int32 = 10
  /// The maximum number of messages in a transaction.
  var batch: Int32 = 1_000
  var alerts = AlertRules()
  /// The program that is run for each alert's message; `nil` for none.
  var alertCommand: String?
  var prefix = ""
  var broker = BrokerSettings()

  static func main() throws(ProgramError) {
    guard var options = try syntax.read(into: Options()) else { return }
    try options.complete()
    try options.run()
  }

  /// Runs the collector until a signal ends it.
  private func run() throws(ProgramError) {
    let supervisor = try Supervisor(task: "collector", memory: 2 << 30, canReload: false)
    try supervisor.run { _, _ in
      do throws(ProgramError) {
        try CollectorService(self).run()
        return 0
      } catch {
        for line in error.lines { Standard.error(line) }
        return error.status
      }
    }
  }

  /// Checks the options together.
  private mutating func complete() throws(ProgramError) {
    do throws(Diagnostics) {
      let settings = try builder.build { (path) throws(Diagnostic) in
        do throws(SystemError) { return try readFile(path) } catch {
          throw Diagnostic(place: path, reason: error.message)
        }
      }
      for line in Diagnostic.messages(of: settings.warnings) { Standard.error(line, .warning) }
      let courier = settings.courier
      prefix = courier.prefix
      broker.host = courier.host
      broker.port = courier.port != 0 ? courier.port : courier.tls ? 8883 : 1883
      (broker.tls, broker.ca, broker.certificate, broker.key) = (
        courier.tls, courier.ca, courier.certificate, courier.key
      )
      (broker.username, broker.passwordFile) = (courier.username, courier.passwordFile)
      (broker.keepalive, broker.window) = (courier.keepalive, courier.window)
    } catch { throw ProgramError(lines: error.list.map { $0.message }, status: 2) }
    if broker.host.utf8.isEmpty { throw .usage("no broker; pass --broker HOST") }
  }

  private static var syntax: CommandSyntax<Options> {
    CommandSyntax(
      "star-collector", "stores a fleet's answers in a PostgreSQL database", usage: ["star-collector [OPTIONS]"],
      options: [
        .text(
          "database", "ADDRESS",
          "A connection URI of PostgreSQL, or parameters such as \"host=db dbname=star\". Missing parameters come from the "
            + "environment, as for psql; a password from ~/.pgpass or passfile=FILE. By default dbname=star."
        ) { $0.database = $1 },
        .value("name", "NAME", "The name that distinguishes this collector in its group. By default the host name.") {
          topicLevel($1, into: &$0.name)
        },
        .value("group", "NAME", "Collectors of one group share the messages. By default star-collector.") {
          topicLevel($1, into: &$0.group)
        },
        .value(
          "patience", "SECONDS",
          "How long an answer may be missing before it is requested from its kiosk. By default 10."
        ) {
          number($1, 1...3_600, into: &$0.patience)
        },
        .value("batch", "COUNT", "The maximum number of messages in a transaction. By default 1000.") {
          number($1, 1...100_000, into: &$0.batch)
        },
        .heading("Alerts"),
        .value(
          "offline-after", "SECONDS",
          "How long a kiosk must be offline before an alert begins, and online again before it ends. By default 30."
        ) {
          number($1, 1...3_600, into: &$0.alerts.patience)
        },
        .value(
          "low-answers", "COUNT/LAST",
          "An alert begins when COUNT of a kiosk's LAST answers to a question within a day are low, and ends when at most half of "
            + "COUNT are. By default 8/10. An answer is low if it is at most two of five stars, no, or 0 to 6 of a net promoter score."
        ) {
          lowAnswers($1, into: &$0.alerts.lowAnswers)
        },
        .value(
          "low-share", "QUESTION=PERCENT/LEAST/HOURS",
          "An alert begins when at least PERCENT of a kiosk's answers to a question within HOURS are low, of LEAST or more, such as "
            + "service=30/20/24, and ends below half of it. * stands for every question. May be repeated."
        ) { limit(.share, $1, into: &$0.alerts.limits) },
        .value(
          "low-index", "QUESTION=INDEX/LEAST/HOURS",
          "An alert begins when the index is below INDEX, and ends five points above. The index is the net promoter score, or for "
            + "other kinds the percentage of answers in the upper quarter of the scale. May be repeated."
        ) { limit(.index, $1, into: &$0.alerts.limits) },
        .text(
          "alert-command", "PROGRAM",
          "A program that is run when an alert begins and when it ends, and reads the message as a line of JSON. Unless it "
            + "exits with 0 within 20 s, it is run again each minute for a day."
        ) { $0.alertCommand = $1 },
      ] + brokerOptions,
      notes: [
        "Subscribes to PREFIX/+/answer, heartbeat, resent and status with MQTT 5, and creates or migrates the schema \"star\" of the "
          + "database. A message is stored at most once. Kiosks are asked again for missing answers through PREFIX/KIOSK/resend.",
        "Alerts are rows of the view star.alerts, and JSON messages at PREFIX/alerts when they begin and when they end. Collectors of one "
          + "database have the same options for them.",
        "The collector keeps no state of its own: kill it, start several, or move it at any time. If the broker or the database "
          + "fails, it tries again. "
          + "SIGTERM and SIGINT end it.",
        "Exit status: 0 ended as requested; 1 an operation failed; 2 invalid command line.",
      ])
  }

  /// The broker options that the courier also has.
  private static var brokerOptions: [CommandOption<Options>] {
    var options: [CommandOption<Options>] = [.heading("The broker")]
    // Collectors send no heartbeat.
    for key in SettingsSchema.keys where key.section == .courier && !same(key.name, "heartbeat") {
      options.append(
        .value(key.literal, key.placeholder, key.help) { $0.builder.refusal(of: key.name, in: .courier, to: $1) })
    }
    return options
  }
}

/// Sets a name that is part of a topic or a client ID. Returns the reason if it is rejected, otherwise `nil`.
private func topicLevel(_ text: String, into name: inout String) -> String? {
  let isAllowed =
    text.utf8.count <= 100 && CourierSettings.canCarry(text) && !text.utf8.contains { "+#/".utf8.contains($0) }
  if !isAllowed { return "must have at most 100 bytes without +, #, / and control characters" }
  name = text
  return nil
}

/// Sets a number. Returns the reason if it is rejected, otherwise `nil`.
private func number(_ text: String, _ range: ClosedRange<Int32>, into number: inout Int32) -> String? {
  guard let value = Int32(text), range.contains(value) else {
    return "must be a number from \(range.lowerBound) to \(range.upperBound)"
  }
  number = value
  return nil
}

/// Adds a limit such as service=30/20/24. Returns the reason if it is rejected, otherwise `nil`.
private func limit(_ figure: AlertLimit.Figure, _ text: String, into limits: inout [AlertLimit]) -> String? {
  guard let limit = AlertLimit(figure, text) else {
    let bounds = figure == .share ? "PERCENT from 1 to 100" : "INDEX from -100 to 100"
    return
      "must be QUESTION=\(figure == .share ? "PERCENT" : "INDEX")/LEAST/HOURS with the ID of a question or *, \(bounds), and up to 1344 hours"
  }
  limits.append(limit)
  return nil
}

/// Sets a rule such as 8/10. Returns the reason if it is rejected, otherwise `nil`.
private func lowAnswers(_ text: String, into rule: inout (least: Int32, last: Int32)) -> String? {
  let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
    Int32(String(decoding: Array($0), as: UTF8.self))
  }
  guard parts.count == 2, let least = parts[0], let last = parts[1], 1 <= least, least <= last, last <= 1_000 else {
    return "must be two numbers up to 1000, such as 8/10"
  }
  rule = (least, last)
  return nil
}
