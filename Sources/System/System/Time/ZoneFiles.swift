import CLinux

/// The time zone files of the machine (RFC 8536), by their names in the IANA database.
package enum ZoneFiles {
  /// Returns the file of a zone, such as "Europe/Zurich". The empty name is the machine's own zone, and the result is then `nil`
  /// if the machine has none: UTC.
  ///
  /// - Parameters:
  ///   - folder: The folder of the zone files.
  ///   - own: The file of the machine's own zone.
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
      // The largest file has 4 KB.
      return try readFile(path, limit: 1 << 16)
    } catch {
      if name.utf8.isEmpty && error.kind == .missing { return nil }
      if error.kind != .missing { throw error }
      throw error.suggesting("see the names in " + folder + ", from the package tzdata")
    }
  }

  /// Whether the name consists of words of letters, digits, "_", "-" and "+", joined by slashes. Such a path cannot leave the
  /// folder.
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
