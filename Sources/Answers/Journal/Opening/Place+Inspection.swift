import System

extension Place {
  /// Checks an existing journal before anything is written to it. Checking the content takes time in proportion to the size of the file.
  func inspect(withContent: Bool) throws(JournalError) {
    while true {
      // A log may hold answers, so SQLite must read it, too; a read-only connection changes neither file. Without a log, no program has
      // the database open, and it can be read without locks and without creating companion files.
      // The transaction of a rollback journal must be undone before the database can be read.
      let mode = hasRollback ? Connection.Mode.readWrite : hasLog || hasRollbackMode ? .readOnly : .immutable
      let (hadIndex, before) = (hasIndex, lastChange)
      do throws(JournalError) { return try check(mode, withContent) } catch {
        switch mode {
        // Another program has opened the database meanwhile, and may have migrated it.
        case .immutable where hasLog || lastChange != before: continue
        // Reading a log creates an index, which a read-only connection does not delete. If there was none before, no other program
        // uses it, and a rejection leaves the folder as it was.
        case .readOnly where !hadIndex: removeFile(path + "-shm")
        default: break
        }
        throw error
      }
    }
  }

  /// When the file was changed last, in nanoseconds since 1970; `nil` if it does not exist.
  private var lastChange: Int64? { (try? FileStatus(path))?.changed }

  private func check(_ mode: Connection.Mode, _ withContent: Bool) throws(JournalError) {
    let connection = try connect(mode)
    if hasFlippedBit { throw connection.damaged("a bit of its header has flipped") }
    if isBlank, try connection.number("PRAGMA application_id") != Int64(Schema.application) {
      throw connection.damaged("its first page is all zeros, and its log belongs to another application")
    }
    if withContent { try Schema.requireStructure(connection) }
    try Schema.requireOurs(connection)
  }
}
