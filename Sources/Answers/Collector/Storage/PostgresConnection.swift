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
final class PostgresConnection {
  private let handle: OpaquePointer
  /// The host and the name of the database, for errors.
  let place: String

  /// How long a statement may take, in seconds.
  private static let patience: Int64 = 60

  /// Connects.
  ///
  /// - Parameter address: A connection URI, or settings such as `host=db dbname=star`. Missing settings come from the environment, as for
  ///   psql.
  init(_ address: String) throws(DatabaseError) {
    var keywords: [UnsafePointer<CChar>?] = []
    var values: [UnsafePointer<CChar>?] = []
    // Later settings replace earlier ones, so the address may change the time limits. An unreachable server is detected after 30 s.
    let words: [(StaticString, String)] = [
      ("connect_timeout", "10"), ("application_name", "star-collector"), ("keepalives_idle", "15"),
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
    guard let handle = PQconnectdbParams(keywords, values, 1) else {
      throw DatabaseError(.connection, "connect", subject, reason: "out of memory")
    }
    self.handle = handle
    cp_ignore_notices(handle)
    let name = PQdb(handle).map { String(cString: $0) } ?? ""
    place = name.utf8.isEmpty ? "the database" : "the database " + name
    if PQstatus(handle) != CONNECTION_OK {
      throw DatabaseError(.connection, "connect", subject, reason: Self.reason(PQerrorMessage(handle)))
    }
  }

  deinit { PQfinish(handle) }

  /// Executes a statement that yields at most one row, and returns its first column; empty for NULL or no row.
  @discardableResult func execute(_ sql: String) throws(DatabaseError) -> String {
    var first = ""
    try rows(sql) { row in if let text = row.first { first = text } }
    return first
  }

  /// Executes statements, and calls `body` with the columns of each row as text.
  func rows(_ sql: String, _ body: ([String]) -> Void) throws(DatabaseError) {
    if PQsendQuery(handle, sql) == 0 { throw lost() }
    try finish(body)
  }

  /// Copies rows of texts without U+0000 into a table.
  func copy(_ rows: [[String]], into table: StaticString) throws(DatabaseError) {
    if PQsendQuery(handle, "COPY \(table) FROM STDIN") == 0 { throw lost() }
    guard let result = try next() else { throw lost() }
    let status = PQresultStatus(result)
    let failure = status == PGRES_COPY_IN ? nil : error(result)
    PQclear(result)
    if let failure {
      try? finish { _ in }
      throw failure
    }
    let isSent = rows.flatMap { CopyLine.bytes($0) }.withUnsafeBytes {
      PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count)) == 1
    }
    if !isSent || PQputCopyEnd(handle, nil) != 1 { throw lost() }
    try finish { _ in }
  }

  /// Reads all results, and throws the first error.
  private func finish(_ body: ([String]) -> Void) throws(DatabaseError) {
    var failure: DatabaseError?
    while let result = try next() {
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      case PGRES_TUPLES_OK:
        for row in 0..<PQntuples(result) {
          body((0..<PQnfields(result)).map { PQgetvalue(result, row, $0).map { String(cString: $0) } ?? "" })
        }
      default: if failure == nil { failure = error(result) }
      }
      PQclear(result)
    }
    if let failure { throw failure }
  }

  /// Waits for the next result; `nil` after the last one.
  private func next() throws(DatabaseError) -> OpaquePointer? {
    let end = MonotonicClock.now() + Self.patience * 1_000_000_000
    let poller = Poller()
    while true {
      let isUnsent = PQflush(handle)
      if isUnsent < 0 { throw lost() }
      if isUnsent == 0 && PQisBusy(handle) == 0 { return PQgetResult(handle) }
      poller.removeAll()
      poller.add(PQsocket(handle), for: isUnsent > 0 ? [.readable, .writable] : .readable)
      let isReady = (try? poller.wait(until: end)) ?? false
      if !isReady {
        throw DatabaseError(.connection, "use", place, reason: "no response for \(Self.patience) s")
      }
      if PQconsumeInput(handle) == 0 { throw lost() }
    }
  }

  private func lost() -> DatabaseError {
    DatabaseError(.connection, "use", place, reason: Self.reason(PQerrorMessage(handle)))
  }

  private func error(_ result: OpaquePointer?) -> DatabaseError {
    let state = PQresultErrorField(result, cp_state_field).map { String(cString: $0) } ?? ""
    let text = PQresultErrorField(result, cp_message_field) ?? PQresultErrorMessage(result)
    let reason = Self.reason(text)
    if PQstatus(handle) != CONNECTION_OK { return DatabaseError(.connection, "use", place, reason: reason) }
    switch String(decoding: Array(state.utf8.prefix(2)), as: UTF8.self) {
    case "40", "55": return DatabaseError(.conflict, "write to", place, reason: reason)
    case "57" where state.utf8.elementsEqual("57014".utf8):
      return DatabaseError(.conflict, "write to", place, reason: reason)
    // The server is shutting down or starting.
    case "57", "08": return DatabaseError(.connection, "use", place, reason: reason)
    case "SL": return DatabaseError(.newerSchema, "use", place, reason: reason, suggestion: Database.update)
    // Insufficient resources, a system or configuration error, a read-only server, a refused login, or an unknown database.
    case "53", "58", "F0", "25", "28", "0P", "3D", "": return DatabaseError(.failed, "use", place, reason: reason)
    // An operator's trigger or check may raise any other state.
    default: return DatabaseError(.data, "write to", place, reason: reason)
    }
  }

  /// Returns libpq's message on one line, without its final line break.
  private static func reason(_ text: UnsafePointer<CChar>?) -> String {
    var bytes = Array((text.map { String(cString: $0) } ?? "unknown error").utf8)
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
