import CLinux

/// Renames a file, replacing one of the new name: rename(2).
package func renameFile(_ path: String, to newPath: String) throws(SystemError) {
  if rename(path, newPath) < 0 { throw SystemError("rename", path, errno: cl_errno()) }
}

/// Sets a file's times to now, which wakes watchers of its folder: utimensat(2). Ignores errors.
package func touchFile(_ path: String) { _ = utimensat(AT_FDCWD, path, nil, 0) }

/// Reads at most `count` bytes from the start of a file.
@export(interface) package func readStart(of path: String, count: Int) throws(SystemError) -> [UInt8] {
  let file = try FileDescriptor(opening: path, flags: O_RDONLY)
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let read = bytes.withUnsafeMutableBytes { buffer in
      retryingInterrupts { CLinux.read(file.raw, buffer.baseAddress! + filled, count - filled) }
    }
    if read < 0 { throw SystemError("read", path, errno: cl_errno()) }
    if read == 0 { break }
    filled += read
  }
  return Array(bytes.prefix(filled))
}

extension FileDescriptor {
  /// Acquires an exclusive lock unless another process holds one: flock(2). Closing the descriptor releases it.
  package func lock() throws(SystemError) -> Bool {
    if retryingInterrupts({ flock(raw, LOCK_EX | LOCK_NB) }) == 0 { return true }
    if cl_errno() == EWOULDBLOCK { return false }
    throw SystemError("lock", path, errno: cl_errno())
  }
}
