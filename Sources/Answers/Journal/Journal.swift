import Basics
import CLinux
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
  /// The new path of a damaged journal that `init` or `record` set aside last; `nil` if none was.
  package internal(set) var setAsidePath: String?
  /// Whether `record` found the file deleted, moved, overwritten or damaged, and continues with another one.
  package internal(set) var isReplaced = false
  /// A fault for the operator to fix, found by `init` or the last `record`; `nil` without one. Recording still works.
  package private(set) var fault: Fault?
  /// The triggers, views and indexes of another program that `init` dropped; empty without any.
  package var dropped: String { database?.dropped ?? "" }

  private let limit: Int64
  let policy: DamagePolicy
  let busyTimeout: Int32
  /// `nil` after `close`.
  private(set) var database: Database?
  /// The number of answers in the file.
  private var count: Int64 = 0

  /// An answer takes 200 to 300 bytes: a million answers take up to 300 MB, enough for years.
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
    /// Does the same with anything at the path that cannot be used: another program's file, a journal of a newer version or another user, a
    /// folder, a device, a link. The new journal has the pending answers that can be read.
    case replace

    /// Whether the file that caused an error is set aside.
    func replaces(_ error: JournalError) -> Bool {
      switch error.kind {
      case .damaged: self != .refuse
      case .notAFile, .notADatabase, .otherApplication, .newerSchema, .olderSchema, .missing: self == .replace
      // Another user's files; a card that cannot be read.
      case .readOnly, .failed: self == .replace && [0, EACCES, EPERM, ELOOP, EIO, ENOTDIR].contains(error.errno)
      case .full, .busy, .noSharedMemory, .invalid: false
      }
    }
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
  ///   - isChecked: Whether the file was checked just before. Its content is then not read again.
  @export(interface) package convenience init(
    path: String, limit: Int64 = Journal.defaultLimit, whenDamaged policy: DamagePolicy = .refuse,
    busyTimeout: Int32 = 2_000, isChecked: Bool = false
  ) throws(JournalError) {
    let opened = try Database.open(path, whenDamaged: policy, busyTimeout: busyTimeout, isChecked: isChecked)
    self.init(opened.database.connection.path, limit, policy, busyTimeout)
    setAsidePath = opened.aside
    try use(opened.database)
  }

  private init(_ path: String, _ limit: Int64, _ policy: DamagePolicy, _ busyTimeout: Int32) {
    (self.path, self.limit, self.policy, self.busyTimeout) = (path, limit, policy, busyTimeout)
  }

  /// Makes `record` use this database, and counts its answers.
  func use(_ database: Database) throws(JournalError) {
    count = try database.connection.number("SELECT count(*) FROM answers")
    fault = nil
    if count > limit {
      let pending = try database.connection.number(Schema.countPending)
      if pending > limit { fault = Fault(answers: pending, limit: limit) }
    }
    self.database = database
  }

  /// Records one answer; see `record(_:)` for several.
  package func record(_ answer: Answer) throws(JournalError) { try record([answer]) }

  /// Writes a visit's answers and returns when they are on disk. Ignores answers that the journal already holds.
  ///
  /// After an error, none of them is on disk, and the call may be repeated. An answer with a synchronized clock corrects the times of
  /// earlier answers of the same boot. A journal that was deleted, moved, overwritten or damaged meanwhile is replaced; see `isReplaced`.
  ///
  /// - Parameter busyTimeout: As in `init`; `nil` for the same value.
  @export(interface)
  package func record(_ answers: [Answer], busyTimeout: Int32? = nil) throws(JournalError) {
    let operation = "record an answer in"
    if database == nil { throw JournalError(.failed, operation, path, reason: "the journal is closed") }
    for answer in answers where !answer.isValid {
      throw JournalError(
        .invalid, operation, path,
        reason:
          "\(answer.steps) is not on the \(answer.kind) scale of \(answer.starCount) times \(answer.stepsPerStar) steps"
      )
    }
    if answers.isEmpty { return }
    database?.connection.setBusyTimeout(busyTimeout ?? self.busyTimeout)
    if database?.isInPlace == false { try replace() }
    try checkFileSystem(operation)
    do throws(JournalError) { try insert(answers) } catch {
      if error.kind != .damaged || policy == .refuse { throw error }
      try replace()
      try insert(answers)
    }
    try checkFileSystem(operation)
    // Wakes a courier that watches the folder. The writes to the log come too early for that: they precede the sync, and the answers become
    // visible only after it.
    touchFile(path)
  }

  /// Throws if the file system has been made read-only. ext4 then writes only to memory, and a sync succeeds without doing anything.
  private func checkFileSystem(_ operation: String) throws(JournalError) {
    do throws(SystemError) { try requireAccess(path, W_OK) } catch {
      if error.errno != EROFS { return }
      throw JournalError(
        .readOnly, operation, path, errno: EROFS, suggestion: "examine the disk, and mount it for writing")
    }
  }

  private func insert(_ answers: [Answer]) throws(JournalError) {
    guard let database else { return }
    database.connection.operation = "record an answer in"
    var change: Int64 = 0
    var isOver = false
    try database.connection.transaction { () throws(JournalError) in
      var added: Int64 = 0
      for answer in answers {
        answer.bind(to: database.insert)
        added += try database.connection.run(database.insert)
      }
      if let known = answers.last(where: { $0.time.isSynchronised })?.time {
        try Schema.repairTimes(
          database.repair, database.connection, known.bootID, wall: known.wall, monotonic: known.monotonic)
      }
      let removed = try makeRoom(for: added, isOver: &isOver)
      change = added - removed
    }
    count += change
    fault = isOver ? Fault(answers: count, limit: limit) : nil
  }

  /// Deletes delivered answers beyond the limit and returns their number. The newest row is kept; otherwise, SQLite would reuse its
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

  /// Checkpoints the log and closes the file. Every later call of `record` throws. If the file was overwritten meanwhile, its log is set
  /// aside with it, and the pending answers are copied to a new journal.
  package func close() {
    if database?.isInPlace == false { try? replace() }
    database = nil
  }
}

