import Basics
import CLinux
import CSQLite
import System

/// An open database, closed with the object. Errors contain its path.
final class Connection {
  let path: String
  /// The caller's operation, for errors.
  var operation: String
  private let handle: OpaquePointer

  enum Mode {
    /// Reads and writes an existing file.
    case readWrite
    /// Reads with locks, so that the reader sees one state while others write.
    case readOnly
    /// Reads without locks and without creating companion files. No other program may have the database open.
    case immutable
    /// An empty database in memory; the path is used only in errors.
    case memory
  }

  /// Opens a database. `busyTimeout` is in milliseconds.
  init(_ path: String, _ mode: Mode, busyTimeout: Int32, for operation: String) throws(JournalError) {
    mapsAreGuarded
    var name = unambiguousPath(path)
    if mode == .immutable { name = fileURI(name) + "?immutable=1" }
    if mode == .memory { name = ":memory:" }
    let flags =
      switch mode {
      case .readWrite, .memory: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else {
      throw JournalError(.failed, operation, path, reason: "out of memory", suggestion: "free memory and try again")
    }
    handle = opened
    self.path = path
    self.operation = operation
    sqlite3_busy_timeout(opened, busyTimeout)
    if code != SQLITE_OK { throw error() }
    // The file may be damaged or made by an attacker.
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Changes how long calls wait for another program, in milliseconds.
  func setBusyTimeout(_ time: Int32) { sqlite3_busy_timeout(handle, time) }

  /// Leaves the log as it is when the connection closes, even if it is the last one.
  func keepLogOnClose() { cs_keep_log(handle) }

  /// Opens a journal for writing: with a log, or with a rollback journal on a file system without shared memory, such as 9P, or with maps that
  /// a full disk makes fatal (`cs_map`).
  static func forWriting(_ path: String, busyTimeout: Int32, for operation: String) throws(JournalError) -> Connection {
    do throws(JournalError) {
      let connection = try Connection(path, .readWrite, busyTimeout: busyTimeout, for: operation)
      let mode = try connection.text("PRAGMA journal_mode = WAL")
      if mode.utf8.elementsEqual("wal".utf8) { _ = try connection.number("PRAGMA schema_version") }
      return connection
    } catch { if error.kind != .noSharedMemory { throw error } }
    // The file's header may already say that it has a log. In exclusive mode, SQLite keeps the log's index in private memory.
    try Connection(path, .readWrite, busyTimeout: busyTimeout, for: operation)
      .execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE")
    return try Connection(path, .readWrite, busyTimeout: busyTimeout, for: operation)
  }

  /// Disables triggers, because another program's trigger could change answers.
  func ignoreTriggers() { cs_ignore_triggers(handle) }

  /// Prepares a statement that is executed many times.
  func prepare(_ sql: String) throws(JournalError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error() }
    return Statement(owning: statement)
  }

  /// Executes statements and ignores their rows.
  func execute(_ sql: String) throws(JournalError) {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw error() }
  }

  /// Returns the first column of the first row as text.
  func text(_ sql: String) throws(JournalError) -> String { try firstRow(sql).text(0) }

  /// Returns the first column of the first row as a number.
  func number(_ sql: String) throws(JournalError) -> Int64 { try firstRow(sql).number(0) }

  /// Returns the schema version, `oldest` or newer. Throws for one that this program cannot read.
  func schemaVersion(oldest: Int64 = 1) throws(JournalError) -> Int64 {
    let version = try number("PRAGMA user_version")
    try Schema.require(version: version, oldest: oldest, path, for: operation)
    return version
  }

  private func firstRow(_ sql: String) throws(JournalError) -> Statement {
    let statement = try prepare(sql)
    if statement.step() != SQLITE_ROW { throw error() }
    return statement
  }

