import Basics
import CLinux
import System

/// The checks of a journal's path before SQLite opens it: SQLite would write, lock or create companion files before it could
/// reject the file.
struct Place {
  /// The path with symbolic links resolved: SQLite puts companion files beside the real file.
  let path: String
  /// Whether the file is missing or has no content. Both become a journal.
  let isEmpty: Bool
  /// The file's identity; `nil` if it does not exist.
  let identity: FileIdentity?
  /// Whether the first page is all zeros. The log may still have its content.
  let isBlank: Bool

  /// Rejects a path that cannot be a journal.
  ///
  /// - Parameters:
  ///   - forWriting: Rejects also a path that is not writable, and accepts a missing file in an existing folder.
  ///   - mayMove: Accepts what can be set aside: a log without a database, and a database whose first page is all zeros.
  init(_ path: String, forWriting: Bool, mayMove: Bool = false, for operation: String) throws(JournalError) {
    func refusal(_ kind: JournalFault, _ reason: String, _ suggestion: String) -> JournalError {
      JournalError(kind, operation, path, reason: reason, suggestion: suggestion)
    }
    if path.utf8.isEmpty { throw refusal(.missing, "the path is empty", "give the path of a file") }
    guard let status = try Self.status(of: path, for: operation) else {
      if (try? FileStatus(path, followingLinks: false)) != nil {
        throw refusal(.missing, "it is a dangling symbolic link", "remove the link or create its target")
      }
      if !forWriting { throw refusal(.missing, "no such file", "give the path of the kiosk's journal") }
      self.path = path
      (isEmpty, isBlank, identity) = (true, false, nil)
      try requireWritableFolder(of: path, for: operation)
      if !mayMove { try refuseOrphan(path, for: operation) }
      return
    }
    if status.kind == .folder {
      let separator = path.utf8.last == UInt8(ascii: "/") ? "" : "/"
      throw refusal(.notAFile, "it is a folder", "give the path of a file, such as " + path + separator + "answers.db")
    }
    if status.kind != .file {
      throw refusal(.notAFile, "it is a device, a pipe or a socket", "give the path of a regular file")
    }
    self.path = (try? realPath(path)) ?? path
    isEmpty = status.size == 0
    identity = status.identity
    let header = isEmpty ? nil : try Header(self.path, for: operation)
    isBlank = header?.isBlank ?? false
    if !isBlank {
      try header?.requireOurs(self.path, for: operation)
    } else if !mayMove && !hasLog {
      throw JournalError(
        .damaged, operation, self.path, reason: "the database is damaged (its first page is all zeros)",
        suggestion: "move it to another folder; the kiosk then starts a new one")
    }
    if forWriting {
      try requireWritableFolder(of: self.path, for: operation)
      try requireWritable(self.path, status, for: operation)
      if isEmpty && !mayMove { try refuseOrphan(self.path, for: operation) }
    }
  }

  /// Returns the status of the file; `nil` if it does not exist.
  private static func status(of path: String, for operation: String) throws(JournalError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path)
    } catch {
      if error.kind == .missing { return nil }
      throw JournalError(
        .failed, operation, path, errno: error.errno, suggestion: "check the folders on the way to the file")
    }
  }

  /// Whether a -wal companion exists: a program has the database open, or a power cut left the newest answers in the log.
  var hasLog: Bool { exists(path + "-wal") }

  /// Whether the log has content.
  var logHasContent: Bool { hasContent(path + "-wal") }

  /// Whether the log's shared-memory index exists: a program has the database open, or crashed.
  var hasIndex: Bool { exists(path + "-shm") }
}

/// Whether a file exists and is not empty.
func hasContent(_ path: String) -> Bool { ((try? FileStatus(path))?.size ?? 0) > 0 }

private func requireWritableFolder(of path: String, for operation: String) throws(JournalError) {
  let folder = parentFolder(of: path)
  let status: FileStatus
  do throws(SystemError) {
    status = try FileStatus(folder)
  } catch {
    throw JournalError(
      .missing, operation, path, errno: error.errno, reason: "its folder " + folder + ": " + error.reason,
      suggestion: "create it: mkdir -p " + folder)
  }
  if status.kind != .folder {
    throw JournalError(
      .notAFile, operation, path, reason: folder + " is not a folder", suggestion: "give a path in an existing folder")
  }
  try requireWritable(folder, status, for: operation, on: path)
}

/// Root passes every permission check, yet a file without write permission expresses its owner's intent. So the mode is checked
/// first; access(2) then detects read-only file systems and immutable files.
private func requireWritable(
  _ path: String, _ status: FileStatus, for operation: String, on journal: String? = nil
) throws(JournalError) {
  let isFolder = status.kind == .folder
  let subject = isFolder ? "its folder " + path : "it"
  if status.permissions & 0o222 == 0 {
    throw JournalError(
      .readOnly, operation, journal ?? path,
      reason: subject + " is read-only (mode 0" + String(status.permissions, radix: 8) + ")",
      suggestion: "make it writable: chmod u+w " + path)
  }
  do throws(SystemError) {
    // Creating files in a folder requires search permission, too.
    try requireAccess(path, isFolder ? W_OK | X_OK : W_OK)
  } catch {
    throw JournalError(
      .readOnly, operation, journal ?? path, errno: error.errno,
      reason: subject + " is not writable (" + error.reason + ")",
      suggestion: error.errno == EROFS
        ? "choose a file on a writable file system" : "run as its owner, or change the owner with chown")
  }
}

/// Throws if a log without its database holds answers. SQLite would add them to a new database or delete them.
private func refuseOrphan(_ path: String, for operation: String) throws(JournalError) {
  if !hasContent(path + "-wal") { return }
  throw JournalError(
    .failed, operation, path, reason: "it is missing or empty, but its companion " + path + "-wal still holds answers",
    suggestion: "restore the database beside it, or move the companion to another folder")
}
