import CSQLite

/// The database's layout, and the moment it comes into being.
enum Schema {
  /// `application_id`: "Star" in ASCII. Says whose file it is, to us and to file(1).
  static let application: Int32 = 0x5374_6172
  /// `user_version`: raised by one with every change of the layout.
  static let version: Int64 = 1

  /// Refuses a layout that this program does not know.
  static func require(version found: Int64, _ path: String, for operation: String) throws(JournalError) {
    if found == version { return }
    if found > version {
      throw JournalError(
        .newerSchema, operation, path,
        reason: "it has schema version \(found), and this program knows \(version)",
        cure: "install the program that made it, or a newer one")
    }
    throw JournalError(
      .otherApplication, operation, path, reason: "it has schema version \(found), which never was",
      cure: "give another path, or move that file away")
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
        cure: "give another path, or move that file away")
    }
  }

  /// `sequence` counts in the order of recording. `fraction` is the share of all stars, 0 ... 1: 3.5 of 5 stars is 0.7;
  /// computed by the database, so that it cannot disagree with the steps. Units are in the names; `steps`,
  /// `steps_per_star` and `star_count` are counts.
  static let create = """
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

  /// One answer; a known name changes nothing. Not OR IGNORE, which would swallow a failed CHECK as well.
  static let insert = """
    INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (uuid) DO NOTHING
    """

  static let selectAll = """
    SELECT uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id FROM answers ORDER BY sequence
    """
}

/// Makes an empty journal where nothing or an empty file is.
///
/// It is built beside its place and renamed into it, so that a power cut leaves nothing or all of it, and what stands
/// there always carries our mark. The folder's lock keeps two kiosks that start at once from replacing each other's.
func createJournal(_ path: String, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let parent = folder(of: path)
  let lock = try lockFolder(parent, path, busyTimeout: busyTimeout, for: operation)
  defer { close(lock) }
  var mode: UInt32 = 0
  var size: Int64 = 0
  if cs_stat(path, &mode, &size) == 0 && size > 0 { return }

  let draft = path + ".new"
  removeDraft(draft)
  do throws(JournalError) {
    try build(draft, busyTimeout: busyTimeout, for: operation)
    if rename(draft, path) != 0 || fsync(lock) != 0 {
      throw JournalError(.failed, operation, path, reason: systemReason(cs_errno()))
    }
  } catch {
    removeDraft(draft)
    throw JournalError(error.kind, operation, path, reason: error.reason, cure: error.cure)
  }
}

private func build(_ draft: String, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let file = cs_open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o644)
  if file < 0 { throw JournalError(.failed, operation, draft, reason: systemReason(cs_errno())) }
  close(file)
  let connection = try Connection(draft, .readWrite, busyTimeout: busyTimeout, for: operation)
  try connection.execute(
    """
    PRAGMA page_size = 4096;
    PRAGMA synchronous = FULL;
    BEGIN IMMEDIATE;
    PRAGMA application_id = \(Schema.application);
    PRAGMA user_version = \(Schema.version);
    \(Schema.create);
    COMMIT;
    PRAGMA journal_mode = WAL;
    """, for: operation)
}

/// What an earlier attempt that was cut short left behind; it never held an answer.
private func removeDraft(_ draft: String) {
  unlink(draft)
  unlink(draft + "-journal")
  unlink(draft + "-wal")
  unlink(draft + "-shm")
}

/// An exclusive flock(2) on the folder, for `busyTimeout` milliseconds at most; closing the descriptor gives it back.
private func lockFolder(
  _ folder: String, _ path: String, busyTimeout: Int32, for operation: String
) throws(JournalError) -> Int32 {
  let descriptor = cs_open(folder, O_RDONLY | O_DIRECTORY, 0)
  if descriptor < 0 { throw JournalError(.failed, operation, path, reason: systemReason(cs_errno())) }
  var waited: Int32 = 0
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    let code = cs_errno()
    if code == EINTR { continue }
    if code != EWOULDBLOCK || waited >= busyTimeout {
      close(descriptor)
      throw JournalError(
        code == EWOULDBLOCK ? .busy : .failed, operation, path,
        reason: "its folder " + folder + " is locked: " + systemReason(code),
        cure: "see who has it open with: fuser -v " + folder)
    }
    waited += sqlite3_sleep(10)
  }
  return descriptor
}
