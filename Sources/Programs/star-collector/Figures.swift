import System

/// The collector's figures since the last report in the log, and a limit on its other log lines.
struct Figures {
  private var messages: Int64 = 0
  private var answers: Int64 = 0
  private var new: Int64 = 0
  private var refusals: Int64 = 0
  private var requests: Int64 = 0
  private var alerts: Int64 = 0
  private var lastWarning = ""
  /// The number of lines about single messages since the last report.
  private var lines = 0
  /// When the next report is due, in nanoseconds of the monotonic clock.
  private(set) var deadline: Int64 = MonotonicClock.now() + period

  /// The period of reports in nanoseconds: a minute.
  private static let period: Int64 = 60_000_000_000
  /// The maximum number of lines about single messages in a period, because any client that may publish can cause them.
  private static let mostLines = 20

  mutating func stored(_ count: Int64, answers: Int64, new: Int64) {
    messages += count
    self.answers += answers
    self.new += new
  }

  mutating func asked() { requests += 1 }

  mutating func alerted() { alerts += 1 }

  /// Logs why a message is rejected. The journal of the kiosk that sent it still has the answer.
  mutating func refused(_ reason: String) {
    refusals += 1
    lines += 1
    if lines <= Self.mostLines { Standard.error("rejected " + reason, .warning) }
  }

  /// Logs why the database refused a row.
  mutating func setAside(_ reason: String) {
    refusals += 1
    lines += 1
    if lines <= Self.mostLines { Standard.error("set aside " + reason + "; see the table star.set_aside", .warning) }
  }

  /// Logs a warning, unless it repeats the last one.
  mutating func warn(_ text: String) {
    if lastWarning.utf8.elementsEqual(text.utf8) { return }
    lastWarning = text
    lines += 1
    if lines <= Self.mostLines { Standard.error(text, .warning) }
  }

  /// Logs a change, after which a warning counts as a new one.
  mutating func log(_ text: String, _ priority: LogPriority) {
    lastWarning = ""
    lines += 1
    // A broker that repeatedly accepts and ends connections would otherwise fill the log.
    if lines <= Self.mostLines { Standard.error(text, priority) }
  }

  /// Logs the figures if a report is due and anything has happened.
  mutating func report(_ now: Int64) {
    if now < deadline { return }
    deadline = MonotonicClock.now() + Self.period
    if messages + refusals + requests + alerts > 0 {
      Standard.error(
        "\(new) new answers, \(answers - new) known ones, \(messages - answers) other messages; "
          + "\(refusals) rejected; \(requests) requests for missing answers; \(alerts) messages about alerts", .info)
    }
    (messages, answers, new, refusals, requests, alerts, lines) = (0, 0, 0, 0, 0, 0, 0)
  }
}
