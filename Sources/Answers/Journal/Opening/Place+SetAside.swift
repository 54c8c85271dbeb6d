import Basics
import System

extension Place {
  /// Renames a damaged journal and its companions to `PATH.damaged-TIME`, `PATH.damaged-TIME-wal` and `PATH.damaged-TIME-shm`,
  /// where the sqlite3 shell finds them together. Deletes nothing.
  ///
  /// The database is renamed first: a program that opens the path in between finds no database, rather than one without its
  /// log. After a power cut in between, the next start sets the log aside (`setAsideOrphans`).
  ///
  /// - Returns: The new path; `nil` if another kiosk has already set the journal aside.
  func setAside() throws(JournalError) -> String? {
    try renaming(["", "-wal", "-shm"]) {
      // If two kiosks find the same damage, the second one must not rename the first one's new journal.
      identity != nil && identity == (try? FileStatus(path))?.identity
    }
  }

  /// Renames companions without a database, which SQLite would add to a new one or delete.
  ///
  /// - Returns: The path without the companions' suffixes; `nil` if there are no such companions.
  func setAsideOrphans() throws(JournalError) -> String? {
    try renaming(["-wal", "-shm"]) { !hasContent(path) && logHasContent }
  }

  /// Renames companions that belong to another database than the one at the path. Returns the same as `setAsideOrphans`.
  func setAsideCompanions() throws(JournalError) -> String? { try renaming(["-wal", "-shm"]) { hasLog || hasIndex } }

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
        .failed, operation, file, errno: error.errno, reason: "it is damaged, and cannot be renamed: " + error.reason,
        suggestion: "move it and its -wal and -shm companions to another folder")
    }
  }

  /// Returns `PATH.damaged-20240229T123456Z`, followed by "-2" and so on if a database or a log has that name.
  private func unusedName() throws(JournalError) -> String {
    // "2024-02-29T12:34:56Z" without punctuation.
    let stamp = WallClock.isoDate().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    let base = path + ".damaged-" + String(decoding: stamp, as: UTF8.self)
    for number in 1...1_000 {
      let name = number == 1 ? base : base + "-\(number)"
      if !exists(name) && !exists(name + "-wal") { return name }
    }
    throw JournalError(
      .failed, operation, path, reason: "it is damaged, and 1,000 journals have already been set aside in this second")
  }
}
