import Basics
import CPostgres
import System

/// An error of the database.
package typealias DatabaseError = Failure<DatabaseFault>

package enum DatabaseFault: Sendable {
  /// The server cannot be reached, refuses the login, or has ended the connection. The same call may succeed on a new connection.
  case connection
  /// A newer program has changed the schema.
  case newerSchema
  /// The database refuses the data in a statement. Other rows may still be accepted.
  case data
  /// The transaction conflicted with another one, or the statement was canceled. The same transaction may succeed later.
  case conflict
  /// The database cannot work at the moment: its disk is full, or it does not permit writing.
  case failed
}

/// A connection to PostgreSQL through libpq. Calls block no longer than the time limits.
package final class PostgresConnection {
  private let pq: cp_functions
  private let handle: OpaquePointer
  /// The host and the name of the database, for errors.
  package let place: String
  /// How long a statement may take, in seconds; `nil` for any time.
  private let patience: Int64?

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: A connection URI, or settings such as `host=db dbname=star`. Missing settings come from the environment, as for psql.
  ///   - program: The program's name, which the database's list of connections shows.
  ///   - patience: How long a statement may take, in seconds; `nil` for any time.
  package init(_ address: String, as program: String, patience: Int64?) throws(DatabaseError) {
    if let reason = cp_load() {
      throw DatabaseError(
        .failed, "load", CP_SONAME, reason: String(cString: reason),
        suggestion: "install Debian's package " + CP_PACKAGE)
    }
    (pq, self.patience) = (cp_loaded().pointee, patience)
    var keywords: [UnsafePointer<CChar>?] = []
    var values: [UnsafePointer<CChar>?] = []
    // Later settings replace earlier ones, so the address may change the time limits. An unreachable server is detected after 30 s.
    let words: [(StaticString, String)] = [
      ("connect_timeout", "10"), ("application_name", program), ("keepalives_idle", "15"),
      ("tcp_user_timeout", "30000"), ("dbname", address), ("client_encoding", "UTF8"),
    ]
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { for text in texts { free(text) } }
    for (keyword, value) in words {
      let text = strdup(value)
      texts.append(text)
      keywords.append(UnsafeRawPointer(keyword.utf8Start).assumingMemoryBound(to: CChar.self))
      values.append(UnsafePointer(text))
    }
    keywords.append(nil)
    values.append(nil)
    let subject = "to the database"
    guard let handle = pq.PQconnectdbParams(keywords, values, 1) else {
      throw DatabaseError(.connection, "connect", subject, reason: "out of memory")
    }
    self.handle = handle
    cp_ignore_notices(handle)
    let name = pq.PQdb(handle).map { String(cString: $0) } ?? ""
    place = name.utf8.isEmpty ? "the database" : "the database " + name
    if pq.PQstatus(handle) != CONNECTION_OK {
      throw DatabaseError(.connection, "connect", subject, reason: Self.reason(pq.PQerrorMessage(handle)))
    }
  }

  deinit { pq.PQfinish(handle) }

  /// Executes a statement that yields at most one row, and returns its first column; empty for NULL or no row.
  @discardableResult package func execute(_ sql: String) throws(DatabaseError) -> String {
    var first = ""
    try rows(sql) { row in if let text = row.first { first = text } }
    return first
  }

  /// Executes statements, and calls `body` with the columns of each row as text.
  func rows(_ sql: String, _ body: ([String]) -> Void) throws(DatabaseError) {
    if pq.PQsendQuery(handle, sql) == 0 { throw lost() }
    try finish(body)
  }

  /// Copies rows of texts without U+0000 into a table.
  func copy(_ rows: [[String]], into table: StaticString) throws(DatabaseError) {
    try begin("COPY \(table) FROM STDIN", PGRES_COPY_IN)
    let isSent = rows.flatMap { CopyLine.bytes($0) }.withUnsafeBytes {
      pq.PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count)) == 1
    }
    if !isSent || pq.PQputCopyEnd(handle, nil) != 1 { throw lost() }
    try finish { _ in }
  }

  /// Calls `body` with each row of a query in the binary format of COPY. The header precedes the first row.
  package func copy(
    from query: String, _ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try begin("COPY (\(query)) TO STDOUT (FORMAT binary)", PGRES_COPY_OUT)
    while true {
      var row: UnsafeMutablePointer<CChar>?
      let size = pq.PQgetCopyData(handle, &row, 0)
      if size < 0 { break }
      defer { pq.PQfreemem(row) }
      try body(UnsafeRawBufferPointer(start: row, count: Int(size)))
    }
    // An error may follow the first rows.
    try finish { _ in }
  }

  /// Sends a statement that starts to copy rows.
  private func begin(_ statement: String, _ expected: ExecStatusType) throws(DatabaseError) {
    if pq.PQsendQuery(handle, statement) == 0 { throw lost() }
    guard let result = try next() else { throw lost() }
    let failure = pq.PQresultStatus(result) == expected ? nil : error(result)
    pq.PQclear(result)
    guard let failure else { return }
    try? finish { _ in }
    throw failure
  }

  /// Reads all results, and throws the first error.
  private func finish(_ body: ([String]) -> Void) throws(DatabaseError) {
    var failure: DatabaseError?
    while let result = try next() {
      switch pq.PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      case PGRES_TUPLES_OK:
        for row in 0..<pq.PQntuples(result) {
          body((0..<pq.PQnfields(result)).map { pq.PQgetvalue(result, row, $0).map { String(cString: $0) } ?? "" })
        }
      default: if failure == nil { failure = error(result) }
      }
      pq.PQclear(result)
    }
    if let failure { throw failure }
  }

  /// Waits for the next result; `nil` after the last one.
  private func next() throws(DatabaseError) -> OpaquePointer? {
    let end = patience.map { MonotonicClock.now() + $0 * 1_000_000_000 }
    let poller = Poller()
    while true {
      let isUnsent = pq.PQflush(handle)
      if isUnsent < 0 { throw lost() }
      if isUnsent == 0 && pq.PQisBusy(handle) == 0 { return pq.PQgetResult(handle) }
      poller.removeAll()
      poller.add(pq.PQsocket(handle), for: isUnsent > 0 ? [.readable, .writable] : .readable)
      let isReady = (try? poller.wait(until: end)) ?? false
      if !isReady {
        throw DatabaseError(.connection, "use", place, reason: "no response for \(patience ?? 0) s")
      }
      if pq.PQconsumeInput(handle) == 0 { throw lost() }
    }
  }

  private func lost() -> DatabaseError {
    DatabaseError(.connection, "use", place, reason: Self.reason(pq.PQerrorMessage(handle)))
  }

  private func error(_ result: OpaquePointer) -> DatabaseError {
    let state = pq.PQresultErrorField(result, cp_state_field).map { String(cString: $0) } ?? ""
    let text = pq.PQresultErrorField(result, cp_message_field) ?? pq.PQresultErrorMessage(result)
    let reason = Self.reason(text)
    if pq.PQstatus(handle) != CONNECTION_OK { return DatabaseError(.connection, "use", place, reason: reason) }
    switch String(decoding: Array(state.utf8.prefix(2)), as: UTF8.self) {
    case "40", "55": return DatabaseError(.conflict, "use", place, reason: reason)
    case "57" where state.utf8.elementsEqual("57014".utf8):
      return DatabaseError(.conflict, "use", place, reason: reason)
    // The server is shutting down or starting.
    case "57", "08": return DatabaseError(.connection, "use", place, reason: reason)
    case "SL": return DatabaseError(.newerSchema, "use", place, reason: reason, suggestion: Database.update)
    // Insufficient resources, a system or configuration error, a read-only server, a refused login, or an unknown database.
    case "53", "58", "F0", "25", "28", "0P", "3D", "": return DatabaseError(.failed, "use", place, reason: reason)
    // An operator's trigger or check may raise any other state.
    default: return DatabaseError(.data, "use", place, reason: reason)
    }
  }

  /// Returns libpq's message on one line, without its final line break.
  private static func reason(_ text: UnsafePointer<CChar>?) -> String {
    var bytes = Array((text.map { String(cString: $0) } ?? "unknown error").utf8)
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
