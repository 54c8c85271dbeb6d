import Basics
import System

/// The kiosk's answers on disk. A recorded answer survives a power cut.
///
///     let journal = try Journal(path: "/var/lib/star-slider/journal.sqlite")
///     try journal.record(answers)   // returns when the answers are on disk
///
/// The journal is an SQLite database in write-ahead mode that is synced once per visit. Other processes can read it
/// (`JournalReader`) and send its answers (`Outbox`) at the same time. Opening rejects any other file and leaves it as it was.
/// Use a journal from one thread at a time, and from one kiosk.
package final class Journal {
  /// The file, with symbolic links resolved.
  package let path: String
  /// The new path of a damaged journal that `init` set aside; `nil` if it set none aside.
  package let setAsidePath: String?
  /// The fault that an operator should fix, as of the last `record` or of `init`; `nil` without one. Recording works nevertheless.
  package private(set) var fault: Fault?

  private let limit: Int64
  /// `nil` after `close`.
  private var database: Database?
  /// The number of answers in the file.
  private var count: Int64

  private struct Database {
    let connection: Connection
    let insert: Statement
    let trim: Statement
    let repair: Statement
  }

  /// An answer needs 200 to 300 bytes: a million answers need 300 MB and are years of visitors.
  package static var defaultLimit: Int64 { 1_000_000 }

  /// More pending answers than the limit permits.
  package struct Fault: Equatable, Sendable {
    /// The number of answers in the journal.
    package let answers: Int64
    package let limit: Int64
    package var message: String {
      "the journal holds \(answers) answers, more than its limit of \(limit); none was delivered, so none is deleted; "
        + "check the courier and its broker"
    }
  }

  /// What `init` does with a damaged journal.
  package enum DamagePolicy: Sendable {
    /// Throws `.damaged` and leaves the file as it is.
    case refuse
    /// Renames the file and its companions to `PATH.damaged-TIME` (UTC) and creates a new journal; see `setAsidePath`. This
    /// includes companions without a database, and a file whose first page is all zeros unless the log has that page.
    case setAside
  }

  /// Opens the journal at `path` or creates one in place of a missing or empty file in an existing folder. Migrates a journal
  /// of an earlier version.
  ///
  /// Opening reads the whole file to check its integrity.
  ///
  /// - Parameters:
  ///   - limit: The number of answers beyond which every new answer deletes the oldest delivered ones. Pending answers are
  ///     never deleted; if they alone exceed the limit, `fault` reports it.
  ///   - busyTimeout: The time in milliseconds that opening and recording wait for another program.
  @export(interface) package init(
    path: String, limit: Int64 = Journal.defaultLimit, whenDamaged policy: DamagePolicy = .refuse,
    busyTimeout: Int32 = 2_000
  ) throws(JournalError) {
    let operation = "open the journal"
    let mayMove = policy == .setAside
    let place = try Place(path, forWriting: true, mayMove: mayMove, busyTimeout: busyTimeout, for: operation)
    var aside = place.isEmpty && mayMove ? try place.setAsideOrphans() : nil
    let connection: Connection
    do throws(JournalError) { connection = try Self.open(place) } catch {
      if error.kind != .damaged || !mayMove { throw error }
      aside = try place.setAside()
      connection = try Self.open(try Place(path, forWriting: true, busyTimeout: busyTimeout, for: operation))
    }
    database = Database(
      connection: connection, insert: try connection.prepare(Schema.insert),
      trim: try connection.prepare(Schema.trim), repair: try connection.prepare(Schema.repair))
    count = try connection.number("SELECT count(*) FROM answers")
    self.limit = limit
    self.path = place.path
    setAsidePath = aside
    if count > limit {
      let pending = try connection.number(Schema.countPending)
      if pending > limit { fault = Fault(answers: pending, limit: limit) }
    }
  }

  private static func open(_ place: Place) throws(JournalError) -> Connection {
    if place.isEmpty { try place.create() } else { try place.inspect() }
    let connection = try place.connect(.readWrite)
    // FULL syncs the log with every transaction; NORMAL would sync it only at checkpoints.
    try connection.execute("PRAGMA synchronous = FULL")
    if try connection.text("PRAGMA journal_mode = WAL") != "wal" {
      throw place.error(.failed, "its file system does not support shared memory", "choose a file on a local disk")
    }
    try Schema.migrate(connection)
    return connection
  }

  /// Records one answer; see `record(_:)` for several.
  package func record(_ answer: Answer) throws(JournalError) { try record([answer]) }

  /// Writes a visit's answers and returns when they are on disk. Ignores answers that the journal already holds.
  ///
  /// After an error, none of them is on disk, and the call may be repeated. An answer with a synchronised clock corrects the times
  /// of earlier answers of the same boot.
  @export(interface) package func record(_ answers: [Answer]) throws(JournalError) {
    let operation = "record an answer in"
    guard let database else { throw JournalError(.failed, operation, path, reason: "the journal is closed") }
    for answer in answers where !answer.isOnScale {
      throw JournalError(
        .invalid, operation, path,
        reason:
          "\(answer.steps) steps are not on the scale of \(answer.starCount) stars of \(answer.stepsPerStar) steps")
    }
    if answers.isEmpty { return }
    database.connection.operation = operation
    var change: Int64 = 0
    var isOver = false
    try database.connection.transaction { () throws(JournalError) in
      var added: Int64 = 0
      for answer in answers {
        answer.bind(to: database.insert)
        added += try database.connection.run(database.insert)
      }
      if let known = answers.last(where: { $0.isSynchronised }) {
        try Schema.repairTimes(
          database.repair, database.connection, known.bootID, wall: known.wall, monotonic: known.monotonic)
      }
      let removed = try makeRoom(for: added, isOver: &isOver)
      change = added - removed
    }
    // Wakes a courier that watches the folder: the last write to the log precedes its sync, and only now the answers are visible.
    touchFile(path)
    count += change
    fault = isOver ? Fault(answers: count, limit: limit) : nil
  }

  /// Deletes delivered answers beyond the limit and returns their number. The newest row stays, or SQLite would reuse its
  /// sequence number.
  private func makeRoom(for added: Int64, isOver: inout Bool) throws(JournalError) -> Int64 {
    let excess = count + added - limit
    guard added > 0, excess > 0, let database else {
      isOver = excess > 0 && fault != nil
      return 0
    }
    // After the limit was lowered, each call deletes only about a hundred, so that visitors do not wait.
    let wanted = min(excess, added + 99)
    database.trim.bind(1, wanted)
    let removed = try database.connection.run(database.trim)
    isOver = removed < wanted
    return removed
  }

  /// Checkpoints the log and closes the file. Every later call of `record` throws.
  package func close() { database = nil }
}

extension Journal {
  /// The default path of the journal; `nil` if there is no folder for state.
  package static var defaultPath: String? { Environment.stateFolder.map { path(in: $0) } }

  /// Returns the path of the journal in a folder for state.
  package static func path(in folder: String) -> String { folder + "/journal.sqlite" }
}
