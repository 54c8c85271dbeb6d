import Basics
import CLinux
import System

/// A journal's path, checked before SQLite opens it: SQLite would create companion files before it could reject the file.
struct Place {
  /// The path with symbolic links resolved: SQLite puts companion files beside the real file.
  let path: String
  /// Whether the file is missing or has no content. In both cases, a journal is created.
  let isEmpty: Bool
  /// The file's identity; `nil` if it does not exist.
  let identity: FileIdentity?
  /// Whether the first page is all zeros. The log may still have its content.
  let isBlank: Bool
  /// Whether one bit of the fields that identify a journal has flipped.
  let hasFlippedBit: Bool
  /// Whether the database has a rollback journal instead of a log, as on a file system without shared memory.
  let hasRollbackMode: Bool
  /// The caller's operation, for errors.
  let operation: String
  /// How long to wait for another program, in milliseconds.
  let busyTimeout: Int32

  /// Rejects a path that cannot be a journal.
  ///
  /// - Parameters:
  ///   - forWriting: Also rejects a path that is not writable, and accepts a missing file in an existing folder.
  ///   - mayMove: Accepts what can be set aside: a log without a database, and a database with a damaged header.
  init(
    _ path: String, forWriting: Bool, mayMove: Bool = false, busyTimeout: Int32, for operation: String
  ) throws(JournalError) {
    let status = try Self.status(of: path, for: operation)
    let isFile = status?.kind == .file
    self.path = isFile ? (try? realPath(path)) ?? path : path
    self.operation = operation
    self.busyTimeout = busyTimeout
    identity = status?.identity
    isEmpty = status?.size ?? 0 == 0
    let page = isFile && !isEmpty ? try Self.firstPage(of: self.path, for: operation) : []
    // A power cut leaves such a file if its length reached the disk before its content. No application's database starts like this.
    isBlank = page.count == Self.pageSize && page.allSatisfy { $0 == 0 }
    hasFlippedBit = Self.hasFlippedBit(page)
    hasRollbackMode = page.count > 18 && page[18] == 1
    try requireFile(status, mayBeMissing: forWriting)
    if let odd = oddCompanions.first {
      throw error(
        .notAFile, "its companion " + self.path + odd + " is not a regular file", "move the companion to another folder"
      )
    }
    if !page.isEmpty && !isBlank && !hasFlippedBit { try requireOurs(page) }
    if (isBlank && !hasLog || hasFlippedBit) && !mayMove {
      let finding = isBlank ? "its first page is all zeros" : "a bit of its header has flipped"
      throw error(
        .damaged, "the database is damaged (\(finding))", "move it to another folder; the kiosk then starts a new one")
    }
    if forWriting {
      try requireWritableFolder()
      if let status { try requireWritable(self.path, status) }
      if isEmpty && !mayMove && logHasContent {
        // SQLite would add the log's answers to a new database or delete them.
        throw error(
          .failed, "it is missing or empty, but its companion " + path + "-wal still holds answers",
          "restore the database beside it, or move the companion to another folder")
      }
    }
  }

  /// Returns the status of the file; `nil` if it does not exist.
  private static func status(of path: String, for operation: String) throws(JournalError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path)
    } catch {
      if error.kind == .missing { return nil }
      throw JournalError(
        .failed, operation, path, errno: error.errno, suggestion: "check the folders in its path")
    }
  }

  func error(_ kind: JournalFault, errno: Int32 = 0, _ reason: String, _ suggestion: String) -> JournalError {
    JournalError(kind, operation, path, errno: errno, reason: reason, suggestion: suggestion)
  }

  var folder: String { parentFolder(of: path) }

  /// The endings of the files that SQLite keeps beside a database.
  static let companions = ["-wal", "-shm", "-journal"]

  /// The companions that are no regular files. SQLite would wait for ever for the other end of a pipe.
  var oddCompanions: [String] {
    Self.companions.filter { (try? FileStatus(path + $0, followingLinks: false)).map { $0.kind != .file } ?? false }
  }

  /// Whether a -wal companion exists: a program has the database open, or a power cut left the newest answers in the log.
  var hasLog: Bool { exists(path + "-wal") }

  /// Whether the log has content.
  var logHasContent: Bool { hasContent(path + "-wal") }

  /// Whether the log's shared-memory index exists: a program has the database open, or has crashed.
  var hasIndex: Bool { exists(path + "-shm") }

  /// Whether a rollback journal has content: a program is writing, or a power cut has left a transaction that must be undone.
  var hasRollback: Bool { hasContent(path + "-journal") }

  /// Opens the database.
  func connect(_ mode: Connection.Mode) throws(JournalError) -> Connection {
    try Connection(path, mode, busyTimeout: busyTimeout, for: operation)
  }

  private func requireFile(_ status: FileStatus?, mayBeMissing: Bool) throws(JournalError) {
    switch status?.kind {
    case .file: return
    case .folder:
      let separator = path.utf8.last == UInt8(ascii: "/") ? "" : "/"
      throw error(.notAFile, "it is a folder", "give the path of a file, such as " + path + separator + "answers.db")
    case .other, .pipe:
      throw error(.notAFile, "it is a device, a pipe or a socket", "give the path of a regular file")
    case nil:
      if path.utf8.isEmpty { throw error(.missing, "the path is empty", "give the path of a file") }
      if (try? FileStatus(path, followingLinks: false)) != nil {
        throw error(.missing, "it is a dangling symbolic link", "remove the link or create its target")
      }
      if !mayBeMissing { throw error(.missing, "no such file", "give the path of the kiosk's journal") }
    }
  }

  private func requireWritableFolder() throws(JournalError) {
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(folder) } catch {
      throw self.error(
        .missing, errno: error.errno, "its folder " + folder + ": " + error.reason, "create it: mkdir -p " + folder)
    }
    if status.kind != .folder {
      throw error(.notAFile, folder + " is not a folder", "give a path in an existing folder")
    }
    try requireWritable(folder, status)
  }

  /// Root passes every permission check, but even root should not write to a file that its owner has made read-only. So the mode is checked
  /// first; access(2) then detects read-only file systems and immutable files.
  private func requireWritable(_ path: String, _ status: FileStatus) throws(JournalError) {
    let isFolder = status.kind == .folder
    let subject = isFolder ? "its folder " + path : "it"
    if status.permissions & 0o222 == 0 {
      throw error(
        .readOnly, subject + " is read-only (mode 0" + String(status.permissions, radix: 8) + ")",
        "make it writable: chmod u+w " + path)
    }
    do throws(SystemError) {
      // Creating files in a folder requires search permission, too.
      try requireAccess(path, isFolder ? W_OK | X_OK : W_OK)
    } catch {
      throw self.error(
        .readOnly, errno: error.errno, subject + " is not writable (" + error.reason + ")",
        error.errno == EROFS
          ? "choose a file on a writable file system" : "run as its owner, or change the owner with chown")
    }
  }
}

/// Whether a file exists and is not empty.
func hasContent(_ path: String) -> Bool { ((try? FileStatus(path))?.size ?? 0) > 0 }