  /// Executes `body` as one transaction, which is rolled back if `body` throws.
  func transaction(_ body: () throws(JournalError) -> Void) throws(JournalError) {
    // IMMEDIATE acquires the write lock first, and the busy timeout applies to it.
    try execute("BEGIN IMMEDIATE")
    do throws(JournalError) {
      try body()
      try execute("COMMIT")
    } catch {
      // SQLite has already rolled back after some failures.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Executes a prepared statement that yields no rows, and resets it. Returns the number of changed rows.
  @discardableResult func run(_ statement: Statement) throws(JournalError) -> Int64 {
    // Resetting the statement would overwrite the connection's error.
    let failure = statement.step() == SQLITE_DONE ? nil : error()
    let changes = Int64(sqlite3_changes(handle))
    statement.reset()
    if let failure { throw failure }
    return changes
  }

  /// Whether the last call failed because a table or a column does not exist.
  var isNameUnknown: Bool { sqlite3_errcode(handle) == SQLITE_ERROR }

  /// Returns the connection's last failure in the operator's terms.
  func error() -> JournalError {
    // The thread's errno first, before another call may change it.
    let last = cl_errno()
    let code = sqlite3_extended_errcode(handle)
    let kept = sqlite3_system_errno(handle)
    // Debian 12's SQLite does not keep the errno of a COMMIT that cannot write.
    let errno = kept == 0 && writeErrors.contains(code) ? last : kept
    let reason = lowercasingFirst(sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown error")
    let detail = errno == 0 ? "" : " (" + errnoText(errno) + ")"
    func error(
      _ kind: JournalFault, errno: Int32 = errno, _ reason: String, _ suggestion: String = ""
    ) -> JournalError {
      JournalError(kind, operation, path, errno: errno, reason: reason, suggestion: suggestion)
    }
    let fullDisk = error(.full, errno: ENOSPC, "the disk is full; nothing was written", "free space on that disk")
    switch code & 0xff {
    case SQLITE_FULL: return fullDisk
    // No room for a companion file. SQLite then tries to read it, and has only the error of that.
    case SQLITE_CANTOPEN where errno == ENOSPC || errno == EDQUOT || errno == ENOENT && cs_is_full(path) != 0:
      return fullDisk
    // Running out of memory is no reason to set the journal aside.
    case SQLITE_NOMEM: return error(.failed, errno: ENOMEM, "out of memory", "free memory and try again")
    // Growing the shared-memory index or syncing may exhaust the disk, too. An exceeded quota is reported only so.
    case SQLITE_IOERR where errno == ENOSPC || errno == EDQUOT: return fullDisk
    case SQLITE_IOERR where errno == EFBIG:
      return error(
        .full, errno: EFBIG, "the file size limit is reached; nothing was written",
        "raise LimitFSIZE= of the service, or ulimit -f of the shell")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return error(
        .busy, errno: 0, "another program holds a lock", "list the programs that have it open: fuser -v " + path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return damaged(reason)
    case SQLITE_READONLY:
      return error(
        .readOnly, "it is not writable (" + reason + ")",
        "check the permissions of the file, its -wal and -shm companions and their folder")
    case SQLITE_IOERR where sharedMemoryErrors.contains(code):
      return error(
        .noSharedMemory, "its file system does not support shared memory" + detail, "choose a file on a local disk")
    case SQLITE_IOERR: return error(.failed, reason + detail, "check the kernel's log for storage errors")
    default: return error(.failed, reason + detail)
    }
  }

  /// Returns the error of a file with inconsistent content. `detail` is SQLite's finding.
  func damaged(_ detail: String) -> JournalError {
    JournalError(
      .damaged, operation, path, reason: "the database is damaged (" + detail + ")",
      suggestion: "move it and its -wal and -shm companions to another folder; the kiosk then starts a new one")
  }
}

/// Evaluated once, before the first connection.
private let mapsAreGuarded: Void = cs_guard_maps()

/// SQLITE_IOERR_SHMOPEN, _SHMSIZE, _SHMLOCK and _SHMMAP.
private let sharedMemoryErrors = [18, 19, 20, 21].map { SQLITE_IOERR | $0 << 8 }

/// SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC and _TRUNCATE. A system call has failed before each of them.
private let writeErrors = (3...6).map { SQLITE_IOERR | $0 << 8 }

/// Returns a path that SQLite does not interpret: ":memory:" and "" would name temporary databases.
private func unambiguousPath(_ path: String) -> String { path.utf8.first == UInt8(ascii: "/") ? path : "./" + path }

/// Returns the path as a file: URI with its special characters escaped.
private func fileURI(_ path: String) -> String {
  // An absolute path follows an empty host; otherwise two leading slashes would introduce a host.
  var bytes = Array((path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:").utf8)
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "%"): bytes.append(contentsOf: "%25".utf8)
    case UInt8(ascii: "?"): bytes.append(contentsOf: "%3f".utf8)
    case UInt8(ascii: "#"): bytes.append(contentsOf: "%23".utf8)
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
