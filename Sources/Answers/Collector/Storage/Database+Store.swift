import System

// Storing messages, and requesting those that are missing.
extension Database {
  /// Stores messages in one transaction. A row that the database refuses is set aside, and the others are stored in several transactions.
  /// After an error, the call may be repeated: answers that are already stored are ignored.
  ///
  /// - Parameter refused: Called with each such row and the reason.
  /// - Returns: The number of answers that were not stored before.
  package func store(
    _ rows: some Collection<MessageRow>, refused: (MessageRow, String) -> Void
  ) throws(DatabaseError) -> Int64 {
    try store(Array(rows)[...], refused: refused)
  }

  private func store(
    _ rows: ArraySlice<MessageRow>, refused: (MessageRow, String) -> Void
  ) throws(DatabaseError) -> Int64 {
    var failure: DatabaseError
    do throws(DatabaseError) { return try storeAtOnce(rows) } catch { failure = error }
    // The transactions of two collectors may conflict.
    var tries = 0
    while failure.kind == .conflict && tries < 5 {
      tries += 1
      sleep(nanoseconds: 50_000_000 * Int64(tries))
      do throws(DatabaseError) { return try storeAtOnce(rows) } catch { failure = error }
    }
    guard failure.kind == .data, let only = rows.first else { throw failure }
    if rows.count == 1 {
      // If the same statements also fail without rows, the row is not the cause.
      if (try? storeAtOnce([])) == nil { throw failure }
      try setAside(only, failure.reason)
      refused(only, failure.reason)
      return 0
    }
    let middle = rows.startIndex + rows.count / 2
    return try store(rows[..<middle], refused: refused) + store(rows[middle...], refused: refused)
  }

  private func storeAtOnce(_ rows: ArraySlice<MessageRow>) throws(DatabaseError) -> Int64 {
    var stored: Int64 = 0
    try transaction { () throws(DatabaseError) in
      try connection.execute("SELECT star.begin_session()")
      for kind in MessageRow.Kind.all {
        var bytes: [UInt8] = []
        for row in rows where row.kind == kind { bytes += row.bytes }
        if !bytes.isEmpty { try connection.copy(bytes, into: kind.table) }
      }
      stored = Int64(try connection.execute("SELECT star.store(\(Self.version), \(Self.clock))")) ?? 0
    }
    return stored
  }

  /// Milliseconds of the monotonic clock, which orders statuses.
  package static var clock: Int64 { MonotonicClock.now() / 1_000_000 }

  /// Keeps a row that the database refuses in a table without constraints. If the database refuses that, too, the answer is still in the
  /// kiosk's journal.
  private func setAside(_ row: MessageRow, _ reason: String) throws(DatabaseError) {
    var line = CopyLine()
    line.add(row.kiosk)
    line.add("\(row.kind.name)")
    line.add(reason)
    line.add(String(decoding: row.bytes.dropLast(), as: UTF8.self))
    do throws(DatabaseError) {
      try transaction { () throws(DatabaseError) in
        try connection.execute("SELECT star.begin_session()")
        try connection.copy(line.ended(), into: "pg_temp.new_refusals (kiosk, kind, reason, line)")
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
