import Basics

// Checks for faults that quick_check does not find: another schema, and indexes that disagree with their table.
extension Schema {
  /// Returns the database's schema version, `oldest` or newer. Throws `.damaged` unless it has exactly the tables and indexes of that
  /// version, and `.otherApplication` if it lacks our columns. Ignores what another program has added (`dropAdditions`).
  @discardableResult
  static func requireOurs(_ connection: Connection, oldest: Int64 = 1) throws(JournalError) -> Int64 {
    // Another program may migrate the database meanwhile. A transaction reads the version and the objects as of one moment.
    try connection.execute("BEGIN")
    defer { try? connection.execute("ROLLBACK") }
    let found = try connection.schemaVersion(oldest: oldest)
    let (ours, theirs) = (try expectedObjects(connection, version: found), try connection.text(objects))
    // Comparing arrays is several times faster than comparing `utf8` views.
    if Array(theirs.utf8) == Array(ours.utf8) { return found }
    // A flipped bit may change a name but not the length of the text. The only exception is an invalid byte, which becomes U+FFFD: 3 bytes.
    // A bit of the version turns this version into an earlier one, whose names may be others.
    if abs(theirs.utf8.count - ours.utf8.count) > 2, (try? prepare(select(version: version), connection)) == nil {
      _ = try prepare(select(version: found), connection)
    }
    throw connection.damaged("its schema is not a journal's")
  }

  /// Returns what `objects` yields for a journal of schema version `found`.
  private static func expectedObjects(_ connection: Connection, version found: Int64) throws(JournalError) -> String {
    if found == version { return currentObjects }
    let reference = try Connection(connection.path, .memory, busyTimeout: 0, for: connection.operation)
    try reference.execute(steps(from: 0, to: found))
    return try reference.text(objects)
  }

  /// One text with the tables and indexes that have the names of ours. Names differ in more than their case, as in SQL.
  static let objects = """
    SELECT coalesce(group_concat(type || ' ' || name || ' ' || tbl_name || ' ' || ifnull(sql, ''), char(10)), '')
    FROM (SELECT * FROM sqlite_schema WHERE name IN \(names) ORDER BY type, name)
    """

  private static let names =
    "('answers', 'journal', 'answers_outbox', 'answers_to_repair', 'sqlite_autoindex_answers_1')"

  /// Drops the triggers, views and indexes that another program has added: an index may reject answers or cost time, and a trigger or a
  /// view may be in the way of a migration. Tables stay. Returns the names of what was dropped.
  static func dropAdditions(_ connection: Connection) throws(JournalError) -> String {
    let added =
      " FROM sqlite_schema WHERE type IN ('trigger', 'view', 'index') AND sql IS NOT NULL AND name NOT IN " + names
    let list = try connection.text("SELECT coalesce(group_concat(type || ' ' || name, ', '), '')" + added)
    if list.utf8.isEmpty { return "" }
    let statements = try connection.text(
      #"SELECT group_concat('DROP ' || type || ' IF EXISTS "' || replace(name, '"', '""') || '"', ';')"# + added)
    try connection.transaction { () throws(JournalError) in try connection.execute(statements) }
    return list
  }

  /// Compares the pending answers in the table with those in the index that finds them, and rebuilds all indexes if they differ. A
  /// flipped bit hides answers: in the index, or in a row if it turns the NULL of `delivered_ms` into a zero.
  static func repairIndexes(_ connection: Connection) throws(JournalError) {
    if try connection.number(areIndexesRight) != 0 { return }
    // The indexes must not be rebuilt from a damaged table.
    try requireStructure(connection)
    do throws(JournalError) {
      try connection.transaction { () throws(JournalError) in
        try connection.execute("REINDEX; UPDATE answers SET delivered_ms = NULL WHERE delivered_ms = 0")
      }
    } catch {
      // Rows that violate the constraints make the statements fail.
      if error.kind == .failed { throw connection.damaged(error.reason) }
      throw error
    }
  }

  /// Throws `.damaged` if pages of the database are inconsistent.
  static func requireStructure(_ connection: Connection) throws(JournalError) {
    let report = try connection.text("PRAGMA quick_check(1)")
    if report == "ok" { return }
    // Headings begin with asterisks: "*** in database main ***".
    let finding = report.utf8.split(separator: 10).first { $0.first != UInt8(ascii: "*") }
    throw connection.damaged(finding.map { String(decoding: $0, as: UTF8.self) } ?? "no details reported")
  }

  /// One statement, so that both counts see the same moment. The second one has the condition of `nextPending`, to find the same rows.
  /// `total` sums in floating point, which does not overflow.
  private static let areIndexesRight = """
    SELECT (SELECT count(*) || ' ' || total(sequence) FROM answers NOT INDEXED WHERE delivered_ms IS NULL)
      = (SELECT count(*) || ' ' || total(sequence) FROM answers INDEXED BY answers_outbox WHERE is_delivered = 0 AND sequence > 0)
    """
}
