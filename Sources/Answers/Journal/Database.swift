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

    /// Opens the journal at `path`, or creates one, and checks it unless `isChecked`. Also returns the new path of a journal that was set
    /// aside.
    static func open(
      _ path: String, whenDamaged policy: DamagePolicy, busyTimeout: Int32, isChecked: Bool = false
    ) throws(JournalError) -> (database: Database, aside: String?) {
      let operation = "open the journal"
      let mayMove = policy == .setAside
      let place = try Place(path, forWriting: true, mayMove: mayMove, busyTimeout: busyTimeout, for: operation)
      var aside = place.isEmpty && mayMove ? try place.setAsideOrphans() : nil
      do throws(JournalError) { return (try Database(place, isChecked: isChecked), aside) } catch {
        if error.kind != .damaged || !mayMove { throw error }
        aside = try place.setAside()
      }
      return (try Database(Place(path, forWriting: true, busyTimeout: busyTimeout, for: operation)), aside)
    }

    private init(_ place: Place, isChecked: Bool = false) throws(JournalError) {
      if place.isEmpty { try place.create() } else { try place.inspect(withContent: !isChecked) }
      connection = try place.connect(.readWrite)
      // FULL syncs the log with every transaction; NORMAL would sync it only at checkpoints.
      try connection.execute("PRAGMA synchronous = FULL")
      if try connection.text("PRAGMA journal_mode = WAL") != "wal" {
        throw place.error(.failed, "its file system does not support shared memory", "choose a file on a local disk")
      }
      try Schema.migrate(connection)
      if !isChecked { try Schema.repairIndexes(connection) }
      insert = try connection.prepare(Schema.insert)
      trim = try connection.prepare(Schema.trim)
      repair = try connection.prepare(Schema.repair)
      (file, log) = (identity(place.path), identity(place.path + "-wal"))
    }

    /// Whether the path still names the open file and its log, and the file was not emptied.
    var isInPlace: Bool {
      hasContent(connection.path) && identity(connection.path) == file && identity(connection.path + "-wal") == log
    }
  }

  /// Opens the journal that is now at the path, or creates one, and copies the pending answers of the open journal to it. SQLite can
  /// still read an open file that was deleted or moved. If the open journal is still at the path, but damaged or without its log, it is
  /// set aside.
  func replace() throws(JournalError) {
    guard let old = database else { return }
    // The last connection to close would delete the log by its name, which now belongs to another journal.
    old.connection.keepLogOnClose()
    let place = try Place(
      path, forWriting: true, mayMove: policy == .setAside, busyTimeout: busyTimeout, for: "replace the journal")
    var aside: String?
    if policy == .setAside && !place.isEmpty && place.identity == old.file {
      aside = try place.setAside()
    } else if policy == .setAside && [nil, old.log].contains(identity(path + "-wal")) {
      // SQLite would apply the companions to another database.
      let hasLog = place.logHasContent
      let moved = try place.setAsideCompanions()
      if hasLog { aside = moved }
    }
    let new = try Database.open(path, whenDamaged: policy, busyTimeout: busyTimeout)
    aside = aside ?? new.aside
    new.database.connection.operation = "copy answers to"
    try new.database.connection.transaction { () throws(JournalError) in
      let rows = try? AnswerRows(Schema.pendingInTable, old.connection)
      // A row that cannot be read ends the copy: the file that was set aside still has it.
      while let row = (try? rows?.next()) ?? nil {
        row.answer.bind(to: new.database.insert)
        try new.database.connection.run(new.database.insert)
      }
    }
    try use(new.database)
    (isReplaced, setAsidePath) = (true, aside ?? setAsidePath)
  }
}

private func identity(_ path: String) -> FileIdentity? { (try? FileStatus(path))?.identity }
