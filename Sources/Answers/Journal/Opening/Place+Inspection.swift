import System

extension Place {
  /// Checks an existing journal before anything is written to it. The time is proportional to the size of the file.
  func inspect() throws(JournalError) {
    let hadIndex = hasIndex
    do throws(JournalError) { try check() } catch {
      // Reading a log creates an index, which a read-only connection does not delete. If there was none before, no other program
      // uses it, and a rejection leaves the folder as it was.
      if !hadIndex { removeFile(path + "-shm") }
      throw error
    }
  }

  private func check() throws(JournalError) {
    // A log may hold answers, so SQLite must read it, too; a read-only connection changes neither file. Without a log, no
    // program has the database open, and it can be read without creating companion files.
    let connection = try connect(hasLog ? .readOnly : .immutable)
    if isBlank, try connection.number("PRAGMA application_id") != Int64(Schema.application) {
      throw connection.damaged("its first page is all zeros, and its log belongs to another application")
    }
    let report = try connection.text("PRAGMA quick_check(1)")
    if report != "ok" {
      // Headings begin with asterisks: "*** in database main ***".
      let finding = report.utf8.split(separator: 10).first { $0.first != UInt8(ascii: "*") }
      throw connection.damaged(finding.map { String(decoding: $0, as: UTF8.self) } ?? "no details reported")
    }
    // Detects tables of another application, which would otherwise fail with the first answer.
    _ = try Schema.prepare(Schema.select(version: try connection.schemaVersion()), connection)
  }
}
