import CLinux

/// Returns the names of a folder's entries in the kernel's order, without "." and "..".
@export(interface) package func listDirectory(_ path: String) throws(SystemError) -> [String] {
  guard let folder = opendir(path) else { throw SystemError("list", path, errno: cl_errno()) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = String(cString: cl_entry_name(entry))
    if !name.utf8.elementsEqual(".".utf8) && !name.utf8.elementsEqual("..".utf8) { names.append(name) }
  }
  return names
}

/// Creates a folder and its parents, as `mkdir -p`. Existing folders are kept.
@export(interface) package func makeFolders(_ path: String) throws(SystemError) {
  let bytes = [UInt8](path.utf8)
  for i in 1..<max(bytes.count + 1, 1) where i == bytes.count || bytes[i] == UInt8(ascii: "/") {
    let folder = String(decoding: bytes[0..<i], as: UTF8.self)
    // An existing folder is EEXIST on a read-only file system, too.
    if mkdir(folder, 0o755) < 0 && cl_errno() != EEXIST { throw SystemError("make folder", folder, errno: cl_errno()) }
  }
}

/// Returns the paths of the entries named `prefix` and a number, sorted by number: `/dev/fb2` before `/dev/fb10`. Returns none
/// if the folder cannot be read.
@export(interface) package func numberedDevices(in folder: String, prefix: String) -> [String] {
  let numbers = ((try? listDirectory(folder)) ?? []).compactMap { trailingNumber(of: $0, after: prefix) }
  return numbers.sorted().map { folder + "/" + prefix + "\($0)" }
}

/// Returns 7 for `card7` after `card`; `nil` for any other name, and for numbers of more than six digits.
func trailingNumber(of name: String, after prefix: String) -> Int? {
  if !name.utf8.starts(with: prefix.utf8) || name.utf8.count > prefix.utf8.count + 6 { return nil }
  let digits = Array(name.utf8.dropFirst(prefix.utf8.count))
  return decimal(String(decoding: digits, as: UTF8.self)).map { Int($0) }
}
