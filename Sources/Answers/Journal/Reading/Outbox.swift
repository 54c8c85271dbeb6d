import CSQLite
import System

/// The pending answers of a journal, for a program that sends them on.
///
///     let outbox = try Outbox(path: path)
///     for pending in try outbox.next(after: 0, limit: 32) { send(pending.answer) }
///     try outbox.markDelivered(acknowledged, at: WallClock.now())
///
/// Every call is one short transaction on a connection of its own, and no lock remains between calls: the kiosk never waits for
/// another process that sends. An outbox never creates or migrates a journal, and closes the file with the object. Use it from one
/// thread at a time.
package final class Outbox {
  /// An answer that was not delivered yet.
  package struct PendingAnswer: Hashable, Sendable {
    /// The position in the order of recording: from 1 and without gaps, until delivered answers are deleted.
    package let sequence: Int64
    package let answer: Answer
  }

  /// The file, with symbolic links resolved.
  package let path: String

  /// The journal's identity; `nil` if it cannot be read. Sequence numbers are unique only within one journal.
  package let journal: AnswerID?

  private let identity: FileIdentity?
  private let connection: Connection
  private let statements: Statements

  private struct Statements {
    let pending: AnswerRows
    let recorded: AnswerRows
    let mark: Statement
    let repair: Statement

    init(_ connection: Connection) throws(JournalError) {
      pending = try AnswerRows(Schema.nextPending, connection)
      recorded = try AnswerRows(Schema.recorded, connection)
      mark = try Schema.prepare(Schema.markDelivered, connection)
      repair = try Schema.prepare(Schema.repair, connection)
    }
  }

  /// Opens a journal. `busyTimeout`, in milliseconds, limits how long each call waits for another program.
  ///
  /// - Throws: `.missing` and `.olderSchema` until the kiosk has started.
  @export(interface)
  package convenience init(path: String, busyTimeout: Int32 = 2_000) throws(JournalError) {
    let place = try Place(path, forWriting: false, busyTimeout: busyTimeout, for: "open the outbox of")
    if place.isEmpty { throw place.error(.missing, "it is empty", "start the kiosk, which creates the journal") }
    // SQLite finds companions by name. The lock keeps the kiosk from setting the journal aside in between, which would combine
    // the database of one journal with the log of another.
    let lock = try place.lockFolder()
    defer { extendLifetime(lock) }
    let identity = (try? FileStatus(place.path))?.identity
    let connection = try place.connect(.readWrite)
    // After a power cut, lost marks cause only duplicates with the same UUID. A sync per mark would wear the flash.
    try connection.execute("PRAGMA synchronous = NORMAL")
    // The last connection to close checkpoints the log. A journal that was set aside must stay as it is.
    connection.keepLogOnClose()
    try Schema.requireOurs(connection, oldest: Schema.version)
    connection.ignoreTriggers()
    let journal = AnswerID(try connection.text(Schema.identity))
    self.init(place.path, identity, journal, connection, try Statements(connection))
  }

  private init(
    _ path: String, _ identity: FileIdentity?, _ journal: AnswerID?, _ connection: Connection, _ statements: Statements
  ) {
    (self.path, self.identity, self.journal) = (path, identity, journal)
    (self.connection, self.statements) = (connection, statements)
  }

  /// Whether the path still names the opened file. If not, the kiosk has set the journal aside, and the caller should open the new one.
  package var isInPlace: Bool { identity == (try? FileStatus(path))?.identity }

  /// The number of pending rows without a valid answer that `next` has read since its last call with `after: 0`. These rows stay in the
  /// journal.
  package var badRows: Int64 { statements.pending.badRows }

  /// Returns at most `limit` pending answers after `sequence`, in the order of recording, without `badRows`.
  @export(interface) package func next(after sequence: Int64, limit: Int32) throws(JournalError) -> [PendingAnswer] {
    connection.operation = "read answers from"
    if sequence == 0 { statements.pending.startOver() }
    statements.pending.select.bind(1, sequence)
    defer { statements.pending.select.reset() }
    var answers: [PendingAnswer] = []
    while answers.count < Int(limit), let row = try statements.pending.next() {
      answers.append(PendingAnswer(sequence: row.sequence, answer: row.answer))
    }
    return answers
  }

  /// Returns at most `limit` answers from sequence number `first` to `last`, delivered or not, in the order of recording. Leaves out rows
  /// that were deleted or hold no valid answer.
  @export(interface)
  package func answers(from first: Int64, to last: Int64, limit: Int32) throws(JournalError) -> [PendingAnswer] {
    connection.operation = "read answers from"
    statements.recorded.select.bind(1, first)
    statements.recorded.select.bind(2, last)
    defer { statements.recorded.select.reset() }
    var answers: [PendingAnswer] = []
    while answers.count < Int(limit), let row = try statements.recorded.next() {
      answers.append(PendingAnswer(sequence: row.sequence, answer: row.answer))
    }
    return answers
  }

  /// Returns the sequence number of the newest answer; 0 without answers.
  @export(interface) package func lastSequence() throws(JournalError) -> Int64 {
    connection.operation = "read answers from"
    return try connection.number(Schema.lastSequence)
  }

  /// Marks answers as delivered at `time`, in milliseconds since 1970. After an error, none is marked. Ignores answers that were
  /// deleted or are already marked.
  @export(interface) package func markDelivered(_ sequences: [Int64], at time: Int64) throws(JournalError) {
    if sequences.isEmpty { return }
    connection.operation = "mark delivered answers in"
    try connection.transaction { () throws(JournalError) in
      for sequence in sequences {
        statements.mark.bind(1, sequence)
        statements.mark.bind(2, time)
        try connection.run(statements.mark)
      }
    }
  }

  /// Corrects the times of answers that boot `bootID` recorded with an unsynchronized clock. At `monotonic` nanoseconds since that boot,
  /// the true time was `wall`, in milliseconds since 1970.
  ///
  /// - Returns: The number of corrected answers.
  @discardableResult
  @export(interface)
  package func repairTimes(bootID: String, wall: Int64, monotonic: Int64) throws(JournalError) -> Int64 {
    connection.operation = "correct the times of answers in"
    var count: Int64 = 0
    while true {
      let slice = try Schema.repairTimes(statements.repair, connection, bootID, wall: wall, monotonic: monotonic)
      count += slice
      if slice < Schema.repairSlice { return count }
      // A kiosk that waits for the lock gets it now.
      sqlite3_sleep(10)
    }
  }

  /// Rebuilds the indexes if they hide pending answers: a flipped bit in one would keep an answer from delivery. The time is
  /// proportional to the size of the journal.
  @export(interface) package func repairIndexes() throws(JournalError) {
    connection.operation = "check the indexes of"
    try Schema.repairIndexes(connection)
  }

  /// Counts the pending answers.
  @export(interface) package func backlog() throws(JournalError) -> Int64 {
    connection.operation = "count the answers in"
    return try connection.number(Schema.countPending)
  }

  /// Returns the time of the newest answer in milliseconds since 1970, corrected if possible; `nil` without answers.
  @export(interface) package func newestWall() throws(JournalError) -> Int64? {
    connection.operation = "read answers from"
    return Int64(try connection.text(Schema.newestWall))
  }
}
