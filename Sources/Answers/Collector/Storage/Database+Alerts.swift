/// When something is an alert.
package struct AlertRules {
  /// How long a kiosk must be offline, in seconds, and online again.
  package var patience: Int32 = 30
  /// At least `least` low ones of the `last` answers to a question.
  package var lowAnswers: (least: Int32, last: Int32) = (8, 10)

  package init() {}
}

/// A message about an alert.
package struct AlertMessage {
  package let alert: Int64
  /// 1 says that the alert is raised, 2 that it has ended.
  package let number: Int32
  package let text: String
}

extension Database {
  /// Raises and ends alerts.
  package func watch(_ rules: AlertRules) throws(DatabaseError) {
    let (least, last) = rules.lowAnswers
    try connection.execute("SELECT star.watch(\(Self.version), '\(rules.patience) s', \(least), \(last))")
    try connection.execute("SELECT star.watch_silence(\(Self.version))")
  }

  /// Returns the messages that are due, at most `most`. Another collector does not get them, too.
  package func announcements(most: Int32) throws(DatabaseError) -> [AlertMessage] {
    var messages: [AlertMessage] = []
    try connection.rows("SELECT * FROM star.announce(\(most))") { row in
      guard row.count == 3, let alert = Int64(row[0]), let number = Int32(row[1]) else { return }
      messages.append(AlertMessage(alert: alert, number: number, text: row[2]))
    }
    return messages
  }

  /// Notes that the broker has acknowledged a message, which is otherwise due again.
  package func markPublished(_ message: AlertMessage) throws(DatabaseError) {
    try connection.execute("SELECT star.published(\(message.alert), \(message.number))")
  }
}
