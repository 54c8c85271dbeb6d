import CSQLite

/// Answers on disk: recorded means that a power cut will not take it back.
///
///     let journal = try Journal(path: "/var/lib/star-kiosk/answers.db")
///     try journal.record(answer)   // returns when the answer is on disk
///
/// An SQLite file in write-ahead mode with a sync per answer, so that others can read it meanwhile (`JournalReader`).
/// Whatever is at the path and is not ours is refused and left as it was. For one thread at a time.
public final class Journal {
  /// The file, symbolic links followed.
  public let path: String

  private var connection: Connection?
  /// Prepared once: an answer costs no parsing.
  private var insert: OpaquePointer?
  /// An answer's name as text, while it is bound; `AnswerID.textLength` bytes, allocated once.
  private let uuidText: UnsafeMutablePointer<UInt8>

  /// Opens the journal at `path`, or makes one where nothing or an empty file is; the folder must exist.
  ///
  /// Reads the whole file once to see that it is sound, which takes time in proportion to its size.
  /// `busyTimeout`, in milliseconds, bounds how long opening or recording waits for another program.
  public init(path: String, busyTimeout: Int32 = 2_000) throws(JournalError) {
    let operation = "open the journal"
    let place = try Place(path, forWriting: true, for: operation)
    if place.isEmpty {
      try createJournal(place.path, busyTimeout: busyTimeout, for: operation)
    } else {
      try Self.inspect(place, busyTimeout: busyTimeout, for: operation)
    }
    let connection = try Connection(place.path, .readWrite, busyTimeout: busyTimeout, for: operation)
    // FULL syncs the log with every answer; NORMAL, the usual companion of WAL, would leave that to the checkpoints.
    try connection.execute("PRAGMA synchronous = FULL", for: operation)
    let mode = try connection.text("PRAGMA journal_mode = WAL", for: operation)
    if mode != "wal" {
      throw JournalError(
        .failed, operation, place.path, reason: "its file system cannot share memory between programs",
        cure: "choose a file on a local disk")
    }
    insert = try connection.prepare(Schema.insert, for: operation)
    self.connection = connection
    self.path = place.path
    uuidText = .allocate(capacity: Int(AnswerID.textLength))
  }

  deinit {
    close()
    uuidText.deallocate()
  }

  /// Writes the answer and returns when it is on disk. An answer that is there already stays as it is.
  ///
  /// After an error nothing of it is on disk, and the same call may be made again.
  public func record(_ answer: Answer) throws(JournalError) {
    let operation = "record an answer in"
    guard let connection, let insert else {
      throw JournalError(.failed, operation, path, reason: "the journal is closed")
    }
    if !answer.isOnScale {
      throw JournalError(
        .invalid, operation, path,
        reason: "\(answer.steps) steps are off the scale of \(answer.starCount) stars of \(answer.stepsPerStar) steps")
    }
    answer.uuid.write(to: uuidText)
    var bootID = answer.bootID
    let code = bootID.withUTF8 { boot in
      // No copies are made: what is bound stays in place until the statement is reset, a few lines below.
      uuidText.withMemoryRebound(to: CChar.self, capacity: Int(AnswerID.textLength)) { text in
        _ = sqlite3_bind_text(insert, 1, text, AnswerID.textLength, nil)
      }
      sqlite3_bind_int(insert, 2, answer.steps)
      sqlite3_bind_int(insert, 3, answer.stepsPerStar)
      sqlite3_bind_int(insert, 4, answer.starCount)
      sqlite3_bind_int64(insert, 5, answer.wall)
      sqlite3_bind_int64(insert, 6, answer.monotonic)
      UnsafeRawBufferPointer(boot).withMemoryRebound(to: CChar.self) { text in
        // A text without an address would be NULL.
        _ =
          text.isEmpty
          ? sqlite3_bind_text(insert, 7, "", 0, nil)
          : sqlite3_bind_text(insert, 7, text.baseAddress, Int32(text.count), nil)
      }
      // One statement outside BEGIN is a transaction of its own: the step returns after the commit and its sync.
      let code = sqlite3_step(insert)
      return code
    }
    // The error is told from the connection, so its words are taken before the reset.
    let failure = code == SQLITE_DONE ? nil : connection.error(operation)
    sqlite3_reset(insert)
    sqlite3_clear_bindings(insert)
    if let failure { throw failure }
  }

  /// Lets go of the file; the log is folded into it. Calling it twice does nothing.
  public func close() {
    if let insert { sqlite3_finalize(insert) }
    insert = nil
    connection = nil
  }

  /// Looks through an existing journal before anything may be written to it.
  private static func inspect(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) {
    let hadIndex = place.hasIndex
    do throws(JournalError) {
      try read(place, busyTimeout: busyTimeout, for: operation)
    } catch {
      // Reading a log makes an index to it, and a read-only connection leaves that lying. Where there was none before,
      // nobody else uses it, and a refusal leaves the folder as it was.
      if !hadIndex { unlink(place.path + "-shm") }
      throw error
    }
  }

  private static func read(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) {
    // With a log there may be answers in it, and SQLite must read both; a read-only connection leaves both as they are.
    // Without one nobody has the file open, and it can be read without so much as a companion file.
    let connection = try Connection(
      place.path, place.hasLog ? .readOnly : .undisturbed, busyTimeout: busyTimeout, for: operation)
    let finding = try connection.text("PRAGMA quick_check(1)", for: operation)
    if finding != "ok" { throw connection.damaged(operation, detail: firstFinding(finding)) }
    try Schema.require(
      version: connection.number("PRAGMA user_version", for: operation), place.path, for: operation)
    // A table of another shape fails here rather than with the first answer.
    sqlite3_finalize(try Schema.prepare(Schema.insert, connection, for: operation))
  }
}

/// One line of a check's report: the first that is not a heading ("*** in database main ***").
private func firstFinding(_ report: String) -> String {
  for line in report.utf8.split(separator: 10) where line.first != UInt8(ascii: "*") {
    return String(decoding: line, as: UTF8.self)
  }
  return "the check says no more"
}
