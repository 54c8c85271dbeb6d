import CLinux

/// Where a machine keeps its time zones: files of RFC 8536, by the names of the IANA database.
package enum ZoneFiles {
  /// Its bytes, as of "Europe/Zurich". "" is the machine's own zone, and `nil` then stands for a machine that has none: UTC.
  ///
  /// `folder` holds the files by their names, and `own` is the machine's.
  @export(interface) package static func read(
    _ name: String, folder: String = "/usr/share/zoneinfo", own: String = "/etc/localtime"
  ) throws(SystemError) -> [UInt8]? {
    let path: String
    if name.utf8.isEmpty {
      path = own
    } else {
      if !isName(name) {
        throw SystemError(
          .other, "find the time zone", "\"" + name + "\"", reason: "not a zone name",
          suggestion: "write one as Europe/Zurich")
      }
      path = folder + "/" + name
    }
    do throws(SystemError) {
      // The largest has 4 KB.
      return try readFile(path, limit: 1 << 16)
    } catch {
      if name.utf8.isEmpty && error.kind == .missing { return nil }
      if error.kind != .missing { throw error }
      throw error.suggesting("see the names in " + folder + ", from the package tzdata")
    }
  }

  /// Words of letters, digits, "_", "-" and "+" with slashes between them: nothing leads out of the folder.
  private static func isName(_ name: String) -> Bool {
    var before = UInt8(ascii: "/")
    for byte in name.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "/") where before != UInt8(ascii: "/"): break
      default: return false
      }
      before = byte
    }
    return before != UInt8(ascii: "/")
  }
}
