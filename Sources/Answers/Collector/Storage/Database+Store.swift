import System

/// What became of a message that was not simply stored.
package enum MessageReply {
  /// It is not a message of its kind. This is the reason.
  case refused(String)
  /// The database refused its row for this reason.
  case setAside(String)
  /// It was stored, but the kiosk's clock is more than a day ahead.
  case clockAhead
}

// Storing messages, and requesting those that are missing.
extension Database {
  /// Stores messages in one transaction. A message whose row the database refuses is set aside, and the others are stored in several
  /// transactions. After an error, the call may be repeated: answers that are already stored are ignored.
  ///
  /// - Parameter reply: Called with each message that is refused, set aside or remarkable.
  /// - Returns: The number of answers that were not stored before.
  package func store(
    _ messages: ArraySlice<Message>, reply: (Message, MessageReply) -> Void
  ) throws(DatabaseError) -> Int64 {
    var failure: DatabaseError
    do throws(DatabaseError) { return try storeAtOnce(messages, reply) } catch { failure = error }
    // The transactions of two collectors may conflict.
    var tries = 0
    while failure.kind == .conflict && tries < 5 {
      tries += 1
      sleep(nanoseconds: 50_000_000 * Int64(tries))
      do throws(DatabaseError) { return try storeAtOnce(messages, reply) } catch { failure = error }
    }
    guard failure.kind == .data, let only = messages.first else { throw failure }
    if messages.count == 1 {
      // If the same statements also fail without messages, the message is not the cause.
      if (try? storeAtOnce([], reply)) == nil { throw failure }
      try requireRights()
      try setAside(only, failure.reason)
      reply(only, .setAside(failure.reason))
      return 0
    }
    let middle = messages.startIndex + messages.count / 2
    return try store(messages[..<middle], reply: reply) + store(messages[middle...], reply: reply)
  }

  private func storeAtOnce(
    _ messages: ArraySlice<Message>, _ reply: (Message, MessageReply) -> Void
  ) throws(DatabaseError) -> Int64 {
    var stored: Int64 = 0
    var replies: [(place: Int, fault: String)] = []
    try transaction { () throws(DatabaseError) in
      try connection.execute(Self.beginSession)
      try connection.copy(messages.indices.map { messages[$0].row($0) }, into: Message.table)
      try connection.execute("SELECT star.read_messages($reading$\(MessageForm.reading)$reading$)")
      try connection.execute(MessageForm.storing)
      let statement = "SELECT star.store_messages(\(Self.clock), '\(MessageForm.columns)')"
      stored = Int64(try connection.execute(statement)) ?? 0
      try connection.rows("SELECT * FROM star.replies()") { row in
        if row.count == 2, let place = Int(row[0]) { replies.append((place, row[1])) }
      }
    }
    for (place, fault) in replies { reply(messages[place], fault.utf8.isEmpty ? .clockAhead : .refused(fault)) }
    return stored
  }

  /// Throws if the role may not create the table of a new month, which storing nothing does not show.
  private func requireRights() throws(DatabaseError) {
    if try connection.execute("SELECT pg_catalog.has_schema_privilege('star', 'CREATE')") == "t" { return }
    throw DatabaseError(
      .failed, "use", connection.place, reason: "its role may not create tables in the schema star",
      suggestion: "run GRANT CREATE ON SCHEMA star TO the role")
  }

  private static var beginSession: String { "SELECT star.begin_session(\(version), '\(MessageForm.columns)')" }

  /// Milliseconds of the monotonic clock, which orders statuses.
  package static var clock: Int64 { MonotonicClock.now() / 1_000_000 }

  /// Keeps a message that the database refuses in a table without constraints. If the database refuses that, too, the answer is still in
  /// the kiosk's journal.
  private func setAside(_ message: Message, _ reason: String) throws(DatabaseError) {
    let row = [message.topic.kiosk, message.topic.kind.name, reason, message.payload]
    do throws(DatabaseError) {
      try transaction { () throws(DatabaseError) in
        try connection.execute(Self.beginSession)
        try connection.copy([row], into: "pg_temp.new_refusals (kiosk, kind, reason, line)")
        try connection.execute("SELECT star.set_aside(\(Self.version))")
      }
    } catch { if error.kind != .data { throw error } }
  }

  /// A request to a kiosk.
  package struct Request {
    package let kiosk: String
    /// `JOURNAL FIRST LAST`, the form that star-courier reads.
    package let message: String
  }

  /// Returns the requests for missing answers that are due, from at most `most` journals. Other collectors do not get the same ones.
  package func requests(most: Int32) throws(DatabaseError) -> [Request] {
    var requests: [Request] = []
    try transaction { () throws(DatabaseError) in
      try connection.rows("SELECT * FROM star.ask(\(most))") { row in
        if row.count == 4 { requests.append(Request(kiosk: row[0], message: row[1] + " " + row[2] + " " + row[3])) }
      }
    }
    return requests
  }
}
