import CSQLite

/// Answers on disk: recorded means that a power cut will not take it back.
///
///     let journal = try Journal(path: "/var/lib/star-slider/journal.sqlite")
///     try journal.record(answers)   // returns when the visitor's answers are on disk
///
/// An SQLite file in write-ahead mode with a sync per visit, so that others can read it meanwhile (`JournalReader`) and send
/// it on (`Outbox`). Whatever is at the path and is not ours is refused and left as it was. For one thread at a time, and
/// one kiosk per journal.
package final class Journal {
  /// The file, symbolic links followed.
  package let path: String
  /// Where the damaged journal is that was found in this one's place; `nil` when all was well. For `.setAside` only.
  package let setAsidePath: String?
  /// What an operator must know though recording goes on; `nil` when all is well. True of the last `record`, or of opening.
  package private(set) var fault: Fault?

  private let limit: Limit
  private var connection: Connection?
  /// Prepared once: an answer costs no parsing.
  private var insert: Statement?
  private var trim: Statement?
  private var repair: Statement?
  /// Answers in the file.
  private var count: Int64

  /// How much a journal may hold. Beyond it the oldest answers that were delivered go, with the next that come; one that was
  /// not delivered never goes, and where there are too many of these alone, `fault` says so.
  package struct Limit: Sendable {
    /// An answer takes 200 to 300 bytes: a million is a third of a gigabyte, and years of visitors.
    package var answers: Int64
    package init(answers: Int64 = 1_000_000) { self.answers = answers }
  }

  /// Too many answers that were not delivered.
  package struct Fault: Equatable, Sendable {
    /// How many answers the journal holds, and how many it should.
    package let answers: Int64
    package let limit: Int64
    /// In one line.
    package var message: String {
      "the journal holds \(answers) answers, more than its limit of \(limit), and none of them was delivered, so none is "
        + "deleted; see to the courier and its broker"
    }
  }

  /// What opening does about a file that is ours and contradicts itself.
  package enum DamagePolicy: Sendable {
    /// It is refused and left as it is.
    case refuse
    /// It is renamed, with its companions, to `PATH.damaged-TIME` (UTC), and a new journal is begun; `setAsidePath` tells.
    /// The same becomes of companions that have lost their database, and of a file whose first page is zeros, unless its log
    /// has that page.
    case setAside
  }

  /// Opens the journal at `path`, or makes one where nothing or an empty file is; the folder must exist. A journal of an
  /// earlier version is brought up to date.
  ///
  /// Reads the whole file once to see that it is sound, which takes time in proportion to its size.
  /// `busyTimeout`, in milliseconds, bounds how long opening or recording waits for another program.
  @export(interface) package init(
    path: String, limit: Limit = Limit(), whenDamaged policy: DamagePolicy = .refuse, busyTimeout: Int32 = 2_000
  ) throws(JournalError) {
    let operation = "open the journal"
    let mayMove = policy == .setAside
    let place = try Place(path, forWriting: true, mayMove: mayMove, for: operation)
    var aside: String?
    if place.isEmpty && mayMove {
      aside = try setAsideOrphans(of: place.path, busyTimeout: busyTimeout, for: operation)
    }
    let connection: Connection
    do throws(JournalError) {
      connection = try Self.open(place, busyTimeout: busyTimeout, for: operation)
    } catch {
      if error.kind != .damaged || !mayMove { throw error }
      aside = try setAside(place, busyTimeout: busyTimeout, for: operation)
      let again = try Place(path, forWriting: true, for: operation)
      connection = try Self.open(again, busyTimeout: busyTimeout, for: operation)
    }
    insert = Statement(try connection.prepare(Schema.insert, for: operation))
    trim = Statement(try connection.prepare(Schema.trim, for: operation))
    repair = Statement(try connection.prepare(Schema.repair, for: operation))
    count = try connection.number("SELECT count(*) FROM answers", for: operation)
    self.limit = limit
    self.path = place.path
    self.connection = connection
    setAsidePath = aside
    if count > limit.answers {
      let waiting = try connection.number(Schema.countWaiting, for: operation)
      if waiting > limit.answers { fault = Fault(answers: waiting, limit: limit.answers) }
    }
  }

  deinit { close() }

  private static func open(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) -> Connection
  {
    if place.isEmpty {
      try createJournal(place.path, busyTimeout: busyTimeout, for: operation)
    } else {
      try inspect(place, busyTimeout: busyTimeout, for: operation)
    }
    let connection = try Connection(place.path, .readWrite, busyTimeout: busyTimeout, for: operation)
    // FULL syncs the log with every answer; NORMAL, the usual companion of WAL, would leave that to the checkpoints.
    try connection.execute("PRAGMA synchronous = FULL", for: operation)
    let mode = try connection.text("PRAGMA journal_mode = WAL", for: operation)
    if mode != "wal" {
      throw JournalError(
        .failed, operation, place.path, reason: "its file system cannot share memory between programs",
        suggestion: "choose a file on a local disk")
    }
    try Schema.migrate(connection, for: operation)
    return connection
  }

  /// Writes the answer and returns when it is on disk. An answer that is there already stays as it is.
  ///
  /// After an error nothing of it is on disk, and the same call may be made again.
  package func record(_ answer: Answer) throws(JournalError) { try record([answer]) }

  /// Writes a visitor's answers and returns when they are on disk: all of them or, after an error, none. Answers that are
  /// there already stay as they are.
  ///
  /// One whose wall clock was right dates those of the same boot that were recorded before it was.
  @export(interface) package func record(_ answers: [Answer]) throws(JournalError) {
    let operation = "record an answer in"
    guard let connection, let insert else {
      throw JournalError(.failed, operation, path, reason: "the journal is closed")
    }
    for answer in answers where !answer.isOnScale {
      throw JournalError(
        .invalid, operation, path,
        reason: "\(answer.steps) steps are off the scale of \(answer.starCount) stars of \(answer.stepsPerStar) steps")
    }
    if answers.isEmpty { return }
    var change: Int64 = 0
    var isOver = false
    try connection.transaction(for: operation) { () throws(JournalError) in
      var added: Int64 = 0
      for answer in answers {
        answer.bind(to: insert.handle)
        added += try connection.run(insert, for: operation)
      }
      if let known = answers.last(where: { $0.isSynchronised }) {
        try repairTimes(known.bootID, wall: known.wall, monotonic: known.monotonic, for: operation)
      }
      let removed = try makeRoom(for: added, isOver: &isOver, for: operation)
      change = added - removed
    }
    // For a courier that watches the folder: a log's last write comes before its sync, and only now the answers can be read.
    cs_touch(path)
    count += change
    fault = isOver ? Fault(answers: count, limit: limit.answers) : nil
  }

  /// Deletes what is beyond the limit and was delivered. Only when something was added: the newest row must stay, or its
  /// sequence number would be given to another.
  private func makeRoom(for added: Int64, isOver: inout Bool, for operation: String) throws(JournalError) -> Int64 {
    let excess = count + added - limit.answers
    guard added > 0, excess > 0, let connection, let trim else {
      isOver = excess > 0 && fault != nil
      return 0
    }
    // After the limit was lowered a few go with every answer, so that no visitor waits.
    let wanted = min(excess, added + 99)
    sqlite3_bind_int64(trim.handle, 1, wanted)
    let removed = try connection.run(trim, for: operation)
    isOver = removed < wanted
    return removed
  }

  private func repairTimes(_ bootID: String, wall: Int64, monotonic: Int64, for operation: String) throws(JournalError)
  {
    guard let connection, let repair else { return }
    try Schema.repairTimes(repair, connection, bootID, wall: wall, monotonic: monotonic, for: operation)
  }

  /// Lets go of the file; the log is folded into it. Calling it twice does nothing.
  package func close() {
    insert = nil
    trim = nil
    repair = nil
    connection = nil
  }
}
