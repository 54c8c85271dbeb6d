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
    return table("/etc/group").compactMap { mine.contains($0.number) ? $0.name : nil }
  }

  /// Returns the number of a group; `nil` if it does not exist.
  @export(interface) package static func number(of name: String) -> UInt32? {
    table("/etc/group").first { $0.name.utf8.elementsEqual(name.utf8) }?.number
  }

  /// Returns the lines NAME:PASSWORD:NUMBER:NEXT of a table of accounts; `next` is a number in /etc/passwd.
  static func table(_ path: String) -> [(name: String, number: UInt32, next: String)] {
    ((try? readFile(path, limit: 1 << 20)) ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        String(decoding: Array($0), as: UTF8.self)
      }
      guard fields.count >= 4, let number = UInt32(fields[2]) else { return nil }
      return (fields[0], number, fields[3])
    }
  }
}

/// A user of /etc/passwd.
package struct Account: Hashable, Sendable {
  package let user: UInt32
  package let group: UInt32

  /// Fails if the user does not exist.
  @export(interface) package init?(named name: String) {
    guard let row = Groups.table("/etc/passwd").first(where: { $0.name.utf8.elementsEqual(name.utf8) }),
      let group = UInt32(row.next)
    else { return nil }
    (user, self.group) = (row.number, group)
  }
}
