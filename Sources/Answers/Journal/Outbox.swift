import CSQLite

/// A journal seen by whoever sends its answers on: what is not delivered yet, and a place to say that it is.
///
///     let outbox = try Outbox(path: path)
///     for letter in try outbox.next(after: 0, limit: 32) { send(letter.answer) }
///     try outbox.markDelivered(acknowledged, at: WallClock.now())
///
/// A connection of its own, in another process than the kiosk's. Every call is one short transaction, so that the kiosk's
/// recording waits for none of them; between calls nothing is held. Never makes or migrates a journal. For one thread at a
/// time.
package final class Outbox {
  /// An answer that waits, and its place in the order of recording.
  package struct PendingAnswer: Hashable, Sendable {
    /// Above 0, and above that of every answer recorded before.
    package let sequence: Int64
    package let answer: Answer
  }

  /// The file, symbolic links followed.
  package let path: String

  private let identity: FileIdentity?
  private var connection: Connection?
  private var select: Statement?
  private var mark: Statement?
  private var repair: Statement?

  /// Opens the journal that a kiosk has made. `busyTimeout`, in milliseconds, bounds how long each call waits for another
  /// program.
  ///
  /// `.missing` and `.olderSchema` pass as soon as the kiosk has started.
  @export(interface) package init(path: String, busyTimeout: Int32 = 2_000) throws(JournalError) {
    let operation = "send the answers of"
    let place = try Place(path, forWriting: false, for: operation)
    if place.isEmpty {
      throw JournalError(
        .missing, operation, path, reason: "it is empty", suggestion: "start the kiosk, which makes a journal of it")
    }
    // A kiosk that moves a damaged journal aside holds the folder's lock. SQLite finds companions by name, so whoever opens
    // at that moment could take one file's database and another's log.
    let lock = try lockFolder(folder(of: place.path), place.path, busyTimeout: busyTimeout, for: operation)
    defer { Self.unlock(lock) }
    identity = FileIdentity(place.path)
    self.path = place.path
    let connection = try Connection(place.path, .readWrite, busyTimeout: busyTimeout, for: operation)
    // A mark that a power cut takes back costs a duplicate, which has the same name; a sync per mark would cost the flash.
    try connection.execute("PRAGMA synchronous = NORMAL", for: operation)
    // The last to leave would fold the log into the database; of a journal that was moved aside, that is for its rescuers.
    cs_keep_log(connection.handle)
    try Schema.require(
      version: connection.number("PRAGMA user_version", for: operation), oldest: Schema.version, place.path,
      for: operation)
    select = Statement(try Schema.prepare(Schema.nextWaiting, connection, for: operation))
    mark = Statement(try Schema.prepare(Schema.markDelivered, connection, for: operation))
    repair = Statement(try Schema.prepare(Schema.repair, connection, for: operation))
    self.connection = connection
  }

  deinit { close() }

  private static func unlock(_ descriptor: Int32) { CSQLite.close(descriptor) }

  /// Whether the path still leads to the file that was opened. After the kiosk has moved a damaged one aside it does not:
  /// open it anew.
  package var isInPlace: Bool { identity == FileIdentity(path) }

  /// The answers that wait and come after `sequence`, in the order of recording, `limit` at most.
  @export(interface) package func next(after sequence: Int64, limit: Int32) throws(JournalError) -> [PendingAnswer] {
    let operation = "read the answers of"
    let connection = try opened(operation)
    guard let select else { return [] }
    sqlite3_bind_int64(select.handle, 1, sequence)
    sqlite3_bind_int(select.handle, 2, limit)
    defer { sqlite3_reset(select.handle) }
    var letters: [PendingAnswer] = []
    while true {
      let code = sqlite3_step(select.handle)
      if code == SQLITE_DONE { return letters }
      if code != SQLITE_ROW { throw connection.error(operation) }
      guard let answer = Answer(row: select.handle) else {
        throw connection.damaged(operation, detail: "an answer that this program cannot have written")
      }
      letters.append(PendingAnswer(sequence: sqlite3_column_int64(select.handle, 15), answer: answer))
    }
  }

  /// Says that these were delivered at `time`, in milliseconds since 1970; all or, after an error, none. One that is gone or
  /// was delivered before stays as it is.
  @export(interface) package func markDelivered(_ sequences: [Int64], at time: Int64) throws(JournalError) {
    let operation = "mark as delivered answers of"
    let connection = try opened(operation)
    guard let mark, !sequences.isEmpty else { return }
    try connection.transaction(for: operation) { () throws(JournalError) in
      for sequence in sequences {
        sqlite3_bind_int64(mark.handle, 1, sequence)
        sqlite3_bind_int64(mark.handle, 2, time)
        try connection.run(mark, for: operation)
      }
    }
  }

  /// Dates the answers that this boot recorded before it knew the time, now that it does: at `monotonic` nanoseconds since
  /// the boot `bootID` it was `wall`, milliseconds since 1970. Answers of other boots stay as they are. How many there were.
  @discardableResult
  @export(interface)
  package func repairTimes(bootID: String, wall: Int64, monotonic: Int64) throws(JournalError) -> Int64 {
    let operation = "repair the times of"
    let connection = try opened(operation)
    guard let repair else { return 0 }
    return try Schema.repairTimes(repair, connection, bootID, wall: wall, monotonic: monotonic, for: operation)
  }

  /// How many answers wait. Takes time in proportion to their number.
  @export(interface) package func backlog() throws(JournalError) -> Int64 {
    let operation = "count the answers of"
    return try opened(operation).number(Schema.countWaiting, for: operation)
  }

  /// The newest answer's wall time in milliseconds since 1970, repaired where it is known better; `nil` without answers.
  @export(interface) package func newestWall() throws(JournalError) -> Int64? {
    let operation = "read the answers of"
    let text = try opened(operation).text(Schema.newestWall, for: operation)
    return Int64(text)
  }

  /// Lets go of the file. Calling it twice does nothing.
  package func close() {
    select = nil
    mark = nil
    repair = nil
    connection = nil
  }

  private func opened(_ operation: String) throws(JournalError) -> Connection {
    if let connection { return connection }
    throw JournalError(.failed, operation, path, reason: "the journal is closed")
  }
}
