/// The thresholds for alerts.
package struct AlertRules {
  /// How long a kiosk must be offline before an alert is raised, and online again before the alert ends, in seconds.
  package var patience: Int32 = 30
  /// At least `least` of the `last` answers to a question must be low for an alert.
  package var lowAnswers: (least: Int32, last: Int32) = (8, 10)

  package init() {}
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
    try transaction { () throws(DatabaseError) in
      try connection.execute("SET LOCAL TimeZone TO DEFAULT")
      try connection.execute("SELECT star.watch(\(Self.version), '\(rules.patience) s', \(least), \(last))")
    }
    try transaction { () throws(DatabaseError) in
      try connection.execute("SET LOCAL TimeZone TO DEFAULT")
      try connection.execute("SELECT star.watch_silence(\(Self.version))")
    }
  }

  /// Returns at most `most` messages that are due. Other collectors do not get the same ones.
  package func announcements(most: Int32) throws(DatabaseError) -> [AlertMessage] {
    var messages: [AlertMessage] = []
    try transaction { () throws(DatabaseError) in
      try connection.rows("SELECT * FROM star.announce(\(most))") { row in
        guard row.count == 3, let alert = Int64(row[0]), let number = Int32(row[1]) else { return }
        messages.append(AlertMessage(alert: alert, number: number, text: row[2]))
      }
    }
    return messages
  }

  /// Records that the broker has acknowledged a message. Without this, the message becomes due again.
  package func markPublished(_ message: AlertMessage) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try connection.execute("SELECT star.published(\(message.alert), \(message.number))")
    }
  }
}
