import CSQLite

/// Makes an empty journal where nothing or an empty file is.
///
/// It is built beside its place and renamed into it, so that a power cut leaves nothing or all of it, and what stands
/// there always carries our mark. The folder's lock keeps two kiosks that start at once from replacing each other's.
func createJournal(_ path: String, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let parent = folder(of: path)
  let lock = try lockFolder(parent, path, busyTimeout: busyTimeout, for: operation)
  defer { close(lock) }
  var mode: UInt32 = 0
  var size: Int64 = 0
  if cs_stat(path, &mode, &size) == 0 && size > 0 { return }

  let draft = path + ".new"
  removeDraft(draft)
  do throws(JournalError) {
    try build(draft, busyTimeout: busyTimeout, for: operation)
    if rename(draft, path) != 0 || fsync(lock) != 0 {
      throw JournalError(.failed, operation, path, reason: systemReason(cs_errno()))
    }
  } catch {
    removeDraft(draft)
    throw JournalError(error.kind, operation, path, reason: error.reason, suggestion: error.suggestion)
  }
}

private func build(_ draft: String, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let file = cs_open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o644)
  if file < 0 { throw JournalError(.failed, operation, draft, reason: systemReason(cs_errno())) }
  close(file)
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

/// What an earlier attempt that was cut short left behind; it never held an answer.
private func removeDraft(_ draft: String) {
  unlink(draft)
  unlink(draft + "-journal")
  unlink(draft + "-wal")
  unlink(draft + "-shm")
}

/// An exclusive flock(2) on the folder, for `busyTimeout` milliseconds at most; closing the descriptor gives it back.
func lockFolder(
  _ folder: String, _ path: String, busyTimeout: Int32, for operation: String
) throws(JournalError) -> Int32 {
  let descriptor = cs_open(folder, O_RDONLY | O_DIRECTORY, 0)
  if descriptor < 0 { throw JournalError(.failed, operation, path, reason: systemReason(cs_errno())) }
  var waited: Int32 = 0
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    let code = cs_errno()
    if code == EINTR { continue }
    if code != EWOULDBLOCK || waited >= busyTimeout {
      close(descriptor)
      throw JournalError(
        code == EWOULDBLOCK ? .busy : .failed, operation, path,
        reason: "its folder " + folder + " is locked: " + systemReason(code),
        suggestion: "see who has it open with: fuser -v " + folder)
    }
    waited += sqlite3_sleep(10)
  }
  return descriptor
}
