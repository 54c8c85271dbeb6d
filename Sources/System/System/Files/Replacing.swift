import Basics
import CLinux

// Safety: the C library reads its arguments before the call returns.

/// Replaces a file atomically: writes a draft next to it, synchronizes it, renames it to the file's name, and synchronizes the folder.
/// Readers see either the old content or the new, even after a power cut. When this returns, the new content is durable.
///
/// The draft has a random name and must not exist, so that a link that another user placed in the folder has no effect. A symbolic link at
/// `path` is followed if it belongs to root or to this user. A device, pipe or socket is written to instead of being replaced.
@export(interface) package func writeFile(_ path: String, _ content: [UInt8]) throws(SystemError) {
  if isSpecial(path) { return try FileDescriptor(opening: path, flags: O_WRONLY | O_NONBLOCK).write(content) }
  let target = try targetOfLinks(path)
  do throws(SystemError) {
    let folder = try openFolder(of: target)
    try replace(fileName(of: target), in: folder, content, mode: 0o644)
  } catch { throw SystemError(error.operation, path, errno: error.errno) }
}

/// Replaces a file of an open folder in the same way.
///
/// - Parameter takesOwner: Whether the file gets the folder's owner, which only root can give it.
func replace(
  _ name: String, in folder: borrowing FileDescriptor, _ content: [UInt8], mode: UInt32, takesOwner: Bool = false
) throws(SystemError) {
  let draft = try draftName(of: name)
  do throws(SystemError) {
    let file = try folder.create(draft, mode: mode)
    try file.write(content)
    if takesOwner {
      let status = try FileStatus(of: folder)
      try check(fchown(file.raw, status.owner, status.group), "change the owner of", file.path)
    }
    try file.synchronize()
    try check(unsafe renameat(folder.raw, draft, folder.raw, name), "replace", file.path)
  } catch {
    _ = unsafe unlinkat(folder.raw, draft, 0)
    throw error
  }
  try folder.synchronizeNames()
}

/// Creates a file `NAME.SUFFIX`, or `NAME-2.SUFFIX` and so on if that exists. No existing file is changed, and no link is followed. Returns
/// the file's path.
@export(interface) package func createFile(_ name: String, _ suffix: String, _ content: [UInt8]) throws(SystemError)
  -> String
{
  for number in 1...1_000 {
    let path = number == 1 ? name + suffix : name + "-\(number)" + suffix
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try file.write(content)
      return path
    } catch { if error.errno != EEXIST { throw error } }
  }
  throw SystemError("create", name + suffix, errno: EEXIST)
}

/// Throws the error that `writeFile` would throw, except for a full disk. Changes nothing.
@export(interface) package func checkReplaceable(_ path: String) throws(SystemError) {
  if isSpecial(path) {
    // The file is not opened: a pipe's reader would see its end, and some devices would start working.
    if exists(path + "/") { throw SystemError("open", path, errno: EISDIR) }
    try check(unsafe access(path, W_OK), "open", path)
    return
  }
  let target = try targetOfLinks(path)
  do throws(SystemError) {
    let folder = try openFolder(of: target)
    let draft = try draftName(of: fileName(of: target))
    _ = try folder.create(draft, mode: 0o644)
    _ = unsafe unlinkat(folder.raw, draft, 0)
  } catch { throw SystemError(error.operation, path, errno: error.errno) }
}

/// Returns the path with its links followed, for a file that this process is going to write.
///
/// - Throws: ELOOP if the path is a link that belongs to another user, who could make root write elsewhere.
@export(interface) package func targetOfLinks(_ path: String) throws(SystemError) -> String {
  if let status = try? FileStatus(path, followingLinks: false), status.isLink, status.owner != 0,
    status.owner != geteuid()
  {
    throw SystemError("open", path, errno: ELOOP)
  }
  return try followingLinks(path)
}

private func openFolder(of path: String) throws(SystemError) -> FileDescriptor {
  try FileDescriptor(opening: parentFolder(of: path), flags: O_RDONLY | O_DIRECTORY)
}

extension FileDescriptor {
  /// Creates an empty file in this folder. Fails if the name exists.
  func create(_ name: String, mode: UInt32, _ access: Int32 = O_WRONLY) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: name, in: self, flags: access | O_CREAT | O_EXCL, mode: mode)
  }

  /// Makes the names in this folder durable. Some file systems cannot: EINVAL.
  func synchronizeNames() throws(SystemError) {
    do throws(SystemError) { try synchronize() } catch { if error.errno != EINVAL { throw error } }
  }
}

/// Returns a random name for the draft of a file. It has at most 255 bytes, the limit of most file systems. The bytes of a character that is
/// cut become U+FFFD, which may take two bytes more.
///
/// - Throws: ENAMETOOLONG if the file's name is longer.
private func draftName(of name: String) throws(SystemError) -> String {
  let suffix = ".part-" + String(try randomNumber(), radix: 16)
  if name.utf8.count > 255 { throw SystemError("open", name, errno: ENAMETOOLONG) }
  return "." + String(decoding: Array(name.utf8.prefix(252 - suffix.utf8.count)), as: UTF8.self) + suffix
}
