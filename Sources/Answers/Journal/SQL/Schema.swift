import Basics

/// The database schema, its migrations and its statements.
enum Schema {
  /// The `application_id` of a journal: "Star" in ASCII. file(1) reports it, too.
  static let application: Int32 = 0x5374_6172
  /// The current `user_version`: that of the newest field or name. Versions 5 and 6 were never used.
  static let version = AnswerField.all.reduce(4) { max($0, $1.since, $1.earlier?.until ?? 0) }

  /// Throws unless this program can read schema version `found`, and `found` is at least `oldest`.
  static func require(version found: Int64, oldest: Int64 = 1, _ path: String, for operation: String)
    throws(JournalError)
  {
    if found > version {
      throw JournalError(
        .newerSchema, operation, path,
        reason: "its schema version is \(found); this program supports up to \(version)",
        suggestion: "install the version of the kiosk that created it, or a newer one")
    }
    if found < 1 {
      throw JournalError(
        .otherApplication, operation, path, reason: "invalid schema version \(found)",
        suggestion: "give another path, or move the file away")
    }
    if found < oldest {
      throw JournalError(
        .olderSchema, operation, path, reason: "its schema version is \(found); version \(version) is required",
        suggestion: "start the kiosk, which migrates it")
    }
  }

  /// Prepares a statement. Throws `.otherApplication` if the tables do not have our columns.
  static func prepare(_ sql: String, _ connection: Connection) throws(JournalError) -> Statement {
    do throws(JournalError) {
      return try connection.prepare(sql)
    } catch {
      if error.kind != .failed || !connection.isNameUnknown { throw error }
      throw JournalError(
        .otherApplication, error.operation, error.subject,
        reason: "its tables belong to another application (" + error.reason + ")",
        suggestion: "give another path, or move the file away")
    }
  }

  // MARK: Migrations

  /// Returns the statements that migrate a database from version `found` to version `last`. Version 0 is an empty database. A new journal
  /// gets the tables that migrating an empty one would create, text for text. Creating them directly is faster: SQLite parses the whole
  /// schema again for each added column.
  static func steps(from found: Int64, to last: Int64 = version) -> String {
    var statements: [String] = []
    if found < 1 && last == version {
      statements = tables + [fill]
    } else {
      for number in (found + 1)...last {
        if number == 1 {
          statements.append(first + "\n) STRICT")
        } else {
          statements += columns(since: number, in: number).map { "ALTER TABLE answers ADD COLUMN " + $0 }
          statements += renamings(in: number)
        }
        if number == 2 { statements += indexes.map { $0.sql } }
        if number == 4 { statements += [fourth, fill] }
      }
    }
    return (statements + ["PRAGMA user_version = \(last)"]).joined(separator: ";\n")
  }

  /// The tables and indexes of the current version.
  private static var tables: [String] { [answers] + indexes.map { $0.sql } + [fourth] }

  /// The table as SQLite keeps it after all columns were added.
  private static var answers: String {
    first + "\n, " + (2...version).flatMap { columns(since: $0, in: version) }.joined(separator: ", ") + ") STRICT"
  }

  /// What `objects` yields for a database of the current version.
  static var currentObjects: String {
    let made = indexes.map { "index " + $0.name + " answers " + $0.sql }
    return
      (made + ["index sqlite_autoindex_answers_1 answers ", "table answers answers " + answers]
      + ["table journal journal " + fourth]).joined(separator: "\n")
  }

  /// Version 1, without its end. `sequence` is the order of recording, from 1 and without gaps until rows are deleted: the newest row is
  /// never deleted, so SQLite always assigns the next number. Column names end in units.
  private static var first: String {
    "CREATE TABLE answers (\n  sequence INTEGER PRIMARY KEY,\n  " + columns(since: 1, in: 1).joined(separator: ",\n  ")
  }

