import CSQLite

/// What lies at a path, found out without SQLite, which would write, lock or make companion files before it can refuse.
struct Place {
  /// The path with symbolic links followed, since SQLite puts its companions beside the true file.
  let path: String
  /// Nothing is there yet, or a file without a byte: both become a journal.
  let isEmpty: Bool
  /// Which file it is, whatever its name; `nil` where there is none yet.
  let identity: FileIdentity?

  /// The file's first page is zeros: its log may have it, and nobody knows before SQLite has looked.
  let isBlank: Bool

  /// Refuses whatever cannot be a journal. With `forWriting`, what cannot be written as well, and a missing file
  /// is welcome as long as its folder is there. `mayMove` lets pass what can only be set aside: companions without a
  /// database, a database whose first page is zeros.
  init(_ path: String, forWriting: Bool, mayMove: Bool = false, for operation: String) throws(JournalError) {
    func refusal(_ kind: JournalError.Kind, _ reason: String, _ suggestion: String) -> JournalError {
      JournalError(kind, operation, path, reason: reason, suggestion: suggestion)
    }
    if path.isEmpty { throw refusal(.missing, "the path is empty", "give the path of a file") }

    var mode: UInt32 = 0
    var size: Int64 = 0
    let code = cs_stat(path, &mode, &size)
    if code != 0 {
      if code != ENOENT {
        throw refusal(.failed, systemReason(code), "see to the folders on the way to it")
      }
      if cs_is_link(path) != 0 {
        throw refusal(.missing, "it is a symbolic link to nothing", "remove the link or make its destination")
      }
      if !forWriting {
        throw refusal(.missing, "no such file", "give the path that the kiosk records to")
      }
      self.path = path
      isEmpty = true
      isBlank = false
      identity = nil
    } else {
      if mode & UInt32(S_IFMT) == UInt32(S_IFDIR) {
        throw refusal(.notAFile, "it is a folder", "give the path of a file, as in " + joined(path, "answers.db"))
      }
      if mode & UInt32(S_IFMT) != UInt32(S_IFREG) {
        throw refusal(.notAFile, "it is a device, a pipe or a socket", "give the path of an ordinary file")
      }
      self.path = realPath(path) ?? path
      isEmpty = size == 0
      identity = FileIdentity(self.path)
      let header = isEmpty ? nil : try Header(self.path, for: operation)
      isBlank = header?.isBlank ?? false
      if isBlank {
        if !mayMove && !hasLog { throw blank(self.path, for: operation) }
      } else {
        try header?.requireOurs(self.path, for: operation)
      }
    }
    if forWriting {
      try requireWritableFolder(of: self.path, for: operation)
      if code == 0 { try requireWritable(self.path, mode, isFolder: false, for: operation) }
      if isEmpty && !mayMove { try refuseOrphan(self.path, for: operation) }
    }
  }

  /// Whether someone has the database open, or a power cut left its newest answers in the -wal companion.
  var hasLog: Bool { access(path + "-wal", F_OK) == 0 }

  /// Whether there is anything in the log.
  var logHasContent: Bool {
    var (mode, size): (UInt32, Int64) = (0, 0)
    return cs_stat(path + "-wal", &mode, &size) == 0 && size > 0
  }

  /// Whether the log's shared index is there: as long as someone has the database open, and after a crash.
  var hasIndex: Bool { access(path + "-shm", F_OK) == 0 }
}

/// A power cut's usual work.
private func blank(_ path: String, for operation: String) -> JournalError {
  JournalError(
    .damaged, operation, path, reason: "the database is damaged (its first page is zeros)",
    suggestion: "keep it for rescue and let a new one be made: move it to another folder")
}

/// What makes a file the same one under any name: its device and inode.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let inode: UInt64

  /// `nil` where there is nothing of that name.
  init?(_ path: String) {
    var (device, inode): (UInt64, UInt64) = (0, 0)
    if cs_identity(path, &device, &inode) != 0 { return nil }
    self.device = device
    self.inode = inode
  }
}

/// The folder that a path's last name lies in.
func folder(of path: String) -> String {
  let bytes = Array(path.utf8)
  var end = bytes.count
  while end > 0 && bytes[end - 1] != UInt8(ascii: "/") { end -= 1 }
  if end == 0 { return "." }
  while end > 1 && bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
  return String(decoding: bytes[0..<end], as: UTF8.self)
}

private func joined(_ folder: String, _ name: String) -> String {
  folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
}

/// realpath(3).
private func realPath(_ path: String) -> String? {
  guard let text = realpath(path, nil) else { return nil }
  defer { free(text) }
  return String(cString: text)
}

private func requireWritableFolder(of path: String, for operation: String) throws(JournalError) {
  let folder = folder(of: path)
  var mode: UInt32 = 0
  var size: Int64 = 0
  let code = cs_stat(folder, &mode, &size)
  if code != 0 {
    throw JournalError(
      .missing, operation, path, reason: "its folder " + folder + ": " + systemReason(code),
      suggestion: "make it with: mkdir -p " + folder)
  }
  if mode & UInt32(S_IFMT) != UInt32(S_IFDIR) {
    throw JournalError(
      .notAFile, operation, path, reason: folder + " is not a folder", suggestion: "give a path whose folder exists")
  }
  try requireWritable(folder, mode, isFolder: true, for: operation, on: path)
}

/// Root passes every permission check, yet a file that nobody may write says what its owner meant: the mode's bits are
/// asked first, then the kernel, which knows of read-only file systems and locked files.
private func requireWritable(
  _ path: String, _ mode: UInt32, isFolder: Bool, for operation: String, on journal: String? = nil
) throws(JournalError) {
  let subject = isFolder ? "its folder " + path : "it"
  if mode & 0o222 == 0 {
    throw JournalError(
      .readOnly, operation, journal ?? path,
      reason: subject + " is read-only (mode 0" + String(mode & 0o7777, radix: 8) + ")",
      suggestion: "make it writable with: chmod u+w " + path)
  }
  // A folder must be searched too.
  if access(path, isFolder ? W_OK | X_OK : W_OK) == 0 { return }
  let code = cs_errno()
  let suggestion =
    code == EROFS
    ? "choose a file on a file system that is mounted for writing"
    : "run as its owner, or give it to this user with: chown"
  throw JournalError(
    .readOnly, operation, journal ?? path, reason: subject + " cannot be written (" + systemReason(code) + ")",
    suggestion: suggestion)
}

/// A log without its database holds answers of a database that was moved or deleted; SQLite would pour them into the
/// new one or throw them away.
private func refuseOrphan(_ path: String, for operation: String) throws(JournalError) {
  var mode: UInt32 = 0
  var size: Int64 = 0
  if cs_stat(path + "-wal", &mode, &size) != 0 || size == 0 { return }
  throw JournalError(
    .failed, operation, path, reason: "it is gone or empty, but its companion " + path + "-wal still holds answers",
    suggestion: "put the database back beside it, or move the companion to another folder")
}
