import CLinux

// Safety: readlink(2) gets the size of its buffer; the text that realpath(3) returns is copied, then freed once.

/// Returns the path with every symbolic link followed: realpath(3).
@export(interface) package func realPath(_ path: String) throws(SystemError) -> String {
  guard let real = unsafe realpath(path, nil) else { throw SystemError("find", path, errno: cl_errno()) }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}

/// Returns the path with its symbolic links followed, even if the target of the last one is missing.
func followingLinks(_ path: String) throws(SystemError) -> String {
  if let real = try? realPath(path) { return real }
  var place = path
  // PATH_MAX, which Swift cannot import from musl's headers.
  var target = [CChar](repeating: 0, count: 4096)
  // The kernel's limit is also 40.
  for _ in 0..<40 {
    let count = unsafe readlink(place, &target, target.count)
    if count < 0 { return place }
    let name = String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    place = target[0] == CChar(bitPattern: UInt8(ascii: "/")) ? name : parentFolder(of: place) + "/" + name
  }
  throw SystemError("open", path, errno: ELOOP)
}

/// Returns "input" for "/dev/input".
package func fileName(of path: String) -> String {
  let bytes = Array(path.utf8)
  let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  return String(decoding: bytes[start...], as: UTF8.self)
}

/// Returns "/dev" for "/dev/input", and "." for "input".
package func parentFolder(of path: String) -> String {
  let bytes = Array(path.utf8)
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == 0 ? "/" : String(decoding: bytes[0..<slash], as: UTF8.self)
}