  /// The columns that version `since` added, with their names in `version`. ALTER TABLE rewrites no rows, so a migration works on a full
  /// disk and does not delay the kiosk's start. Version 2 has the outbox: `delivered_ms` is when the broker acknowledged the answer; NULL before.
  private static func columns(since: Int64, in version: Int64) -> [String] {
    let outbox = [
      "delivered_ms INTEGER", "is_delivered INTEGER GENERATED ALWAYS AS (delivered_ms IS NOT NULL) VIRTUAL",
    ]
    return AnswerField.all.filter { $0.since == since }.compactMap { $0.definition(in: version) }
      + (since == 2 ? outbox : [])
  }

  /// The statements that give columns the names of a version.
  private static func renamings(in version: Int64) -> [String] {
    AnswerField.all.compactMap { field in
      field.earlier.flatMap { earlier in
        earlier.until == version ? "ALTER TABLE answers RENAME COLUMN \(earlier.name) TO \(field.name)" : nil
      }
    }
  }

  /// The indexes of version 2. The first one finds pending answers and answers that may be deleted, in the order of recording. The
  /// second one finds answers whose time can be corrected.
  private static let indexes = [
    (name: "answers_outbox", sql: "CREATE INDEX answers_outbox ON answers (is_delivered)"),
    (
      name: "answers_to_repair",
      sql: "CREATE INDEX answers_to_repair ON answers (boot_id) "
        + "WHERE wall_synchronised = 0 AND wall_repaired_ms IS NULL"
    ),
  ]

  /// Version 4: the journal's identity, a version 4 UUID in one row. A journal that replaces another one counts from 1 again, so a
  /// sequence number is unique only together with it.
  private static let fourth = "CREATE TABLE journal (uuid TEXT NOT NULL CHECK (length(uuid) = 36)) STRICT"

  private static let fill = """
    INSERT INTO journal SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(h, 18, 3) || '-' || substr(h, 21)
      FROM (SELECT lower(hex(randomblob(16))) AS h)
    """

  // MARK: Statements

  /// Inserts an answer (`Answer.bind`) unless its uuid exists. OR IGNORE would also ignore a failed CHECK.
  static var insert: String {
    let fields = AnswerField.recorded
    return "INSERT INTO answers (" + list(fields.map { "\($0.name)" }) + ") VALUES ("
      + list(fields.indices.map { "?\($0 + 1)" }) + ") ON CONFLICT (uuid) DO NOTHING"
  }

  private static func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  /// Returns the SELECT for `AnswerRows` on a database of version `found`, without WHERE and ORDER BY.
  static func select(version found: Int64) -> String {
    let columns = AnswerField.stored.map { $0.since <= found ? "\($0.name(in: found))" : $0.absent?.sql ?? "NULL" }
    return "SELECT " + list(columns) + ", sequence FROM answers "
  }

  /// Yields each string of the JSON array ?1, and NULL for each element that is not a string; a single NULL if ?1 is not an array.
  static let texts = """
    SELECT CASE type WHEN 'text' THEN value END
    FROM json_each(iif(json_valid(?1) AND json_type(?1) = 'array', ?1, '[null]'))
    """

  /// Selects the pending answers after sequence number ?1.
  static var nextPending: String {
    select(version: version) + "WHERE is_delivered = 0 AND sequence > ?1 ORDER BY sequence"
  }

  /// Selects the pending answers from sequence number ?1 to ?2 without the index, which may be damaged.
  static func pendingInTable(version found: Int64) -> String {
    let pending = found < 2 ? "" : "ifnull(delivered_ms, 0) = 0 AND "
    return select(version: found) + "NOT INDEXED WHERE " + pending + "sequence BETWEEN ?1 AND ?2 ORDER BY sequence"
  }

  /// Selects the answers from sequence number ?1 to ?2, delivered or not.
  static var recorded: String { select(version: version) + "WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence" }

  /// Yields one row: the journal's identity, empty if it has none.
  static let identity = "SELECT coalesce((SELECT uuid FROM journal LIMIT 1), '')"

