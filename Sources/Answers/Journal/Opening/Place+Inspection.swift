import System

extension Place {
  /// Checks an existing journal before anything is written to it. Checking the content takes time in proportion to the size of the file.
  func inspect(withContent: Bool) throws(JournalError) {
    let hadIndex = hasIndex
    do throws(JournalError) { try check(withContent) } catch {
      // Reading a log creates an index, which a read-only connection does not delete. If there was none before, no other program
      // uses it, and a rejection leaves the folder as it was.
      if !hadIndex { removeFile(path + "-shm") }
      throw error
    }
  }

  private func check(_ withContent: Bool) throws(JournalError) {
    // A log may hold answers, so SQLite must read it, too; a read-only connection changes neither file. Without a log, no
    // program has the database open, and it can be read without creating companion files.
    let connection = try connect(hasLog ? .readOnly : .immutable)
    if hasFlippedBit { throw connection.damaged("a bit of its header has flipped") }
    if isBlank, try connection.number("PRAGMA application_id") != Int64(Schema.application) {
      throw connection.damaged("its first page is all zeros, and its log belongs to another application")
    }
    if withContent { try Schema.requireStructure(connection) }
    try Schema.requireOurs(connection, version: try connection.schemaVersion())
  }
}
