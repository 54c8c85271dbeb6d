import Basics
import System

/// The store of a kiosk's answers: the journal, and a reserve for times when the journal cannot accept answers because another program
/// holds a lock or the disk is full.
///
/// | journal | reserve | `record` |
/// | --- | --- | --- |
/// | accepts answers | empty | stores them in the journal |
/// | accepts answers | has answers | moves these to the journal first |
/// | fails for now | has room | stores them in the reserve; `isWaiting` |
/// | fails for now | has no room | throws, and keeps them in memory; `isWaiting`, `isOutOfOrder` |
///
/// | can never be opened | | is not called: `defect`, `isOutOfOrder` |
///
/// While `isWaiting`, call `retry` every few seconds: it moves everything to the journal in one transaction. An answer that is moved
/// twice, because of a power cut in between, counts once.
package final class AnswerStore {
  private let path: String
  private let limit: Int64
  private let policy: Journal.DamagePolicy
  private let mayWait: Bool
  /// `nil` until it has been opened.
  private var journal: Journal?
  /// The check of a large journal, which comes before opening it.
  private var check: JournalCheck?
  private var spill: Spill
  /// Answers that are only in memory.
  private var unsaved: [Answer] = []
  /// Why the journal did not accept answers; `nil` if it did.
  package private(set) var failure: JournalError?

  /// Opens the journal at `path`, or creates one.
  ///
  /// - Parameters:
  ///   - mayWait: Whether to continue without the journal if it cannot be opened; `retry` tries again. A large journal is then checked by
  ///     another process.
  ///   - policy: What happens with a file that cannot be used.
  ///   - reserve: The reserve's file; `nil` for one beside the journal.
  @export(interface) package init(
    path: String, limit: Int64, mayWait: Bool, whenDamaged policy: Journal.DamagePolicy = .setAside,
    reserve: String? = nil
  ) throws(JournalError) {
    (self.path, self.limit, self.mayWait, self.policy) = (path, limit, mayWait, policy)
    var (journal, check): (Journal?, JournalCheck?) = (nil, nil)
    do throws(JournalError) { journal = try Self.open(path, limit, policy, mayWait, after: &check) } catch {
      if !mayWait { throw error }
      failure = error
    }
    let beside = (journal?.path ?? path) + ".spill"
    spill = Spill(path: reserve ?? beside)
    if reserve != nil { spill.absorb(beside) }
    (self.journal, self.check) = (journal, check)
    if !spill.answers.isEmpty { _ = try? retry() }
  }

  private static func open(
    _ path: String, _ limit: Int64, _ policy: Journal.DamagePolicy, _ mayWait: Bool, after check: inout JournalCheck?
  ) throws(JournalError) -> Journal {
    // `replace` is used at the default path, whose folder belongs to the kiosk.
    if policy == .replace && !exists(parentFolder(of: path)) { try? makeFolders(parentFolder(of: path)) }
    if check == nil && mayWait { check = try JournalCheck(path, policy) }
    let isChecked = try check?.finish() ?? false
    check = nil
    return try Journal(path: path, limit: limit, whenDamaged: policy, isChecked: isChecked)
  }

  /// Writes a visit's answers, and returns when they are on disk.
  @export(interface) package func record(_ answers: [Answer]) throws(JournalError) {
    if isWaiting { _ = try? retry() }
    if !isWaiting, let journal {
      do throws(JournalError) {
        try journal.record(answers)
        return spill.restore()
      } catch { failure = error }
    }
    do throws(SystemError) { try spill.add(answers) } catch {
      unsaved += answers
      throw failure
        ?? JournalError(.failed, "record an answer in", spill.path, errno: error.errno, reason: error.reason)
    }
  }

  /// Moves the waiting answers to the journal, without waiting for a lock. If that fails, moves the answers in memory to the reserve.
  ///
  /// - Returns: The answers that were only in memory and are now on disk.
  @export(interface) package func retry() throws(JournalError) -> [Answer] {
    let saved = unsaved
    spill.retry()
    do throws(JournalError) {
      let journal = if let journal { journal } else { try Self.open(path, limit, policy, mayWait, after: &check) }
      self.journal = journal
      try journal.record(spill.answers + unsaved, busyTimeout: 0)
      failure = nil
      unsaved = []
      if !spill.answers.isEmpty { try? spill.clear() }
      if !exists(spill.path) { spill = Spill(path: spill.path) }
    } catch {
      failure = error
      if unsaved.isEmpty { throw error }
      do throws(SystemError) { try spill.add(unsaved) } catch { throw failure ?? JournalError(.failed, "", path) }
      unsaved = []
    }
    return saved
  }

  /// Counts the pending answers, including those that wait for the journal; `nil` if the journal cannot be read.
  package var backlog: Int64? {
    guard let journal, let stored = try? journal.backlog() else { return nil }
    return stored + Int64(spill.answers.count + unsaved.count)
  }
  /// The times of the last answers in the journal; see `Journal.lastTimes`.
  package var lastTimes: [Int64] { (try? journal?.lastTimes()) ?? [] }

  /// Whether `retry` has something to do.
  package var isWaiting: Bool { journal == nil || !spill.answers.isEmpty || !unsaved.isEmpty }
  /// Whether answers are waiting outside the journal, or the journal cannot be opened. A check of a large journal that is still running
  /// does not count.
  package var usesReserve: Bool {
    !spill.answers.isEmpty || !unsaved.isEmpty
      || journal == nil && failure?.reason.utf8.elementsEqual(JournalCheck.runs.utf8) == false
  }
  /// Whether the kiosk must not accept visitors. The reserve only bridges temporary faults.
  package var isOutOfOrder: Bool { !unsaved.isEmpty || journal == nil && (defect != nil || spill.failure != nil) }
  /// Why the reserve cannot be used; `nil` if it can.
  package var reserveFailure: SystemError? { spill.failure }
  /// The path of the unreadable parts of the reserve, which were set aside; `nil` if everything could be read.
  package var reserveAsidePath: String? { spill.setAsidePath }
  /// The permanent fault that keeps the journal from being opened; `nil` without one.
  package var defect: JournalError? { journal == nil && failure?.mayPass == false ? failure : nil }
  /// The number of answers that are only in memory.
  package var unsavedCount: Int { unsaved.count }
  package var reservePath: String { spill.path }
  /// The number of answers in the reserve.
  package var spilledCount: Int { spill.answers.count }

  /// Counts the answers in the reserve of a journal, `nil` for the one beside it, without changing it; `nil` if it cannot be read.
  package static func reserveCount(ofJournal path: String, reserve: String? = nil) -> Int? {
    Spill.count(at: reserve ?? ((try? realPath(path)) ?? path) + ".spill")
  }

  package var isReplaced: Bool { journal?.isReplaced ?? false }
  package var setAsidePath: String? { journal?.setAsidePath }
  package var dropped: String { journal?.dropped ?? "" }
  package var fault: Journal.Fault? { journal?.fault }
  /// The journal's path.
  package var journalPath: String { journal?.path ?? path }

  package func close() { journal?.close() }
}