  /// Yields one row: the highest sequence number, 0 without answers.
  static let lastSequence = "SELECT coalesce(max(sequence), 0) FROM answers"

  static let markDelivered = "UPDATE answers SET delivered_ms = ?2 WHERE sequence = ?1 AND delivered_ms IS NULL"

  static let countPending = "SELECT count(*) FROM answers WHERE is_delivered = 0"

  /// Yields one row; its text is empty if there are no answers.
  static let newestWall = """
    SELECT coalesce((SELECT coalesce(wall_repaired_ms, wall_ms) FROM answers ORDER BY sequence DESC LIMIT 1), '')
    """

  /// Yields one row: the times of the five last answers between commas, newest first.
  static let lastTimes = """
    SELECT coalesce(group_concat(wall), '') FROM
      (SELECT coalesce(wall_repaired_ms, wall_ms) AS wall FROM answers ORDER BY sequence DESC LIMIT 5)
    """

  /// Deletes the ?1 oldest delivered answers.
  static let trim = """
    DELETE FROM answers WHERE sequence IN
      (SELECT sequence FROM answers WHERE is_delivered = 1 ORDER BY sequence LIMIT ?1)
    """

  /// Corrects unsynchronized times of boot ?3: when the monotonic clock was ?2, the true time was ?1. Corrects at most `repairSlice`
  /// answers, because it holds the lock meanwhile.
  static let repair = """
    UPDATE answers SET wall_repaired_ms = ?1 - (?2 - monotonic_ns) / 1000000 WHERE sequence IN
      (SELECT sequence FROM answers
       WHERE boot_id = ?3 AND monotonic_ns >= 0 AND wall_synchronised = 0 AND wall_repaired_ms IS NULL
       LIMIT \(repairSlice))
    """

  static let repairSlice: Int64 = 1_000

  /// Selects the answer of the JSON text ?1 (`Answer.json` of this version or an earlier one) for `AnswerRows`, with the sequence
  /// number ?2.
  static var decodeJSON: String {
    let columns = AnswerField.stored.map { field in
      let column =
        switch field.type {
        case .flags: "(SELECT total(CASE value \(flags) END) FROM json_each(a, '$.\(field.name)'))"
        case .texts, .names: "a -> '\(field.name)'"
        default: "a ->> '\(field.name)'"
        }
      let earlier = field.earlier.map { "ifnull(\(column), a ->> '\($0.name)')" } ?? column
      return field.absent.map { "ifnull(\(earlier), \($0.sql))" } ?? earlier
    }
    return "SELECT " + list(columns) + ", ?2 FROM (SELECT ?1 AS a) WHERE json_valid(a)"
  }

  private static var flags: String {
    Answer.Flags.names.map { "WHEN '" + $0.name + "' THEN " + String($0.flag.rawValue) }.joined(separator: " ")
  }
}

extension Schema {
  /// Migrates an older database in one transaction. After a power cut, the database has either the old version or the new one.
  static func migrate(_ connection: Connection) throws(JournalError) {
    if try connection.number("PRAGMA user_version") == version { return }
    try connection.transaction { () throws(JournalError) in
      // Two kiosks may start at once: the version is read again under the write lock.
      let found = try connection.number("PRAGMA user_version")
      if found < version { try connection.execute(steps(from: found)) }
    }
  }

  /// Executes `repair` and returns the number of corrected answers. Ignores an empty boot ID and times outside the years 1970
  /// to 9999, which would overflow the arithmetic.
  @discardableResult static func repairTimes(
    _ statement: Statement, _ connection: Connection, _ bootID: String, wall: Int64, monotonic: Int64
  ) throws(JournalError) -> Int64 {
    if bootID.utf8.isEmpty || monotonic < 0 || !(0..<253_402_300_800_000).contains(wall) { return 0 }
    statement.bind(1, wall)
    statement.bind(2, monotonic)
    statement.bind(3, bootID)
    return try connection.run(statement)
  }
}
