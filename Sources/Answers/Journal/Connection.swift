import CSQLite

/// An open database: SQL in, numbers and words out, errors with the path. Closes itself.
final class Connection {
  /// Valid while the connection lives.
  let handle: OpaquePointer
  let path: String

  enum Mode {
    /// Reads and writes; the file must be there.
    case readWrite
    /// Reads and locks, so that it sees one state while others write.
    case readOnly
    /// Reads, takes no lock and makes no file beside the database: only for one that nobody has open.
    case undisturbed
  }

  /// `busyTimeout` in milliseconds.
  init(_ path: String, _ mode: Mode, busyTimeout: Int32, for operation: String) throws(JournalError) {
    let name: String
    let flags: Int32
    switch mode {
    case .readWrite: (name, flags) = (plainName(path), SQLITE_OPEN_READWRITE)
    case .readOnly: (name, flags) = (plainName(path), SQLITE_OPEN_READONLY)
    case .undisturbed:
      (name, flags) = (addressEncoding(plainName(path)) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else {
      throw JournalError(.failed, operation, path, reason: "out of memory", suggestion: "free some and start again")
    }
    handle = opened
    self.path = path
    sqlite3_busy_timeout(opened, busyTimeout)
    if code != SQLITE_OK { throw error(operation) }
  }

  deinit { sqlite3_close_v2(handle) }

  /// A statement to run many times; whoever asks finalizes it (`Statement`).
  func prepare(_ sql: String, for operation: String) throws(JournalError) -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(operation) }
    return statement
  }

  /// Runs statements that answer nothing of interest.
  func execute(_ sql: String, for operation: String) throws(JournalError) {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw error(operation) }
  }

  /// The first column of the first row, as text.
  func text(_ sql: String, for operation: String) throws(JournalError) -> String {
    let statement = try prepare(sql, for: operation)
    defer { sqlite3_finalize(statement) }
    if sqlite3_step(statement) != SQLITE_ROW { throw error(operation) }
    return columnText(statement, 0)
  }

  /// The first column of the first row, as a number.
  func number(_ sql: String, for operation: String) throws(JournalError) -> Int64 {
    let statement = try prepare(sql, for: operation)
    defer { sqlite3_finalize(statement) }
    if sqlite3_step(statement) != SQLITE_ROW { throw error(operation) }
    return sqlite3_column_int64(statement, 0)
  }

  /// Runs `body` as one transaction: when this returns all of it is there, when it throws nothing is.
  func transaction(for operation: String, _ body: () throws(JournalError) -> Void) throws(JournalError) {
    // IMMEDIATE takes the right to write first, so that waiting for it has the busy timeout.
    try execute("BEGIN IMMEDIATE", for: operation)
    do throws(JournalError) {
      try body()
      try execute("COMMIT", for: operation)
    } catch {
      // Some failures have rolled back already.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Runs a prepared statement that answers no rows, and makes it ready for the next time. How many rows it changed.
  @discardableResult
  func run(_ statement: Statement, for operation: String) throws(JournalError) -> Int64 {
    let statement = statement.handle
    let code = sqlite3_step(statement)
    // The error is told from the connection, so its words are taken before the reset.
    let failure = code == SQLITE_DONE ? nil : error(operation)
    let changes = Int64(sqlite3_changes(handle))
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let failure { throw failure }
    return changes
  }

  /// The connection's last failure in an operator's words.
  func error(_ operation: String) -> JournalError {
    let code = sqlite3_extended_errcode(handle)
    let system = sqlite3_system_errno(handle)
    switch code & 0xff {
    case SQLITE_FULL: return full(operation)
    // Growing the shared index or syncing can be what runs out of room.
    case SQLITE_IOERR where system == ENOSPC: return full(operation)
    // SQLite forgets the errno where the file grew a little before it said no.
    case SQLITE_IOERR where system == EFBIG || code == writeFailed && system == 0 && cs_file_size_is_limited() != 0:
      return JournalError(
        .full, operation, path, reason: "a limit on the size of files is reached; nothing of it was written",
        suggestion: "raise it (LimitFSIZE= of the service, ulimit -f of a shell)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return JournalError(
        .busy, operation, path, reason: "another program is writing to it and did not finish in time",
        suggestion: "see who has it open with: fuser -v " + path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return damaged(operation, detail: words)
    case SQLITE_READONLY:
      return JournalError(
        .readOnly, operation, path, reason: "it cannot be written (" + words + ")",
        suggestion: "see to the permissions of the file, its -wal and -shm companions and their folder")
    case SQLITE_IOERR:
      return JournalError(
        .failed, operation, path, reason: words + " (" + systemReason(system) + ")",
        suggestion: "the storage may be failing: see the kernel's log")
    default:
      let cause = system == 0 ? words : words + " (" + systemReason(system) + ")"
      return JournalError(.failed, operation, path, reason: cause)
    }
  }

  /// The file contradicts itself; `detail` is SQLite's own finding.
  func damaged(_ operation: String, detail: String) -> JournalError {
    JournalError(
      .damaged, operation, path, reason: "the database is damaged (" + detail + ")",
      suggestion:
        "keep it for rescue and let a new one be made: move it and its -wal and -shm companions to another folder")
  }

  private func full(_ operation: String) -> JournalError {
    JournalError(
      .full, operation, path, reason: "the disk is full; nothing of it was written",
      suggestion: "make room on that disk")
  }

  private var words: String {
    guard let text = sqlite3_errmsg(handle) else { return "no reason given" }
    return lowercasingFirst(text)
  }
}

/// A prepared statement that goes by itself; the connection may go before it.
final class Statement {
  let handle: OpaquePointer

  /// Prepared by `Connection.prepare` or `Schema.prepare`.
  init(_ handle: OpaquePointer) { self.handle = handle }
  deinit { sqlite3_finalize(handle) }
}

/// SQLITE_IOERR_WRITE, a macro that is too long to be imported.
private let writeFailed = SQLITE_IOERR | 3 << 8

/// A path that SQLite takes for nothing else: ":memory:" and "" would mean a database that is gone with the program.
private func plainName(_ path: String) -> String {
  path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
}

/// The path as a file: address, with the characters that mean something there escaped.
private func addressEncoding(_ path: String) -> String {
  var bytes: [UInt8] = []
  // An absolute path needs the empty host in front, or its own leading slashes could be read as one.
  let scheme = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
  bytes.append(contentsOf: scheme.utf8)
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
