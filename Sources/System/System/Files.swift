import CLinux
import CMemory

/// The whole of a small file. Refuses to read more than `limit` bytes (EFBIG), since devices and mistakes have no end, and more
/// than there is memory for (ENOMEM). A pipe without a writer is empty: nobody waits for one to come.
@export(interface) package func readFile(_ path: String, limit: Int = 16 << 20) throws(SystemError) -> [UInt8] {
  let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
  var content: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 16 << 10)
  while true {
    // The closure cannot throw a typed error out of the standard library's untyped rethrow, so it returns the count.
    let count = chunk.withUnsafeMutableBytes { buffer in
      retryingInterrupts { CLinux.read(file.raw, buffer.baseAddress, buffer.count) }
    }
    if count == 0 { return content }
    if count > 0 {
      if content.count + count > limit { throw SystemError("read", path, errno: EFBIG) }
      if content.count + count > content.capacity {
        let room = max(2 * content.capacity, count)
        if !cmemory_has(room) { throw SystemError("read", path, errno: ENOMEM) }
        content.reserveCapacity(room)
      }
      content.append(contentsOf: chunk[0..<count])
    } else if cl_errno() != EAGAIN || !waitFor(file.raw, POLLIN) {
      throw SystemError("read", path, errno: cl_errno())
    }
  }
}

/// Replaces a file as a whole: written beside it, synchronized, then renamed over it, so that a reader or a power cut
/// sees the old content or the new, never a part. When it returns, the new one is there for good: the folder is
/// synchronized, too.
///
/// What a symbolic link names is replaced or made, not the link. A device, a pipe or a socket stays what it is and is written to.
@export(interface) package func writeFile(_ path: String, _ content: [UInt8]) throws(SystemError) {
  if cl_is_special(path) == 1 {
    return try write(content, to: try FileDescriptor(opening: path, flags: O_WRONLY | O_NONBLOCK), path)
  }
  let path = try placeBehindLinks(path)
  let draft = draftPath(of: path)
  do throws(SystemError) {
    let file = try FileDescriptor(opening: draft, flags: O_WRONLY | O_CREAT | O_TRUNC)
    try write(content, to: file, path)
    try file.synchronize()
  } catch {
    unlink(draft)
    throw SystemError(error.operation, path, errno: error.errno)
  }
  if rename(draft, path) < 0 {
    let code = cl_errno()
    unlink(draft)
    throw SystemError("replace", path, errno: code)
  }
  let folder = try FileDescriptor(opening: parentFolder(of: path), flags: O_RDONLY)
  // Some file systems have nothing to synchronize for a folder, and say EINVAL.
  do throws(SystemError) { try folder.synchronize() } catch  where error.errno == EINVAL {}
}

/// Throws what would keep `writeFile` from writing a file, before there is anything to be written. What is there stays as it
/// is, and nothing is left over. A full disk shows only when it is written to.
@export(interface) package func checkReplaceable(_ path: String) throws(SystemError) {
  if cl_is_special(path) == 1 { return try checkSpecial(path) }
  let path = try placeBehindLinks(path)
  let draft = draftPath(of: path)
  do throws(SystemError) {
    do throws(SystemError) {
      _ = try FileDescriptor(opening: draft, flags: O_WRONLY | O_CREAT | O_EXCL)
      unlink(draft)
    } catch  where error.errno == EEXIST {
      // A draft that was left over, or another program's that is just being written.
      _ = try FileDescriptor(opening: draft, flags: O_WRONLY)
    }
  } catch {
    throw SystemError(error.operation, path, errno: error.errno)
  }
}

/// Nothing is opened: whoever reads a pipe would take that for all there was, and some devices begin to work.
private func checkSpecial(_ path: String) throws(SystemError) {
  if access(path + "/", F_OK) == 0 { throw SystemError("open", path, errno: EISDIR) }
  if access(path, W_OK) < 0 { throw SystemError("open", path, errno: cl_errno()) }
}

/// Whether there is something at a path that is no ordinary file: a folder, a device, a pipe, a socket.
package func isSpecial(_ path: String) -> Bool { cl_is_special(path) == 1 }

/// Where a file is made before it replaces another one.
private func draftPath(of path: String) -> String { path + ".part" }

/// A path with its symbolic links followed, also where what the last one names is not there yet.
private func placeBehindLinks(_ path: String) throws(SystemError) -> String {
  if let real = try? realPath(path) { return real }
  var place = path
  // PATH_MAX, which musl's headers do not give to Swift.
  var target = [UInt8](repeating: 0, count: 4096)
  // As many as the kernel follows.
  for _ in 0..<40 {
    let count = target.withUnsafeMutableBytes { readlink(place, $0.baseAddress!, $0.count) }
    if count < 0 { return place }
    let name = String(decoding: target.prefix(count), as: UTF8.self)
    place = target[0] == UInt8(ascii: "/") ? name : parentFolder(of: place) + "/" + name
  }
  throw SystemError("open", path, errno: ELOOP)
}

private func write(_ content: [UInt8], to file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
  let raw = file.raw
  let code = content.withUnsafeBytes { writeAll($0, to: raw) }
  if code != 0 { throw SystemError("write", path, errno: code) }
}

/// A path with every symbolic link followed: realpath(3).
@export(interface) package func realPath(_ path: String) throws(SystemError) -> String {
  guard let real = realpath(path, nil) else { throw SystemError("find", path, errno: cl_errno()) }
  defer { free(real) }
  return String(cString: real)
}

/// "/dev" of "/dev/input", "." of "input".
package func parentFolder(of path: String) -> String {
  let bytes = Array(path.utf8)
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == 0 ? "/" : String(decoding: bytes[0..<slash], as: UTF8.self)
}
