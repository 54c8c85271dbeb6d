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
    let draft = path + ".new"
    // An interrupted start may have left a draft. It never held an answer.
    func removeDraft() { for suffix in ["", "-journal", "-wal", "-shm"] { removeFile(draft + suffix) } }
    removeDraft()
    do throws(JournalError) {
      try build(draft)
      do throws(SystemError) {
        try renameFile(draft, to: path)
        try lock.synchronize()
      } catch { throw JournalError(.failed, operation, path, errno: error.errno) }
    } catch {
      removeDraft()
      throw self.error(error.kind, errno: error.errno, error.reason, error.suggestion)
    }
  }

  private func build(_ draft: String) throws(JournalError) {
    // SQLite would create a file that the group cannot write, whatever the umask is. Companions get the database's mode.
    do throws(SystemError) {
      _ = try FileDescriptor(opening: draft, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    } catch { throw JournalError(.failed, operation, draft, errno: error.errno) }
    let connection = try Connection(draft, .readWrite, busyTimeout: busyTimeout, for: operation)
    try connection.execute(
      """
      PRAGMA page_size = 4096;
      PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE;
      PRAGMA application_id = \(Schema.application);
      \(Schema.steps(from: 0));
      COMMIT;
      PRAGMA journal_mode = WAL;
      """)
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
