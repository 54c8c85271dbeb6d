import System

/// Checks an existing journal before anything is written to it. The time is proportional to the size of the file.
func inspect(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let hadIndex = place.hasIndex
  do throws(JournalError) {
    try check(place, busyTimeout: busyTimeout, for: operation)
  } catch {
    // Reading a log creates an index, which a read-only connection does not delete. If there was none before, no other program
    // uses it, and a rejection leaves the folder as it was.
    if !hadIndex { removeFile(place.path + "-shm") }
    throw error
  }
}

private func check(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) {
  // A log may hold answers, so SQLite must read it, too; a read-only connection changes neither file. Without a log, no program
  // has the database open, and it can be read without creating companion files.
  let connection = try Connection(
    place.path, place.hasLog ? .readOnly : .immutable, busyTimeout: busyTimeout, for: operation)
  if place.isBlank, try connection.number("PRAGMA application_id", for: operation) != Int64(Schema.application) {
    throw connection.damaged(
      operation, detail: "its first page is all zeros, and its log belongs to another application")
  }
  let finding = try connection.text("PRAGMA quick_check(1)", for: operation)
  if finding != "ok" { throw connection.damaged(operation, detail: firstFinding(finding)) }
  let version = try connection.number("PRAGMA user_version", for: operation)
  try Schema.require(version: version, place.path, for: operation)
  // Detects tables of another application, which would otherwise fail with the first answer.
  _ = try Schema.prepare(Schema.select(version: version), connection, for: operation)
}

/// Returns the first line of a report that is not a heading ("*** in database main ***").
private func firstFinding(_ report: String) -> String {
  for line in report.utf8.split(separator: 10) where line.first != UInt8(ascii: "*") {
    return String(decoding: line, as: UTF8.self)
  }
  return "no details reported"
}
