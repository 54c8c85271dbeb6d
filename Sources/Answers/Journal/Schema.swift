import CSQLite

/// The database's layout: how it came to be, version by version, and the statements over it.
enum Schema {
  /// `application_id`: "Star" in ASCII. Says whose file it is, to us and to file(1).
  static let application: Int32 = 0x5374_6172
  /// `user_version`: raised by one with every change of the layout.
  static let version: Int64 = 2

  /// Refuses a layout that this program does not know, or one older than `oldest`.
  static func require(version found: Int64, oldest: Int64 = 1, _ path: String, for operation: String)
    throws(JournalError)
  {
    if found > version {
      throw JournalError(
        .newerSchema, operation, path,
        reason: "it has schema version \(found), and this program knows \(version)",
        suggestion: "install the program that made it, or a newer one")
    }
    if found < 1 {
      throw JournalError(
        .otherApplication, operation, path, reason: "it has schema version \(found), which never was",
        suggestion: "give another path, or move that file away")
    }
    if found < oldest {
      throw JournalError(
        .olderSchema, operation, path, reason: "it has schema version \(found), and \(version) is wanted",
        suggestion: "start the kiosk, which brings it up to date")
    }
  }

  /// The statement, or a refusal where the tables are not ours in spite of the mark.
  static func prepare(_ sql: String, _ connection: Connection, for operation: String) throws(JournalError)
    -> OpaquePointer
  {
    do throws(JournalError) {
      return try connection.prepare(sql, for: operation)
    } catch {
      // SQLITE_ERROR is what a name that is not there gives; damage, locks and the like have codes of their own.
      if error.kind != .failed || sqlite3_errcode(connection.handle) != SQLITE_ERROR { throw error }
      throw JournalError(
        .otherApplication, operation, connection.path,
        reason: "its tables are another program's (" + error.reason + ")",
        suggestion: "give another path, or move that file away")
    }
  }

  // MARK: The layout

  /// The statements that bring a database from version `found` to this one; from 0, an empty one. A new journal goes the
  /// way that an old one went, so there is one layout.
  static func steps(from found: Int64) -> String {
    var text = ""
    if found < 1 { text += first + ";\n" }
    if found < 2 { text += second + ";\n" }
    return text + "PRAGMA user_version = \(version)"
  }

  /// Version 1. `sequence` counts in the order of recording. `fraction` is the share of all stars, 0 ... 1: 3.5 of 5 stars
  /// is 0.7; computed by the database, so that it cannot disagree with the steps. Units are in the names; `steps`,
  /// `steps_per_star` and `star_count` are counts.
  private static let first = """
    CREATE TABLE answers (
      sequence INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
      steps INTEGER NOT NULL CHECK (steps BETWEEN 0 AND steps_per_star * star_count),
      steps_per_star INTEGER NOT NULL CHECK (steps_per_star BETWEEN 1 AND 2147483647),
      star_count INTEGER NOT NULL CHECK (star_count BETWEEN 1 AND 2147483647),
      fraction REAL NOT NULL GENERATED ALWAYS AS (CAST(steps AS REAL) / (steps_per_star * star_count)) STORED,
      wall_ms INTEGER NOT NULL,
      monotonic_ns INTEGER NOT NULL,
      boot_id TEXT NOT NULL
    ) STRICT
    """

  /// Version 2: what was asked, and the outbox. Columns are added rather than the table written anew, so that a full disk
  /// or a slow one does not keep a terminal from starting.
  ///
  /// `visit` is NULL for the answer's own `uuid`; `reasons` is a JSON array of ids; `flags` are the bits of `Answer.Flags`;
  /// `wall_synchronised` is 1 where `wall_ms` was known to be right; `wall_repaired_ms` is what it should have been, NULL
  /// while nobody knows; `delivered_ms` is when the broker acknowledged it, NULL until then.
  ///
  /// The first index finds what is to be sent and what may be deleted, in the order of recording; the second, what waits
  /// for the right time.
  private static let second = """
    ALTER TABLE answers ADD COLUMN visit TEXT CHECK (length(visit) = 36);
    ALTER TABLE answers ADD COLUMN question TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN reasons TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE answers ADD COLUMN language TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN flags INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN terminal TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN wall_synchronised INTEGER NOT NULL DEFAULT 0 CHECK (wall_synchronised IN (0, 1));
    ALTER TABLE answers ADD COLUMN wall_repaired_ms INTEGER;
    ALTER TABLE answers ADD COLUMN delivered_ms INTEGER;
    ALTER TABLE answers ADD COLUMN is_delivered INTEGER GENERATED ALWAYS AS (delivered_ms IS NOT NULL) VIRTUAL;
    CREATE INDEX answers_outbox ON answers (is_delivered);
    CREATE INDEX answers_to_repair ON answers (boot_id) WHERE wall_synchronised = 0 AND wall_repaired_ms IS NULL
    """

