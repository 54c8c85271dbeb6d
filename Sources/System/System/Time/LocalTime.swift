import Basics
import CLinux

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// Why a time zone cannot be used: the name has an invalid form, or its file cannot be read or is not a valid time zone file.
package enum TimeZoneFault: Sendable { case name, file, content }

package typealias TimeZoneError = Failure<TimeZoneFault>

/// Local time in the process's only time zone, as computed by the C library: tzset(3), localtime_r(3).
///
///     try LocalTime.setZone("Europe/Berlin")
///     let (offset, until) = LocalTime.offset(at: now)    // local time is now + offset while now < until
///
/// The C library treats an unknown zone as UTC without an error, so `setZone` checks the zone's file first.
package enum LocalTime {
  /// The folder of zone files, which are named as in the IANA database.
  package static var folder: String { "/usr/share/zoneinfo" }

  /// Sets the time zone of the process. "" is the machine's own zone, whose file is `own`, or UTC if there is no such file.
  ///
  /// - Throws: If the zone cannot be used. Nothing has changed then.
  @export(interface) package static func setZone(_ name: String, own: String = "/etc/localtime") throws(TimeZoneError) {
    let file = try file(of: name, own: own)
    if unsafe cl_set_time_zone(file.map { ":" + $0 } ?? "UTC0") < 0 {
      throw TimeZoneError(.file, "set the time zone", name, errno: ENOMEM)
    }
  }

  /// Throws the error that `setZone` would throw. Changes nothing.
  package static func check(_ name: String) throws(TimeZoneError) { _ = try file(of: name, own: "/etc/localtime") }

  /// Returns the offset from UTC at a second since 1970-01-01 UTC, in seconds, positive to the east; and the second at which the next
  /// different offset begins, or `nil` if none begins within 20 years.
  ///
  /// Seconds further from 1970 than a hundred million years are treated as that far away.
  package static func offset(at seconds: Int64) -> (offset: Int32, until: Int64?) {
    let furthest: Int64 = 3_155_760_000_000_000
    let now = max(-furthest, min(seconds, furthest))
    let offset = utcOffset(at: now)
    // No zone changes twice within a week and returns to the same offset.
    for week in Int64(1)...1044 {
      var after = now + week * 604_800
      if utcOffset(at: after) == offset { continue }
      var before = after - 604_800
      while after - before > 1 {
        let middle = before + (after - before) / 2
        if utcOffset(at: middle) == offset { before = middle } else { after = middle }
      }
      return (offset, after)
    }
    return (offset, nil)
  }

  /// Returns the offset from UTC at a second since 1970-01-01 UTC, in seconds, positive to the east.
  package static func utcOffset(at seconds: Int64) -> Int32 {
    var offset: Int32 = 0
    _ = unsafe cl_utc_offset(seconds, &offset)
    return offset
  }

  /// Returns the month from 1, the day from 1, and the minute of the day, at a second since 1970-01-01 UTC.
  package static func fields(at seconds: Int64) -> (month: Int32, day: Int32, minute: Int32) {
    var (month, day, minute): (Int32, Int32, Int32) = (1, 1, 0)
    _ = unsafe cl_local_fields(seconds, &month, &day, &minute)
    return (month, day, minute)
  }

  /// Returns the path of a zone's file after checking the file; `nil` if the machine has no zone of its own.
  private static func file(of name: String, own: String) throws(TimeZoneError) -> String? {
    let isOwn = name.utf8.isEmpty
    if !isOwn && !isName(name) {
      let meant = zones.first { sameName($0, name) }
      throw TimeZoneError(
        .name, "use the time zone", "\"" + name + "\"", reason: "not the name of a zone",
        suggestion: meant.map { "did you mean " + $0 + "?" } ?? "use a name such as Europe/Berlin")
    }
    let path = isOwn ? own : folder + "/" + name
    do throws(SystemError) {
      // The largest files have 4 KB. If the file of the machine's own zone is damaged, the configuration is not to blame, so the file is
      // accepted: the C library then shows UTC.
      if try isZoneFile(readRegularFile(path, limit: 1 << 16)) || isOwn { return path }
    } catch {
      if isOwn && error.kind == .missing { return nil }
      throw TimeZoneError(
        .file, error.operation, path, errno: error.errno, reason: error.reason,
        suggestion: error.kind == .missing || error.kind == .notFolder ? advice(for: name) : "")
    }
    throw TimeZoneError(
      .content, "use the time zone", name, reason: path + " is not a valid time zone file",
      suggestion: "reinstall the package tzdata")
  }

  /// Sets the time zone of the process to UTC.
  @export(interface) package static func setUTC() { _ = unsafe cl_set_time_zone("UTC0") }

  /// Returns what to do about a zone that does not exist. Debian 13 has moved zones with old names to a package of their own.
  private static func advice(for name: String) -> String {
    if !exists(folder + "/UTC") { return "install the package tzdata" }
    let meant = zones.first { sameName($0, name) } ?? NearMiss.nearest(to: name, among: zones)
    if let meant { return "did you mean " + meant + "?" }
    return "install the package tzdata-legacy, which has old names such as US/Pacific, or choose a name below " + folder
  }

  /// The current names of all zones, without former names. They are the third column of the tz database's table of countries.
  private static var zones: [String] {
    let table = (try? readRegularFile(folder + "/zone.tab", limit: 1 << 20)) ?? []
    return table.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let columns = line.split(separator: UInt8(ascii: "\t"))
      if line.first == UInt8(ascii: "#") || columns.count < 3 { return nil }
      return String(decoding: Array(columns[2]), as: UTF8.self)
    }
  }

  /// Whether a name is a zone's city, whatever its case: "istanbul" is Europe/Istanbul.
  private static func sameName(_ zone: String, _ name: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 {
      (65...90).contains(byte) ? byte + 32 : byte == 0x20 ? UInt8(ascii: "_") : byte
    }
    let (zone, name) = (zone.utf8.map(lower), name.utf8.map(lower))
    return zone == name || zone.split(separator: UInt8(ascii: "/")).last.map { Array($0) } == name
  }

  /// Whether a name consists of words of letters, digits, "_", "-" and "+" separated by slashes, so that it cannot lead out of the folder.
  private static func isName(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { byte in
          switch byte {
          case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
          default: false
          }
        }
    }
  }

  /// Whether the bytes are a complete TZif file (RFC 8536, versions 1 to 4) without leap seconds. Files with leap seconds ("right/") do not
  /// count the seconds of the system's clock.
  static func isZoneFile(_ bytes: [UInt8]) -> Bool {
    guard let first = blockEnd(bytes, at: 0, timeSize: 4) else { return false }
    if bytes[4] == 0 { return true }
    // From version 2 on, the same block follows with 64-bit times, and then a rule between two line ends.
    guard let second = blockEnd(bytes, at: first, timeSize: 8) else { return false }
    return second < bytes.count - 1 && bytes[second] == 0x0a && bytes[bytes.count - 1] == 0x0a
  }

  /// Returns where the block at `start` ends; `nil` if it is incomplete or has leap seconds.
  private static func blockEnd(_ bytes: [UInt8], at start: Int, timeSize: Int64) -> Int? {
    guard bytes.count - start >= 44, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
    // ttisutcnt, ttisstdcnt, leapcnt, timecnt, typecnt, charcnt
    let sizes: InlineArray<6, Int64> = [1, 1, 0, timeSize + 1, 6, 1]
    var end = Int64(start) + 44
    for i in 0..<6 {
      let count = bytes[(start + 20 + 4 * i)..<(start + 24 + 4 * i)].reduce(0) { $0 << 8 | Int64($1) }
      if i == 2 && count > 0 { return nil }
      end += count * sizes[i]
    }
    return end <= bytes.count ? Int(end) : nil
  }
}
