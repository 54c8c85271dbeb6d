import CLinux

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// The properties of a file: stat(2).
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case file
    case folder
    /// A named pipe.
    case pipe
    /// A device, a socket, or a symbolic link that was not followed.
    case other
  }

  package let kind: Kind
  /// The permission bits, 0 ... 0o7777.
  package let permissions: UInt32
  /// The size in bytes.
  package let size: Int64
  package let identity: FileIdentity
  /// The owner's user ID.
  package let owner: UInt32
  /// The group ID.
  package let group: UInt32
  /// The time of the last change of the content or the properties, in nanoseconds since 1970.
  package let changed: Int64
  /// Whether this is a symbolic link that was not followed.
  package let isLink: Bool
  /// The number of names that the file has.
  package let links: UInt64

  /// Reads the properties of the file at `path`, or of the symbolic link itself.
  package init(_ path: String, followingLinks: Bool = true, operation: String = "find") throws(SystemError) {
    var status = cl_status()
    try check(unsafe cl_read_status(path, followingLinks ? 1 : 0, &status), operation, path)
    self.init(status)
  }

  /// Reads the properties of an open file: fstat(2).
  package init(of file: borrowing FileDescriptor) throws(SystemError) {
    var status = cl_status()
    try check(unsafe cl_read_open_status(file.raw, &status), "find", file.path)
    self.init(status)
  }

  private init(_ status: cl_status) {
    kind =
      switch status.mode & UInt32(S_IFMT) {
      case UInt32(S_IFREG): .file
      case UInt32(S_IFDIR): .folder
      case UInt32(S_IFIFO): .pipe
      default: .other
      }
    permissions = status.mode & 0o7777
    (size, changed) = (status.size, status.changed)
    (owner, group) = (status.owner, status.group)
    links = status.links
    isLink = status.mode & UInt32(S_IFMT) == UInt32(S_IFLNK)
    identity = FileIdentity(device: status.device, inode: status.inode)
  }
}

/// Identifies a file independently of its names.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  /// The number of the file in its file system.
  package let inode: UInt64
}

/// Whether the path names something other than a regular file: a folder, a device, a pipe, a socket.
package func isSpecial(_ path: String) -> Bool { (try? FileStatus(path)).map { $0.kind != .file } ?? false }

/// Returns a warning if users other than its owner can read or write a file that contains a secret; `nil` if they cannot, or if the file
/// does not exist.
///
/// - Parameter ofGroup: Whether the file's group shares the secret.
@export(interface) package func secretWarning(_ path: String, ofGroup: Bool = false) -> String? {
  let others: UInt32 = ofGroup ? 0o007 : 0o077
  guard let status = try? FileStatus(path), status.kind == .file, status.permissions & others != 0 else { return nil }
  let mode = String(status.permissions, radix: 8)
  if ofGroup {
    return "every user has access to " + path + " (mode 0" + mode + "); run: chmod 640 " + path
      + ", and chgrp _star-slider " + path
  }
  return "its owner's group or others have access to " + path + " (mode 0" + mode + "); run: chmod 400 " + path
    + ", and chown it to the user that reads it"
}
