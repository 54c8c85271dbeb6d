import Basics
import CSchema
import System

/// The collector's database: PostgreSQL 14 or newer, with the schema `star`. The collector stores nothing elsewhere.
package final class Database {
  /// The version of the schema that this program writes. Each file `schemaN.sql` migrates version N - 1 to version N.
  package static var version: Int { 2 }
  private static var migrations: [String] { [String(cString: cschema_1()), String(cString: cschema_2())] }
  static var update: String { "install the version of the collector that created it, or a newer one" }

  let connection: PostgresConnection

  /// Connects, and creates or migrates the schema.
  ///
  /// - Parameters:
  ///   - address: A connection URI, or settings such as `host=db dbname=star`. Missing settings come from the environment, as for psql.
  ///   - patience: How long an answer may be missing before the collector requests it from the kiosk, in seconds.
  package init(_ address: String, patience: Int32) throws(DatabaseError) {
    connection = try PostgresConnection(address)
    let release = Int64(try connection.execute("SHOW server_version_num")) ?? 0
    if release < 140_000 {
      throw failure("its server is older than PostgreSQL 14", "upgrade the server")
    }
    if try connection.execute("SHOW server_encoding") != "UTF8" {
      throw failure("its encoding is not UTF8", "create another one: createdb -E UTF8 -T template0")
    }
    // The views use the operator's time zone; the collector's own statements do not depend on it.
    try connection.execute(
      "SET star.patience = '\(patience) s'; SET statement_timeout = '50s'; SET client_min_messages = warning")
    try migrate()
    try connection.execute("SELECT star.begin_session()")
  }

  /// Several collectors may start at once, so this holds a lock.
  private func migrate() throws(DatabaseError) {
    if try foundVersion() == Self.version { return }
    // The lock comes before the transaction, which would not see what another collector creates meanwhile.
    try connection.execute("SELECT pg_advisory_lock(hashtext('star.migrate'))")
    try transaction { () throws(DatabaseError) in
      let found = try foundVersion()
      for statements in Self.migrations.dropFirst(found) { try connection.execute(statements) }
      if found < Self.version { try connection.execute("UPDATE star.schema SET version = \(Self.version)") }
    }
    try connection.execute("SELECT pg_advisory_unlock(hashtext('star.migrate'))")
  }

  /// The version of the schema; 0 for none.
  private func foundVersion() throws(DatabaseError) -> Int {
    if try connection.execute("SELECT to_regclass('star.schema') IS NULL") == "t" { return 0 }
    let text = try connection.execute("SELECT version FROM star.schema")
    guard let found = Int(text), found > 0 else { throw failure("its schema \"star\" belongs to another program", "") }
    if found > Self.version {
      throw DatabaseError(
        .newerSchema, "use", connection.place,
        reason: "its schema version is \(found); this program supports \(Self.version)", suggestion: Self.update)
    }
    return found
  }

  private func failure(_ reason: String, _ suggestion: String) -> DatabaseError {
    DatabaseError(.failed, "use", connection.place, reason: reason, suggestion: suggestion)
  }

  private func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try connection.execute("BEGIN")
    do throws(DatabaseError) {
      try body()
      try connection.execute("COMMIT")
    } catch {
      if error.kind != .connection { try connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// Stores messages in one transaction. A row that the database refuses is skipped, and the others are stored in several transactions.
  /// After an error, the call may be repeated: answers that are already stored are ignored.
  ///
  /// - Parameter refused: Called with each skipped row and the reason.
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
      refused(only, failure.reason)
      return 0
    }
    let middle = rows.startIndex + rows.count / 2
    return try store(rows[..<middle], refused: refused) + store(rows[middle...], refused: refused)
  }

  private func storeAtOnce(_ rows: ArraySlice<MessageRow>) throws(DatabaseError) -> Int64 {
    var stored: Int64 = 0
    try transaction { () throws(DatabaseError) in
      for kind in MessageRow.Kind.all {
        var bytes: [UInt8] = []
        for row in rows where row.kind == kind { bytes += row.bytes }
        if !bytes.isEmpty { try connection.copy(bytes, into: kind.table) }
      }
      stored = Int64(try connection.execute("SELECT star.store(\(Self.version))")) ?? 0
    }
    return stored
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
    try connection.rows("SELECT * FROM star.ask(\(most))") { row in
      if row.count == 4 { requests.append(Request(kiosk: row[0], message: row[1] + " " + row[2] + " " + row[3])) }
    }
    return requests
  }
}
