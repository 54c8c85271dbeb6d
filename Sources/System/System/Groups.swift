import CLinux

/// Who a process is: getuid(2), getgroups(2), /etc/group.
package enum Groups {
  /// The user's number.
  package static var user: UInt32 { getuid() }

  /// The names of the groups that this process is in, its own first; those without a name are left out.
  @export(interface) package static func ofThisProcess() -> [String] {
    var numbers = [gid_t](repeating: 0, count: 256)
    let count = Int(getgroups(256, &numbers))
    var mine = [getegid()]
    for i in 0..<max(count, 0) where !mine.contains(numbers[i]) { mine.append(numbers[i]) }
    guard let table = try? readFile("/etc/group", limit: 1 << 20) else { return [] }
    var names: [String] = []
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, let number = UInt32(String(decoding: Array(fields[2]), as: UTF8.self)) else { continue }
      if mine.contains(number) { names.append(String(decoding: Array(fields[0]), as: UTF8.self)) }
    }
    return names
  }
}

/// Whether there is something at a path: access(2).
package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Whether this process may write to a file, or make some in a folder: access(2).
package func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
