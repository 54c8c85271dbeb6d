import CLinux

/// Returns the path with every symbolic link followed: realpath(3).
@export(interface) package func realPath(_ path: String) throws(SystemError) -> String {
  guard let real = realpath(path, nil) else { throw SystemError("find", path, errno: cl_errno()) }
  defer { free(real) }
  return String(cString: real)
}

/// Returns the path with its symbolic links followed, even if the last one names a missing file.
func followingLinks(_ path: String) throws(SystemError) -> String {
  if let real = try? realPath(path) { return real }
  var place = path
  // PATH_MAX, which Swift cannot import from musl's headers.
  var target = [UInt8](repeating: 0, count: 4096)
  // The kernel's limit is 40, too.
  for _ in 0..<40 {
    let count = target.withUnsafeMutableBytes { readlink(place, $0.baseAddress!, $0.count) }
    if count < 0 { return place }
    let name = String(decoding: target.prefix(count), as: UTF8.self)
    place = target[0] == UInt8(ascii: "/") ? name : parentFolder(of: place) + "/" + name
  }
  throw SystemError("open", path, errno: ELOOP)
}

/// Returns "/dev" for "/dev/input", and "." for "input".
package func parentFolder(of path: String) -> String {
  let bytes = Array(path.utf8)
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == 0 ? "/" : String(decoding: bytes[0..<slash], as: UTF8.self)
}

/// Whether the path names something other than a regular file: a folder, a device, a pipe, a socket.
package func isSpecial(_ path: String) -> Bool { cl_is_special(path) == 1 }

/// Whether the path exists: access(2).
package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Whether this process may write to the file, or create files in the folder: access(2).
package func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

/// Whether this process may execute the file: access(2).
package func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

/// Removes a file: unlink(2). A missing file is not an error.
package func removeFile(_ path: String) { _ = unlink(path) }
