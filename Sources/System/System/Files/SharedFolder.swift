import Basics
import CLinux
import CMemory

/// A folder in which another user may create, rename and replace files at any time.
///
/// Each operation opens the folder, and then a file relative to the folder's descriptor, without following links or waiting for pipes. A
/// file is checked after it was opened: only a regular file of an expected owner is accepted. Reading also limits its size.
///
/// Safety: the C library reads the names before a call returns.
package struct SharedFolder: Sendable {
  /// The users whose files are accepted, besides root.
  package enum Owner: Hashable, Sendable {
    /// The user of this process.
    case me
    /// The user of this process, and the folder's owner.
    case folder
    /// Any user. This is for content that proves its own origin.
    case any
  }

  /// The folder's path. Links in it are followed, but its last component must not be a link.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Creates the folder, whose parent must exist. An existing folder of this user gets the mode if it grants more permissions.
  @export(interface) package func create(mode: UInt32) throws(SystemError) {
    if unsafe mkdir(path, mode_t(mode)) == 0 { return }
    if cl_errno() != EEXIST { throw SystemError("make folder", path, errno: cl_errno()) }
    let folder = try open()
    let status = try FileStatus(of: folder)
    if status.owner == geteuid() && status.permissions & ~mode & 0o777 != 0 {
      try check(fchmod(folder.raw, mode_t(mode)), "change the mode of", path)
    }
  }

  /// Returns the content of a file.
  ///
  /// - Throws: EFBIG if the file has more than `limit` bytes, EPERM if it belongs to another user, EINVAL unless it is a regular file.
  @export(interface) package func read(_ name: String, limit: Int, of owner: Owner) throws(SystemError) -> [UInt8] {
    let folder = try open()
    return try open(name, in: folder, O_RDONLY, owner).readAll(limit: limit, waits: false)
  }

  /// Opens a file of this user or of the folder's owner for overwriting it in place.
  ///
  /// - Parameter creating: Whether to create the file if it is missing, readable only by its owner.
  @export(interface) package func openToOverwrite(_ name: String, creating: Bool) throws(SystemError) -> FileDescriptor
  {
    let folder = try open()
    if creating {
      do throws(SystemError) { return try folder.create(name, mode: 0o600) } catch {
        if error.errno != EEXIST { throw error }
      }
    }
    let file = try open(name, in: folder, O_WRONLY, .folder)
    // A second name (a hard link) could be one of this user's files elsewhere.
    if try FileStatus(of: file).links != 1 {
      throw SystemError("use", file.path, errno: EPERM, reason: "it has several names")
    }
    return file
  }

  /// Opens a file of this user for `Mapping`, with a size of exactly `size` bytes. A missing file is created, readable only by its owner.
  /// All its memory is reserved, because a store to a page for which there is no memory would end the program.
  @export(interface) package func openToMap(_ name: String, size: Int) throws(SystemError) -> FileDescriptor {
    let folder = try open()
    let file = try openOrCreate(name, in: folder)
    if try FileStatus(of: file).links != 1 {
      throw SystemError("use", file.path, errno: EPERM, reason: "it has several names")
    }
    try check(retryingInterrupts { cl_reserve(file.raw, Int64(size)) }, "reserve memory for", file.path)
    return file
  }

  private func openOrCreate(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) { return try folder.create(name, mode: 0o600, O_RDWR) } catch {
      if error.errno != EEXIST { throw error }
    }
    return try open(name, in: folder, O_RDWR, .me)
  }

  /// Replaces the file, or anything else that has the name: writes a new file, synchronizes it, and renames it. When this returns, the
  /// content is durable. If root writes, the file gets the folder's owner.
  @export(interface) package func write(_ name: String, _ content: [UInt8], mode: UInt32 = 0o640) throws(SystemError) {
    let folder = try open()
    do throws(SystemError) {
      try replace(name, in: folder, content, mode: mode, takesOwner: geteuid() == 0)
    } catch { throw SystemError(error.operation, path + "/" + name, errno: error.errno) }
  }

  /// Renames a file within the folder.
  @export(interface) package func rename(_ name: String, to newName: String) throws(SystemError) {
    let folder = try open()
    try check(unsafe renameat(folder.raw, name, folder.raw, newName), "rename", path + "/" + name)
    try folder.synchronizeNames()
  }

  /// Removes a file. A missing file is not an error.
  @export(interface) package func remove(_ name: String) {
    do throws(SystemError) {
      let folder = try open()
      _ = unsafe unlinkat(folder.raw, name, 0)
    } catch {}
  }

  /// Whether a file, a link or anything else has this name.
  @export(interface) package func has(_ name: String) -> Bool {
    (try? FileStatus(path + "/" + name, followingLinks: false)) != nil
  }

  /// Returns the names of at most `limit` entries, in the kernel's order.
  @export(interface) package func names(limit: Int = 4096) throws(SystemError) -> [String] {
    let raw = retryingInterrupts { unsafe cl_open(path, Self.folderFlags, 0) }
    try check(raw, "open", path)
    guard let entries = unsafe fdopendir(raw) else {
      let errno = cl_errno()
      _ = CLinux.close(raw)
      throw SystemError("list", path, errno: errno)
    }
    return unsafe entryNames(of: entries, limit: limit)
  }

  /// Moves a file of this user from another folder, unless this one has a file of that name.
  ///
  /// - Parameter limit: Larger files stay where they are.
  @export(interface) package func adopt(_ name: String, from old: SharedFolder, as newName: String, limit: Int) {
    if has(newName) { return }
    guard let content = try? old.read(name, limit: limit, of: .me) else { return }
    do throws(SystemError) {
      try write(newName, content, mode: 0o600)
      old.remove(name)
    } catch {}
  }

  // MARK: Descriptors

  private static var folderFlags: Int32 { O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC }

  private func open() throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: path, flags: Self.folderFlags)
  }

  private func open(
    _ name: String, in folder: borrowing FileDescriptor, _ flags: Int32, _ owner: Owner
  ) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(opening: name, in: folder, flags: flags | O_NONBLOCK | O_NOCTTY)
    let status = try FileStatus(of: file)
    if status.kind != .file { throw SystemError("use", file.path, errno: EINVAL, reason: "not a regular file") }
    var owners = [geteuid(), 0]
    if owner == .folder { owners.append(try FileStatus(of: folder).owner) }
    if owner != .any && !owners.contains(status.owner) {
      throw SystemError("use", file.path, errno: EPERM, reason: "it belongs to another user")
    }
    return file
  }
}
