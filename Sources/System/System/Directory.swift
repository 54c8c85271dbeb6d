import CLinux

/// The names in a folder, in the order the kernel gives them, without "." and "..".
@export(interface) package func listDirectory(_ path: String) throws(SystemError) -> [String] {
  guard let folder = opendir(path) else { throw SystemError("list", path, errno: cl_errno()) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
        var bytes: [UInt8] = []
        while bytes.count < 255 && characters[bytes.count] != 0 {
          bytes.append(UInt8(bitPattern: characters[bytes.count]))
        }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}
