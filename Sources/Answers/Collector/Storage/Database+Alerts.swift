/// The thresholds for alerts.
package struct AlertRules {
  /// How long a kiosk must be offline before an alert is raised, and online again before the alert ends, in seconds.
  package var patience: Int32 = 30
  /// At least `least` of the `last` answers to a question must be low for an alert.
  package var lowAnswers: (least: Int32, last: Int32) = (8, 10)
  /// The limits of figures.
  package var limits: [AlertLimit] = []

  package init() {}
}

/// A limit for the answers of a kiosk to a question.
package struct AlertLimit {
  package enum Figure: String {
    /// The percentage of low answers, which raises an alert from `bound` on.
    case share
    /// The net promoter score, or for other kinds the percentage of satisfied visitors, which raises an alert below `bound`.
    case index
  }

  package let figure: Figure
  /// The question's ID, or "*" for each question.
  package let question: String
  package let bound: Int32
  /// The minimum number of answers, without which the figure does not count.
  package let least: Int32
  /// How many hours of answers count.
  package let hours: Int32

  /// Parses a limit such as "service=30/20/24": question, bound, minimum number of answers, hours. Returns `nil` for any other text.
  package init?(_ figure: Figure, _ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count <= 32, parts[0].allSatisfy(Self.isOfID) || parts[0].elementsEqual("*".utf8)
    else { return nil }
    let numbers = parts[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Int32(String(decoding: Array($0), as: UTF8.self))
    }
    guard numbers.count == 3, let bound = numbers[0], let least = numbers[1], let hours = numbers[2],
      (figure == .share ? 1...100 : -100...100).contains(bound), least >= 1, (1...24 * 56).contains(hours)
    else { return nil }
    (self.figure, self.bound, self.least, self.hours) = (figure, bound, least, hours)
    question = String(decoding: Array(parts[0]), as: UTF8.self)
  }

  private static func isOfID(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || byte == UInt8(ascii: "-")
  }

  /// The limit for `star.watch_limits`. No text in it needs an escape.
  var json: String {
    "{\"alert\": \"\(figure.rawValue)\", \"question\": \"\(question)\", \"bound\": \(bound), \"needed\": \(least), "
      + "\"hours\": \(hours)}"
  }
}

/// A message about an alert.
package struct AlertMessage {
  package let alert: Int64
  /// 1 if the alert was raised, 2 if it has ended.
  package let number: Int32
  package let text: String
}

extension Database {
  /// Raises and ends alerts. The notes' times are in the operator's time zone.
  package func watch(_ rules: AlertRules) throws(DatabaseError) {
    let (least, last) = rules.lowAnswers
    let limits = rules.limits.map { $0.json }.joined(separator: ", ")
    // A check that fails keeps no other from being made.
    var failure: DatabaseError?
    for check in [
      "SELECT star.watch(\(Self.version), '\(rules.patience) s', \(least), \(last))",
      "SELECT star.watch_silence(\(Self.version))",
    ] {
      do throws(DatabaseError) { try self.check(check) } catch { failure = failure ?? error }
    }
    do throws(DatabaseError) {
      // Noted in a transaction of its own, so that a check that takes too long waits for its turn as well.
      if try check("SELECT star.limits_are_due(\(Self.version))") == "t" {
        try check("SELECT star.watch_limits(\(Self.version), '[\(limits)]')", upTo: 10)
      }
    } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  /// Runs a check in a transaction. Times in notes are in the operator's time zone.
  ///
  /// - Parameter limit: How long the statement may take, in seconds, if it has a limit of its own.
  @discardableResult private func check(_ statement: String, upTo limit: Int32? = nil) throws(DatabaseError) -> String {
    var value = ""
    try transaction { () throws(DatabaseError) in
      if let limit { try connection.execute("SET LOCAL statement_timeout = '\(limit)s'") }
      try connection.execute("SET LOCAL TimeZone TO DEFAULT")
      value = try connection.execute(statement)
    }
    return value
  }

  /// Returns at most `most` messages that are due for the broker. Other collectors do not get the same ones.
  package func announcements(most: Int32) throws(DatabaseError) -> [AlertMessage] {
    try messages("SELECT * FROM star.announce(\(most))")
  }

  /// Returns at most `most` messages that are due for the operator's program. For a minute, other collectors do not get the same ones.
  package func news(most: Int32) throws(DatabaseError) -> [AlertMessage] {
    try messages("SELECT * FROM star.tell(\(most))")
  }

  private func messages(_ statement: String) throws(DatabaseError) -> [AlertMessage] {
    var messages: [AlertMessage] = []
    try transaction { () throws(DatabaseError) in
      try connection.rows(statement) { row in
        guard row.count == 3, let alert = Int64(row[0]), let number = Int32(row[1]) else { return }
        messages.append(AlertMessage(alert: alert, number: number, text: row[2]))
      }
    }
    return messages
  }

  /// Records that the operator's program has accepted a message. Without this, the message becomes due again.
  package func markTold(_ message: AlertMessage) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try connection.execute("SELECT star.told(\(message.alert), \(message.number))")
    }
  }

  /// Records that the broker has acknowledged a message. Without this, the message becomes due again.
  package func markPublished(_ message: AlertMessage) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try connection.execute("SELECT star.published(\(message.alert), \(message.number))")
    }
  }
}
