import CLinux

// Safety: getgroups(2) gets the size of its array.

/// The user and the groups of this process: getuid(2), getgroups(2), /etc/group.
package enum Groups {
  /// The user ID.
  package static var user: UInt32 { getuid() }

  /// Returns the names of this process's groups, in the order of /etc/group. Groups without a name are omitted.
  @export(interface) package static func ofThisProcess() -> [String] {
    var numbers = [gid_t](repeating: 0, count: 256)
    let count = unsafe Int(getgroups(256, &numbers))
    let mine = [getegid()] + numbers.prefix(max(count, 0))
    let table = (try? readFile("/etc/group", limit: 1 << 20)) ?? []
    return table.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, let number = UInt32(String(decoding: Array(fields[2]), as: UTF8.self)),
        mine.contains(number)
      else { return nil }
      return String(decoding: Array(fields[0]), as: UTF8.self)
    }
  }
}
