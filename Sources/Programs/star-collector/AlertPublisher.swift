import Broker
import CMosquitto
import Collector
import System

/// Checks for alerts, and when one begins and when it ends, publishes a message at PREFIX/alerts and runs the operator's program.
///
/// The database records which messages were published, and which the program has accepted. A message counts as published once the broker has
/// acknowledged it; until then it is due again every 30 s, for this collector or another one. So no message is lost, and a crash can cause a
/// duplicate. The same goes for the program, every minute for a day.
struct AlertPublisher {
  private let topic: String
  private let rules: AlertRules
  private let command: AlertCommand?
  /// Messages in flight, by their packet identifiers.
  private var pending: [Int32: AlertMessage] = [:]
  /// When the next check is due, in nanoseconds of the monotonic clock.
  private var nextCheck: Int64 = .max

  /// How long a broker may take to send its retained messages, in nanoseconds.
  private static let settling: Int64 = 5_000_000_000
  /// The maximum number of messages in flight.
  private static let most: Int32 = 100

  init(prefix: String, rules: AlertRules, command: String?) {
    (topic, self.rules, self.command) = (prefix + "/alerts", rules, command.map { AlertCommand($0) })
  }

  /// When to call `look`, in nanoseconds of the monotonic clock.
  var deadline: Int64 { min(nextCheck, command?.deadline ?? .max) }

  /// The time between two checks, in nanoseconds.
  private var interval: Int64 { min(Int64(rules.patience), 10) * 1_000_000_000 }

  /// Starts after a connection to the broker.
  mutating func start() {
    pending = [:]
    nextCheck = MonotonicClock.now() + min(interval, Self.settling)
  }

  mutating func stop() { (pending, nextCheck) = ([:], .max) }

  /// Checks for alerts and publishes the messages that are due.
  mutating func look(_ database: Database, _ broker: BrokerConnection?, _ figures: inout Figures) throws(DatabaseError)
  {
    try lookAfterCommands(database, &figures)
    let now = MonotonicClock.now()
    guard let broker, now >= nextCheck else { return try tell(database, &figures) }
    nextCheck = now + interval
    var failure: DatabaseError?
    do throws(DatabaseError) { try database.watch(rules) } catch { failure = error }
    for message in try database.announcements(most: Self.most) {
      switch broker.send(Array(message.text.utf8), to: topic, quality: 1, retained: false) {
      case .sent(let packet): pending[packet] = message
      case .refused(let reason), .lost(let reason): figures.warn("cannot publish to " + topic + ": " + reason)
      }
    }
    try tell(database, &figures)
    if let failure { throw failure }
  }

  /// Handles an acknowledgment. Ignores those of other messages.
  mutating func acknowledged(
    _ packet: Int32, code: Int32, _ database: Database, _ figures: inout Figures
  ) throws(DatabaseError) {
    guard let message = pending.removeValue(forKey: packet) else { return }
    if code < 0x80 {
      try database.markPublished(message)
      figures.alerted()
    } else {
      figures.warn(
        "the broker refused a message to " + topic + ": " + String(cString: mosquitto_reason_string(code))
          + "; permit it in the broker's access list")
    }
  }

  private mutating func lookAfterCommands(_ database: Database, _ figures: inout Figures) throws(DatabaseError) {
    guard let (done, failures) = command?.look() else { return }
    for failure in failures { figures.warn("alert command: " + failure) }
    for message in done { try database.markTold(message) }
  }

  /// Runs the program for the messages that are due, as far as its runs have ended.
  private func tell(_ database: Database, _ figures: inout Figures) throws(DatabaseError) {
    guard let command, command.free > 0 else { return }
    for message in try database.news(most: command.free) {
      if let failure = command.start(message) { figures.warn("alert command: " + failure) }
    }
  }
}
