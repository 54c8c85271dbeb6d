import CLinux

// Safety: an entry of readdir(3) is copied before the next call, and the folder is closed once.

/// Returns the names of a folder's entries in the kernel's order, without "." and "..".
@export(interface) package func listDirectory(_ path: String) throws(SystemError) -> [String] {
  guard let folder = unsafe opendir(path) else { throw SystemError("list", path, errno: cl_errno()) }
  return unsafe entryNames(of: folder)
}

/// Returns the names of at most `limit` entries of an open folder, and closes it.
func entryNames(of folder: OpaquePointer, limit: Int = .max) -> [String] {
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while names.count < limit, let entry = unsafe readdir(folder) {
    let name = unsafe String(cString: cl_entry_name(entry))
    if !name.utf8.elementsEqual(".".utf8) && !name.utf8.elementsEqual("..".utf8) { names.append(name) }
  }
  return names
}

/// Creates a folder and its parents, like `mkdir -p`. Existing folders are kept.
@export(interface) package func makeFolders(_ path: String) throws(SystemError) {
  let bytes = [UInt8](path.utf8)
  for i in 1..<max(bytes.count + 1, 1) where i == bytes.count || bytes[i] == UInt8(ascii: "/") {
    let folder = String(decoding: bytes[0..<i], as: UTF8.self)
    // For an existing folder, the error is EEXIST even on a read-only file system.
    if unsafe mkdir(folder, 0o755) < 0 && cl_errno() != EEXIST {
      throw SystemError("make folder", folder, errno: cl_errno())
    }
  }
}

/// Returns the paths of the entries named `prefix` followed by a number, sorted by number: `/dev/fb2` before `/dev/fb10`.
@export(interface) package func numberedDevices(in folder: String, prefix: String) throws(SystemError) -> [String] {
  let numbers = try listDirectory(folder).compactMap { trailingNumber(of: $0, after: prefix) }
  return numbers.sorted().map { folder + "/" + prefix + "\($0)" }
}

/// Returns 7 for `card7` with the prefix `card`; `nil` for any other name, and for numbers of more than six digits.
package func trailingNumber(of name: String, after prefix: String) -> Int64? {
  if !name.utf8.starts(with: prefix.utf8) || name.utf8.count > prefix.utf8.count + 6 { return nil }
  return decimal(String(decoding: Array(name.utf8.dropFirst(prefix.utf8.count)), as: UTF8.self))
}