extension Journal {
  /// Returns the operator's message about a journal that was set aside at `path`.
  package static func note(aside path: String) -> String {
    "the journal was damaged: it is kept as " + path
      + " for recovery, and a new one was created, with the pending answers "
      + "that could be read"
  }

  /// Returns the operator's message about what another program had added to the journal.
  package static func note(dropped names: String) -> String {
    "dropped what another program had added to the journal: " + names
  }

  /// Returns the number of files that were set aside from the journal at `path` and are still beside it.
  package static func setAsideCount(of path: String) -> Int {
    let path = (try? realPath(path)) ?? path
    let start = fileName(of: path) + ".damaged-"
    let names = (try? listDirectory(parentFolder(of: path))) ?? []
    return names.count { name in
      name.utf8.starts(with: start.utf8)
        && !Place.companions.contains { name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  /// Whether a file belongs to a journal in the same folder: the journal itself, its draft, its reserve, SQLite's companions of these, what was
  /// set aside, and the counts of its visits. Both are names without a folder.
  @export(interface) package static func isCompanion(_ name: String, of journal: String) -> Bool {
    if !name.utf8.starts(with: journal.utf8) { return false }
    let rest = Array(name.utf8.dropFirst(journal.utf8.count))
    if [".damaged-", ".spill.damaged-"].contains(where: { rest.starts(with: $0.utf8) }) { return true }
    if [".counts", SurveyFile.suffix].contains(where: { rest.elementsEqual($0.utf8) }) { return true }
    return ["", ".new", ".spill"].contains { file in
      ([""] + Place.companions).contains { (file + $0).utf8.elementsEqual(rest) }
    }
  }

  /// The default path of the journal; `nil` if there is no state folder.
  package static var defaultPath: String? { Environment.stateFolder.map { path(in: $0) } }

  /// Returns the path of the journal in a state folder.
  package static func path(in folder: String) -> String { folder + "/journal.sqlite" }
}
