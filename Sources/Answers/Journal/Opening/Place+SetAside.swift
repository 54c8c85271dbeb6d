import Basics
import System

extension Place {
  /// Renames a journal and its companions to `PATH.damaged-TIME`, `PATH.damaged-TIME-wal` and so on, where the sqlite3 shell finds them
  /// together, and puts a new journal with the pending answers in its place. Deletes nothing, and leaves everything as it is if that
  /// fails.
  ///
  /// The new journal is complete before the old one is renamed, and the database is renamed before its log: a program that opens the path
  /// in between finds no database, rather than one without its log. After a power cut in between, the next start finds the new journal
  /// (`create`) and sets the log aside (`setAsideOrphans`).
  ///
  /// - Parameter open: A connection to the journal from before it was damaged.
  /// - Returns: The new path; `nil` if another kiosk has already set the journal aside.
  func setAside(readBy open: Connection? = nil) throws(JournalError) -> String? {
    let lock = try lockFolder()
    if identity == nil || identity != (try? FileStatus(path, followingLinks: false))?.identity { return nil }
    let destination = try unusedName()
    let index = path + "-shm"
    // SQLite cannot read a log whose index belongs to another user. Once that index is renamed, SQLite creates a new one.
    if exists(index) && !(isReadable(index) && isWritable(index)) { try rename(index, to: destination + "-shm") }
    try installDraft(lock) { draft throws(JournalError) in
      let hadIndex = hasIndex
      try copyPending(of: open, to: draft)
      // Reading the log has created an index.
      if !hadIndex { removeFile(index) }
    } before: { () throws(JournalError) in
      for suffix in [""] + Self.companions { try rename(path + suffix, to: destination + suffix) }
    }
    return destination
  }

  /// Sets aside the file that caused an error. If that fails, the thrown error gives both reasons, unless the disk is full or a lock is
  /// held.
  func setAside(becauseOf cause: JournalError) throws(JournalError) -> String? {
    do throws(JournalError) { return try setAside() } catch {
      if [.full, .busy].contains(error.kind) { throw error }
      throw JournalError(
        cause.kind, cause.operation, cause.subject, errno: cause.errno,
        reason: cause.reason + ", and it cannot be set aside (" + error.reason + ")", suggestion: cause.suggestion)
    }
  }

  /// Renames companions that have no database. SQLite would apply them to a new database or delete them.
  ///
  /// - Returns: The path without the companions' suffixes; `nil` if there are no such companions.
  func setAsideOrphans() throws(JournalError) -> String? {
    try renaming(Self.companions) { !hasContent(path) && logHasContent }
  }

  /// Renames companions that are no regular files. Returns the same as `setAsideOrphans`.
  func setAsideOddCompanions() throws(JournalError) -> String? {
    let odd = oddCompanions
    return odd.isEmpty ? nil : try renaming(odd) { true }
  }

  /// Renames companions that belong to another database than the one at the path. Returns the same as `setAsideOrphans`.
  func setAsideCompanions() throws(JournalError) -> String? {
    try renaming(Self.companions) { hasLog || hasIndex }
  }

  /// Renames the files with these suffixes while the folder is locked, if `isNeeded`. Returns the new path.
  private func renaming(_ suffixes: [String], if isNeeded: () -> Bool) throws(JournalError) -> String? {
    let lock = try lockFolder()
    if !isNeeded() { return nil }
    let destination = try unusedName()
    for suffix in suffixes { try rename(path + suffix, to: destination + suffix) }
    try? lock.synchronize()
    return destination
  }

  /// Renames a file if it exists.
  private func rename(_ file: String, to destination: String) throws(JournalError) {
    do throws(SystemError) { try renameFile(file, to: destination) } catch {
      if error.kind == .missing { return }
      throw JournalError(
        .failed, operation, file, errno: error.errno,
        reason: "it cannot be used, and cannot be renamed: " + error.reason,
        suggestion: "move it and its -wal and -shm companions to another folder")
    }
  }

  /// The current time as "20240229T123456Z".
  static var timeStamp: String {
    let stamp = WallClock.isoDate().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    return String(decoding: stamp, as: UTF8.self)
  }

  /// Returns `PATH.damaged-20240229T123456Z`, followed by "-2" and so on if a database or a log has that name.
  func unusedName() throws(JournalError) -> String {
    let base = path + ".damaged-" + Self.timeStamp
    for number in 1...1_000 {
      let name = number == 1 ? base : base + "-\(number)"
      if (try? FileStatus(name, followingLinks: false)) == nil && !exists(name + "-wal") { return name }
    }
    throw JournalError(
      .failed, operation, path,
      reason: "it cannot be used, and 1,000 journals have already been set aside in this second")
  }
}
