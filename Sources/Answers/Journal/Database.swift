import Basics
import System

extension Journal {
  /// An open journal file with its statements.
  struct Database {
    let connection: Connection
    let insert: Statement
    let trim: Statement
    let repair: Statement
    /// The file, and its log; `nil` if unknown.
    let (file, log): (FileIdentity?, FileIdentity?)

    /// Bytes of the file that show whether it was overwritten; `nil` if its beginning does not have them.
    let fingerprint: Fingerprint?
    /// The names of triggers, views and indexes of another program that were dropped; empty without any.
    let dropped: String

    /// Opens the journal at `path`, or creates one, and checks it unless `isChecked`. Also returns the new path of a file that was set
    /// aside.
    static func open(
      _ path: String, whenDamaged policy: DamagePolicy, busyTimeout: Int32, isChecked: Bool = false
    ) throws(JournalError) -> (database: Database, aside: String?) {
      let operation = "open the journal"
      var odd: String?
      do throws(JournalError) {
        if policy == .replace {
          odd = try Place(ofAnythingAt: path, busyTimeout: busyTimeout, for: operation).setAsideOddCompanions()
        }
        let place = try Place(
          path, forWriting: true, mayMove: policy != .refuse, busyTimeout: busyTimeout, for: operation)
        let aside = place.isEmpty && policy != .refuse ? try place.setAsideOrphans() : nil
        return (try Database(place, isChecked: isChecked), aside ?? odd)
      } catch {
        if !policy.replaces(error) { throw error }
        let place = Place(ofAnythingAt: path, busyTimeout: busyTimeout, for: operation)
        let aside = try place.setAside(becauseOf: error)
        return (try Database(Place(path, forWriting: true, busyTimeout: busyTimeout, for: operation)), aside)
      }
    }

    private init(_ place: Place, isChecked: Bool = false) throws(JournalError) {
      if place.isEmpty {
        try place.create()
      } else {
        do throws(JournalError) { try place.inspect(withContent: !isChecked) } catch {
          // The journal may come from a file system with shared memory. `forWriting` gives it a rollback journal.
          if error.kind != .noSharedMemory { throw error }
          _ = try Connection.forWriting(place.path, busyTimeout: place.busyTimeout, for: place.operation)
          try place.inspect(withContent: !isChecked)
        }
      }
      connection = try Connection.forWriting(place.path, busyTimeout: place.busyTimeout, for: place.operation)
      // FULL syncs the log with every transaction; NORMAL would sync it only at checkpoints.
      try connection.execute("PRAGMA synchronous = FULL")
      dropped = try Schema.dropAdditions(connection)
      try Schema.migrate(connection)
      if !isChecked { try Schema.repairIndexes(connection) }
      insert = try connection.prepare(Schema.insert)
      trim = try connection.prepare(Schema.trim)
      repair = try connection.prepare(Schema.repair)
      (file, log) = (identity(place.path), identity(place.path + "-wal"))
      fingerprint = Fingerprint(of: connection)
    }

    /// Whether the path still names the open file and its log, and the file was not emptied or overwritten.
    var isInPlace: Bool {
      identity(connection.path) == file && identity(connection.path + "-wal") == log
        && fingerprint?.matches(connection.path) ?? hasContent(connection.path)
    }
  }

  /// Opens the journal that is now at the path, or creates one, and copies the pending answers of the open journal to it. SQLite can
  /// still read an open file that was deleted or moved. If the open journal is still at the path, but damaged, overwritten or without its
  /// log, it is set aside.
  func replace() throws(JournalError) {
    guard let old = database else { return }
    // The last connection to close would delete the log by its name, which now belongs to another journal.
    old.connection.keepLogOnClose()
    let place = Place(ofAnythingAt: path, busyTimeout: busyTimeout, for: "replace the journal")
    var aside: String?
    if policy == .refuse {
      _ = try Place(path, forWriting: true, busyTimeout: busyTimeout, for: "replace the journal")
    } else if place.identity != nil && place.identity == old.file {
      aside = try place.setAside(readBy: old.connection)
    } else if [nil, old.log].contains(identity(path + "-wal")) {
      // SQLite would apply the companions to another database.
      let hasLog = place.logHasContent
      let moved = try place.setAsideCompanions()
      if hasLog { aside = moved }
    }
    let new = try Database.open(path, whenDamaged: policy, busyTimeout: busyTimeout)
    aside = aside ?? new.aside
    new.database.connection.operation = "copy answers to"
    try new.database.connection.transaction { () throws(JournalError) in
      try Salvage(old.connection)?.visit { answer throws(JournalError) in
        answer.bind(to: new.database.insert)
        try new.database.connection.run(new.database.insert)
      }
    }
    try use(new.database)
    (isReplaced, setAsidePath) = (true, aside ?? setAsidePath)
  }
}

private func identity(_ path: String) -> FileIdentity? { (try? FileStatus(path))?.identity }
