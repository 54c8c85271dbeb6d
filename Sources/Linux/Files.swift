import CLinux

/// The whole of a small file. Refuses to read more than `limit` bytes (EFBIG), since devices and mistakes have no end.
@export(interface) public func readFile(_ path: String, limit: Int = 16 << 20) throws(SystemError) -> [UInt8] {
  let file = try FileDescriptor(opening: path, flags: O_RDONLY)
  var content: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 16 << 10)
  while true {
    // The closure cannot throw a typed error out of the standard library's untyped rethrow, so it returns the count.
    let count = chunk.withUnsafeMutableBytes { buffer in
      retryingInterrupts { CLinux.read(file.raw, buffer.baseAddress, buffer.count) }
    }
    if count < 0 { throw SystemError("read", path, code: cl_errno()) }
    if count == 0 { return content }
    if content.count + count > limit { throw SystemError("read", path, code: EFBIG) }
    content.append(contentsOf: chunk[0..<count])
  }
}

/// Replaces a file as a whole: written beside it, synchronized, then renamed over it, so that a reader or a power cut
/// sees the old content or the new, never a part. When it returns, the new one is there for good: the folder is
/// synchronized, too.
@export(interface) public func writeFile(_ path: String, _ content: [UInt8]) throws(SystemError) {
  let draft = path + ".part"
  do throws(SystemError) {
    let file = try FileDescriptor(opening: draft, flags: O_WRONLY | O_CREAT | O_TRUNC)
    var offset = 0
    while offset < content.count {
      let count = content.withUnsafeBytes { bytes in
        retryingInterrupts { CLinux.write(file.raw, bytes.baseAddress! + offset, bytes.count - offset) }
      }
      if count < 0 { throw SystemError("write", path, code: cl_errno()) }
      offset += count
    }
    try file.synchronize()
  } catch {
    unlink(draft)
    throw SystemError(error.operation, path, code: error.code)
  }
  if rename(draft, path) < 0 {
    let code = cl_errno()
    unlink(draft)
    throw SystemError("replace", path, code: code)
  }
  let folder = try FileDescriptor(opening: parentFolder(of: path), flags: O_RDONLY)
  // Some file systems have nothing to synchronize for a folder, and say EINVAL.
  do throws(SystemError) { try folder.synchronize() } catch  where error.code == EINVAL {}
}

/// "/dev" of "/dev/input", "." of "input".
public func parentFolder(of path: String) -> String {
  let bytes = Array(path.utf8)
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == 0 ? "/" : String(decoding: bytes[0..<slash], as: UTF8.self)
}
