import Basics
import CSchema
import System

/// The collector's database: PostgreSQL 14 or newer, with the schema `star`. The collector stores nothing elsewhere.
package final class Database {
  /// The version of the schema that this program writes. Each file `schemaN.sql` migrates version N - 1 to version N.
  package static var version: Int { 8 }
  private static var migrations: [String] {
    [cschema_1(), cschema_2(), cschema_3(), cschema_4(), cschema_5(), cschema_6(), cschema_7(), cschema_8()]
      .map { String(cString: $0) }
  }
  static var update: String { "install the version of the collector that created it, or a newer one" }

  let connection: PostgresConnection
  /// The statements that begin a transaction.
  private let begin: String

  /// Connects, and creates or migrates the schema.
  ///
  /// - Parameters:
  ///   - address: A connection URI, or settings such as `host=db dbname=star`. Missing settings come from the environment, as for psql.
  ///   - patience: How long an answer may be missing before the collector requests it from the kiosk, in seconds.
  package init(_ address: String, patience: Int32) throws(DatabaseError) {
    connection = try PostgresConnection(address, as: "star-collector", patience: 60)
    begin = Self.begin(patience: patience)
    let release = Int64(try connection.execute("SHOW server_version_num")) ?? 0
    if release < 140_000 {
      throw failure("its server is older than PostgreSQL 14", "upgrade the server")
    }
    if try connection.execute("SHOW server_encoding") != "UTF8" {
      throw failure("its encoding is not UTF8", "create another one: createdb -E UTF8 -T template0")
    }
    if try connection.execute("SHOW session_replication_role") != "origin" {
      throw failure(
        "its sessions run no triggers",
        "reset session_replication_role of the role and the database with ALTER ... RESET")
    }
    try migrate()
  }

  /// Returns the statements that begin a transaction and set every setting on which the collector's SQL depends. They apply to that
  /// transaction only, and override the defaults of roles, databases and connection poolers. JIT is off because compiling the collector's
  /// short statements takes longer than running them.
  private static func begin(patience: Int32) -> String {
    let settings: [(StaticString, String)] = [
      ("search_path", "pg_catalog, pg_temp"), ("datestyle", "ISO, YMD"), ("intervalstyle", "postgres"),
      ("timezone", "UTC"),
      ("client_encoding", "UTF8"), ("standard_conforming_strings", "on"), ("array_nulls", "on"),
      ("transform_null_equals", "off"), ("statement_timeout", "50s"), ("lock_timeout", "20s"),
      ("transaction_timeout", "0"),
      ("idle_in_transaction_session_timeout", "60s"), ("client_min_messages", "warning"), ("default_tablespace", ""),
      ("temp_tablespaces", ""), ("default_table_access_method", "heap"), ("extra_float_digits", "1"),
      ("jit", "off"), ("plpgsql.extra_errors", "none"), ("plpgsql.extra_warnings", "none"),
      ("star.patience", "\(patience) s"),
    ]
    var text = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE NOT DEFERRABLE"
    for (index, setting) in settings.enumerated() {
      // An older server may lack some settings, which are then skipped. The last one is the collector's own and is always set.
      let isKnown =
        index == settings.count - 1 ? "" : " WHERE pg_catalog.current_setting('\(setting.0)', true) IS NOT NULL"
      text += "; SELECT pg_catalog.set_config('\(setting.0)', '" + setting.1 + "', true)" + isKnown
    }
    return text
  }

  /// Several collectors may start at once, so this holds a lock.
  private func migrate() throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      if try foundVersion() == Self.version, try !lacksFields() { return }
      try connection.execute("SELECT pg_advisory_xact_lock(hashtext('star.migrate'))")
      // Only locking a table makes the session notice what another collector has created meanwhile.
      try connection.execute("LOCK TABLE pg_catalog.pg_namespace IN ACCESS SHARE MODE")
      let found = try foundVersion()
      for statements in Self.migrations.dropFirst(found) { try connection.execute(statements) }
      if found < Self.version { try connection.execute("UPDATE star.schema SET version = \(Self.version)") }
      try connection.execute("SELECT star.add_fields('\(MessageForm.types)')")
    }
  }

  /// Whether an answer has a field for which the database has no column yet.
  private func lacksFields() throws(DatabaseError) -> Bool {
    try connection.execute(
      "SELECT count(*) FROM jsonb_object_keys('\(MessageForm.types)') key WHERE NOT EXISTS (SELECT FROM pg_attribute "
        + "WHERE attrelid = 'star.answers'::regclass AND attname = key AND NOT attisdropped)") != "0"
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

  func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    do throws(DatabaseError) {
      try connection.execute(begin)
      try body()
      try connection.execute("COMMIT")
    } catch {
      if error.kind != .connection { try connection.execute("ROLLBACK") }
      throw error
    }
  }
}
