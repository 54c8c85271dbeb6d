import CSQLite

/// The answers as they were when the first was read, while the kiosk goes on writing.
///
///     let reader = try JournalReader(path: path)
///     while let answer = try reader.next() { … }
///
/// Never makes a journal and never changes an answer. For one thread at a time.
package final class JournalReader {
  /// The file, symbolic links followed.
  package let path: String

  /// `nil` for an empty file, which has no answers yet, and after `close`.
  private var connection: Connection?
  private var select: OpaquePointer?

  /// Opens the journal at `path`. `busyTimeout`, in milliseconds, bounds how long it waits for another program.
  @export(interface) package init(path: String, busyTimeout: Int32 = 2_000) throws(JournalError) {
    let operation = "read the journal"
    let place = try Place(path, forWriting: false, for: operation)
    self.path = place.path
    if place.isEmpty { return }
    // With the right to write, SQLite shares the kiosk's locks and clears away its companion files when it is the last
    // to leave; query_only keeps it from anything else. Without that right the file is read as it lies.
    let mayWrite = access(place.path, W_OK) == 0 && access(folder(of: place.path), W_OK | X_OK) == 0
    let mode: Connection.Mode = mayWrite ? .readWrite : place.hasLog ? .readOnly : .undisturbed
    do throws(JournalError) {
      try begin(mode, busyTimeout: busyTimeout, for: operation)
    } catch {
      // On a full disk there is no room for companion files. Without a log nobody has the database open.
      if error.kind != .full || place.logHasContent { throw error }
      try begin(.undisturbed, busyTimeout: busyTimeout, for: operation)
    }
  }

  private func begin(_ mode: Connection.Mode, busyTimeout: Int32, for operation: String) throws(JournalError) {
    let connection = try Connection(path, mode, busyTimeout: busyTimeout, for: operation)
    try connection.execute("PRAGMA query_only = ON", for: operation)
    let version = try connection.number("PRAGMA user_version", for: operation)
    try Schema.require(version: version, path, for: operation)
    select = try Schema.prepare(Schema.select(version: version) + "ORDER BY sequence", connection, for: operation)
    self.connection = connection
  }

  deinit { close() }

  /// The next answer in the order of recording, or `nil` after the last. All come from one moment, the first call's.
  @export(interface) package func next() throws(JournalError) -> Answer? {
    guard let connection, let select else { return nil }
    let operation = "read the journal"
    let code = sqlite3_step(select)
    if code == SQLITE_DONE {
      // Stepping again would begin anew.
      close()
      return nil
    }
    if code != SQLITE_ROW { throw connection.error(operation) }
    guard let answer = Answer(row: select) else {
      throw connection.damaged(operation, detail: "an answer that this program cannot have written")
    }
    return answer
  }

  /// Lets go of the file; `next` then has no more answers. Calling it twice does nothing.
  package func close() {
    if let select { sqlite3_finalize(select) }
    select = nil
    connection = nil
  }
}
