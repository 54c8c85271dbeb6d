import Basics
import CLinux
import CSQLite
import System

/// Creates an empty journal in place of a missing or empty file.
///
/// The journal is built beside its path and renamed into place: a power cut leaves nothing or a complete journal with our
/// application ID. A lock on the folder keeps two kiosks that start at once from replacing each other's journal.
func createJournal(_ path: String, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let lock = try lockFolder(of: path, busyTimeout: busyTimeout, for: operation)
  if hasContent(path) { return }
  let draft = path + ".new"
  removeDraft(draft)
  do throws(JournalError) {
    try build(draft, busyTimeout: busyTimeout, for: operation)
    do throws(SystemError) {
      try renameFile(draft, to: path)
      try lock.synchronize()
    } catch {
      throw JournalError(.failed, operation, path, errno: error.errno)
    }
  } catch {
    removeDraft(draft)
    throw JournalError(
      error.kind, operation, path, errno: error.errno, reason: error.reason, suggestion: error.suggestion)
  }
}

private func build(_ draft: String, busyTimeout: Int32, for operation: String) throws(JournalError) {
  do throws(SystemError) {
    _ = try FileDescriptor(opening: draft, flags: O_WRONLY | O_CREAT | O_EXCL)
  } catch {
    throw JournalError(.failed, operation, draft, errno: error.errno)
  }
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
    """, for: operation)
}

/// Removes a draft that an interrupted start may have left. It never held an answer.
private func removeDraft(_ draft: String) {
  for suffix in ["", "-journal", "-wal", "-shm"] { removeFile(draft + suffix) }
}

/// Locks the folder of a path with flock(2), waiting up to `busyTimeout` milliseconds. Closing the returned descriptor unlocks
/// it.
func lockFolder(of path: String, busyTimeout: Int32, for operation: String) throws(JournalError) -> FileDescriptor {
  let folder = parentFolder(of: path)
  do throws(SystemError) {
    let descriptor = try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
    var waited: Int32 = 0
    while try !descriptor.lock() {
      if waited >= busyTimeout { throw SystemError("lock", folder, errno: EWOULDBLOCK) }
      waited += sqlite3_sleep(10)
    }
    return descriptor
  } catch {
    throw JournalError(
      error.errno == EWOULDBLOCK ? .busy : .failed, operation, path, errno: error.errno,
      reason: "cannot " + error.operation + " its folder " + folder + ": " + error.reason,
      suggestion: "list the programs that have it open: fuser -v " + folder)
  }
}
