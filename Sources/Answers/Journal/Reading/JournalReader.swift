import System

/// Reads all answers as of one moment, even while the kiosk records more.
///
///     let reader = try JournalReader(path: path)
///     while let answer = try reader.next() { … }
///
/// A reader never creates a journal and never changes an answer. Use it from one thread at a time.
package final class JournalReader {
  /// The file, with symbolic links resolved.
  package let path: String

  /// `nil` for an empty file, after the last answer, and after `close`.
  private var rows: AnswerRows?
  private var connection: Connection?
  /// The number of rows that are still to be read; `nil` before the first one.
  private var missing: Int64?

  /// Opens the journal at `path`. `busyTimeout`, in milliseconds, limits how long the reader waits for another program.
  @export(interface)
  package convenience init(path: String, busyTimeout: Int32 = 2_000) throws(JournalError) {
    let place = try Place(path, forWriting: false, busyTimeout: busyTimeout, for: "read the journal")
    self.init(place)
    if place.isEmpty { return }
    // With write permission, SQLite shares the kiosk's locks and deletes the companion files if it is the last to close them.
    // PRAGMA query_only prevents any other write.
    let mayWrite = isWritable(place.path) && isWritable(place.folder) && isExecutable(place.folder)
    do throws(JournalError) {
      try open(place, mayWrite ? .readWrite : place.hasLog ? .readOnly : .immutable)
    } catch {
      // A full disk has no room for companion files. If the log is empty, no program has the database open.
      if error.kind != .full || place.logHasContent { throw error }
      try open(place, .immutable)
    }
  }

  private init(_ place: Place) { path = place.path }

  private func open(_ place: Place, _ mode: Connection.Mode) throws(JournalError) {
    let connection = try place.connect(mode)
    try connection.execute("PRAGMA query_only = ON")
    self.connection = connection
    var version = try connection.schemaVersion()
    // A flipped bit in the version would hide columns.
    if version < Schema.version { version = try Schema.requireOurs(connection) }
    rows = try AnswerRows(Schema.select(version: version) + "ORDER BY sequence", connection)
  }

  /// Returns the next answer in the order of recording; `nil` after the last. The reader sees the journal as of the first call.
  ///
  /// - Throws: `.damaged` after the last answer if rows without a valid answer were skipped, or if rows are missing.
  @export(interface) package func next() throws(JournalError) -> Answer? {
    guard let rows, let connection else { return nil }
    if missing == nil {
      try connection.execute("BEGIN")
      missing = try connection.number("SELECT count(*) FROM answers")
    }
    if let row = try rows.next() {
      missing = (missing ?? 0) - 1
      return row.answer
    }
    close()
    let missing = (missing ?? 0) - rows.badRows
    if rows.badRows > 0 {
      throw connection.damaged("\(rows.badRows) of its rows were skipped: they hold no valid answer")
    }
    if missing != 0 { throw connection.damaged("its index has \(missing) more rows than its table") }
    return nil
  }

  /// Closes the file. `next` then returns `nil`.
  package func close() { (rows, connection) = (nil, nil) }
}
