import CLinux

/// The environment's variables: getenv(3).
package enum Environment {
  /// `nil` where it is not set, or empty.
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }

  /// STATE_DIRECTORY, where systemd says a service keeps its state: of several with colons between them the first.
  package static var stateDirectory: String? {
    guard let list = self["STATE_DIRECTORY"] else { return nil }
    return list.utf8.split(separator: UInt8(ascii: ":")).first.map { String(decoding: Array($0), as: UTF8.self) }
  }
}

/// What the kernel calls this processor, as in "aarch64" or "x86_64": uname(2).
package func machineArchitecture() -> String { String(cString: cl_machine()) }

/// This boot's name, as /proc/sys/kernel/random/boot_id spells it; empty where there is no /proc.
@export(interface) package func bootIdentity() -> String {
  guard let text = try? readFile("/proc/sys/kernel/random/boot_id", limit: 100) else { return "" }
  return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

/// Makes a folder and those above it, as `mkdir -p`; what exists already is fine.
@export(interface) package func makeFolders(_ path: String) throws(SystemError) {
  let bytes = [UInt8](path.utf8)
  for i in 1..<max(bytes.count + 1, 1) where i == bytes.count || bytes[i] == UInt8(ascii: "/") {
    let folder = String(decoding: bytes[0..<i], as: UTF8.self)
    // What exists says so on a read-only file system, too.
    if mkdir(folder, 0o755) < 0 && cl_errno() != EEXIST { throw SystemError("make folder", folder, errno: cl_errno()) }
  }
}

/// The machine's name, as /proc/sys/kernel/hostname has it; empty where there is no /proc.
package func hostName() -> String {
  guard let text = try? readFile("/proc/sys/kernel/hostname", limit: 100) else { return "" }
  return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

/// Gives memory that was freed back to the kernel, as far as the C library can: malloc_trim(3).
package func returnFreeMemory() { cl_return_free_memory() }

/// Takes the pages of code and constants, those of all libraries, out of the process. What runs on brings its own back from
/// the page cache, some microseconds each; what only the start needed (parsing, rendering, setting words) stays away, and the
/// kernel may use its memory for something else.
package func dropProgramPages() { cl_drop_program_pages() }