  // MARK: Statements

  /// One answer (`Answer.bind`); a known name changes nothing. Not OR IGNORE, which would swallow a failed CHECK as well.
  static let insert = """
    INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, visit, question, reasons,
      language, flags, terminal, wall_synchronised)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT (uuid) DO NOTHING
    """

  /// The columns that `Answer.init(row:)` reads, and `sequence` behind them, of a database of version `found`.
  static func select(version found: Int64) -> String {
    let given = "SELECT uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, "
    return found < 2
      ? given + "NULL, '', '[]', '', 0, '', 0, NULL, sequence FROM answers "
      : given
        + "visit, question, reasons, language, flags, terminal, wall_synchronised, wall_repaired_ms, sequence FROM answers "
  }

  /// What waits after ?1 in the order of recording, ?2 rows at most.
  static var nextWaiting: String {
    select(version: version) + "WHERE is_delivered = 0 AND sequence > ?1 ORDER BY sequence LIMIT ?2"
  }

  static let markDelivered = "UPDATE answers SET delivered_ms = ?2 WHERE sequence = ?1 AND delivered_ms IS NULL"

  static let countWaiting = "SELECT count(*) FROM answers WHERE is_delivered = 0"

  /// One row, empty without answers.
  static let newestWall = """
    SELECT coalesce((SELECT coalesce(wall_repaired_ms, wall_ms) FROM answers ORDER BY sequence DESC LIMIT 1), '')
    """

  /// Deletes the oldest answers that were delivered, ?1 of them.
  static let trim = """
    DELETE FROM answers WHERE sequence IN
      (SELECT sequence FROM answers WHERE is_delivered = 1 ORDER BY sequence LIMIT ?1)
    """

  /// Dates what the boot ?3 has recorded without the right time: at ?2 on its monotonic clock the time was ?1.
  static let repair = """
    UPDATE answers SET wall_repaired_ms = ?1 - (?2 - monotonic_ns) / 1000000
    WHERE boot_id = ?3 AND monotonic_ns >= 0 AND wall_synchronised = 0 AND wall_repaired_ms IS NULL
    """
}

extension Schema {
  /// Brings an older database up to date, in one transaction: after a power cut it is as it was.
  static func migrate(_ connection: Connection, for operation: String) throws(JournalError) {
    if try connection.number("PRAGMA user_version", for: operation) == version { return }
    try connection.transaction(for: operation) { () throws(JournalError) in
      // Asked again now that nobody else may write: two kiosks may start at once.
      let found = try connection.number("PRAGMA user_version", for: operation)
      if found < version { try connection.execute(steps(from: found), for: operation) }
    }
  }

  /// Runs `repair` with what is known of a moment, unless that cannot be: a boot without a name is no boot, and times that
  /// no clock shows would take the arithmetic out of its range.
  @discardableResult
  static func repairTimes(
    _ statement: Statement, _ connection: Connection, _ bootID: String, wall: Int64, monotonic: Int64,
    for operation: String
  ) throws(JournalError) -> Int64 {
    // 1970 to 9999.
    if bootID.utf8.isEmpty || monotonic < 0 || !(0..<253_402_300_800_000).contains(wall) { return 0 }
    sqlite3_bind_int64(statement.handle, 1, wall)
    sqlite3_bind_int64(statement.handle, 2, monotonic)
    bindText(statement.handle, 3, bootID)
    return try connection.run(statement, for: operation)
  }
}
