import Basics
import CLinux
import CSQLite
import System

extension Place {
  /// Creates an empty journal in place of a missing or empty file.
  ///
  /// The journal is built beside its path and renamed into place: a power cut leaves either nothing or a complete journal with our
  /// application ID. A lock on the folder keeps two kiosks that start at once from replacing each other's journal.
  func create() throws(JournalError) {
    let lock = try lockFolder()
    if hasContent(path) { return }
    // If the power failed while a journal was being set aside, the draft is its successor and holds its pending answers.
    if isComplete(draft) && !exists(path) { return try rename(draft, lock) }
    try installDraft(lock) { _ in
    } before: {
    }
  }

  private var draft: String { path + ".new" }

  /// Whether a draft is a journal: its only transaction was committed.
  private func isComplete(_ draft: String) -> Bool {
    if hasContent(draft + "-journal") { return false }
    return (try? Place(draft, forWriting: false, busyTimeout: busyTimeout, for: operation))?.isEmpty == false
  }

  /// Builds a journal beside the path and renames it into place, so that there is a complete journal or nothing.
  ///
  /// - Parameters:
  ///   - lock: The locked folder.
  ///   - fill: Adds answers to the draft.
  ///   - before: Makes room at the path once the draft is complete.
  func installDraft(
    _ lock: borrowing FileDescriptor, filledBy fill: (Connection) throws(JournalError) -> Void,
    before: () throws(JournalError) -> Void
  ) throws(JournalError) {
    // An interrupted start may have left a draft. The answers in it are still in the journal from which they were copied.
    func removeDraft() { for suffix in [""] + Self.companions { removeFile(draft + suffix) } }
    if (try? FileStatus(draft, followingLinks: false))?.kind == .folder, let aside = try? unusedName() {
      try? renameFile(draft, to: aside + ".new")
    }
    removeDraft()
    do throws(JournalError) { try build(fill) } catch {
      removeDraft()
      throw self.error(error.kind, errno: error.errno, error.reason, error.suggestion)
    }
    do throws(JournalError) {
      try before()
      try rename(draft, lock)
    } catch {
      // If there is no file at the path, the draft stays, and the next start uses it.
      if (try? FileStatus(path, followingLinks: false)) != nil { removeDraft() }
      throw error
    }
  }

  private func rename(_ draft: String, _ lock: borrowing FileDescriptor) throws(JournalError) {
    do throws(SystemError) {
      try renameFile(draft, to: path)
      try lock.synchronize()
    } catch { throw JournalError(.failed, operation, path, errno: error.errno) }
  }

  private func build(_ fill: (Connection) throws(JournalError) -> Void) throws(JournalError) {
    // SQLite would create a file that the group cannot write, whatever the umask is. Companions get the database's mode.
    do throws(SystemError) {
      _ = try FileDescriptor(opening: draft, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    } catch {
      throw JournalError(
        error.errno == ENOSPC || error.errno == EDQUOT ? .full : .failed, operation, draft, errno: error.errno)
    }
    try buildTables(fill)
    // The log is set up only now, because the connection that created the tables must be closed first.
    _ = try Connection.forWriting(draft, busyTimeout: busyTimeout, for: operation)
  }

  /// Makes the tables and fills them in one transaction.
  private func buildTables(_ fill: (Connection) throws(JournalError) -> Void) throws(JournalError) {
    let connection = try Connection(draft, .readWrite, busyTimeout: busyTimeout, for: operation)
    try connection.execute("PRAGMA page_size = 4096; PRAGMA synchronous = FULL")
    try connection.transaction { () throws(JournalError) in
      try connection.execute("PRAGMA application_id = \(Schema.application);" + Schema.steps(from: 0))
      try fill(connection)
    }
  }

  /// Locks the folder with flock(2). Closing the returned descriptor unlocks it.
  func lockFolder() throws(JournalError) -> FileDescriptor {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
      var waited: Int32 = 0
      while try !descriptor.lock() {
        if waited >= busyTimeout { throw SystemError("lock", folder, errno: EWOULDBLOCK) }
        waited += sqlite3_sleep(10)
      }
      return descriptor
    } catch {
      throw self.error(
        error.errno == EWOULDBLOCK ? .busy : .failed, errno: error.errno,
        "cannot " + error.operation + " its folder " + folder + ": " + error.reason,
        "list the programs that have it open: fuser -v " + folder)
    }
  }
}
