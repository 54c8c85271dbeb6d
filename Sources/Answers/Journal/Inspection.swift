import CSQLite

/// Looks through an existing journal before anything may be written to it. Takes time in proportion to its size.
func inspect(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) {
  let hadIndex = place.hasIndex
  do throws(JournalError) {
    try read(place, busyTimeout: busyTimeout, for: operation)
  } catch {
    // Reading a log makes an index to it, and a read-only connection leaves that lying. Where there was none before,
    // nobody else uses it, and a refusal leaves the folder as it was.
    if !hadIndex { unlink(place.path + "-shm") }
    throw error
  }
}

private func read(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) {
  // With a log there may be answers in it, and SQLite must read both; a read-only connection leaves both as they are.
  // Without one nobody has the file open, and it can be read without so much as a companion file.
  let connection = try Connection(
    place.path, place.hasLog ? .readOnly : .undisturbed, busyTimeout: busyTimeout, for: operation)
  if place.isBlank, try connection.number("PRAGMA application_id", for: operation) != Int64(Schema.application) {
    throw connection.damaged(operation, detail: "its first page is zeros, and its log is of another program")
  }
  let finding = try connection.text("PRAGMA quick_check(1)", for: operation)
  if finding != "ok" { throw connection.damaged(operation, detail: firstFinding(finding)) }
  let version = try connection.number("PRAGMA user_version", for: operation)
  try Schema.require(version: version, place.path, for: operation)
  // A table of another shape fails here rather than with the first answer.
  sqlite3_finalize(try Schema.prepare(Schema.select(version: version), connection, for: operation))
}

/// One line of a check's report: the first that is not a heading ("*** in database main ***").
private func firstFinding(_ report: String) -> String {
  for line in report.utf8.split(separator: 10) where line.first != UInt8(ascii: "*") {
    return String(decoding: line, as: UTF8.self)
  }
  return "the check says no more"
}
