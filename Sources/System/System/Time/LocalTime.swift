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

  /// The machine's own zone in the form of TZ (tzset(3)): the value of TZ at the program's start, or the path of the machine's file.
  package static var own: String { @export(interface) get { atStart } }

  private static let atStart = Environment["TZ"] ?? "/etc/localtime"

  /// Sets the time zone of the process. "" is the machine's own zone, `own`, or UTC if that is the path of no file.
  ///
  /// - Throws: If the zone cannot be used. Nothing has changed then.
  @export(interface) package static func setZone(_ name: String, own: String = LocalTime.own) throws(TimeZoneError) {
    // The first use reads TZ, so it must precede the first change.
    _ = atStart
    if unsafe cl_set_time_zone(try variable(of: name, own: own)) < 0 {
      throw TimeZoneError(.file, "set the time zone", name, errno: ENOMEM)
    }
  }

  /// Throws the error that `setZone` would throw. Changes nothing.
  package static func check(_ name: String, own: String = LocalTime.own) throws(TimeZoneError) {
    _ = try variable(of: name, own: own)
  }

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

  /// Returns the value of TZ for a zone after checking the zone's file.
  private static func variable(of name: String, own: String) throws(TimeZoneError) -> String {
    if name.utf8.isEmpty { return try variable(ofOwn: own) }
    if !isName(name) {
      let meant = zones.first { sameName($0, name) }
      throw TimeZoneError(
        .name, "use the time zone", "\"" + name + "\"", reason: "not the name of a zone",
        suggestion: meant.map { "did you mean " + $0 + "?" } ?? "use a name such as Europe/Berlin")
    }
    let path = folder + "/" + name
    if try !isUsable(path, at: path) {
      throw TimeZoneError(
        .content, "use the time zone", name, reason: path + " is not a valid time zone file",
        suggestion: "reinstall the package tzdata")
    }
    return ":" + path
  }

  private static func variable(ofOwn own: String) throws(TimeZoneError) -> String {
    let name = String(decoding: own.utf8.drop { $0 == UInt8(ascii: ":") }, as: UTF8.self)
    let isPath = name.utf8.first == UInt8(ascii: "/")
    let path = isPath ? name : folder + "/" + name
    // A link to a file that is missing is a zone that has gone, not a machine without a zone.
    if isMissing(path) {
      if isPath { return "UTC0" }
      // A rule, such as CET-1CEST, needs no file, and neither does UTC.
      if name.utf8.contains(where: { (48...57).contains($0) }) || name.utf8.elementsEqual("UTC".utf8) { return own }
    }
    let target = (try? followingLinks(path)) ?? path
    if try !isUsable(path, at: target) {
      throw TimeZoneError(
        .content, "use the time zone", own, reason: target + " is not a valid time zone file",
        suggestion: "choose a zone again, for example with timedatectl set-timezone Europe/Berlin")
    }
    return ":" + path
  }

  private static func isMissing(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(path, followingLinks: false)
      return false
    } catch { return error.kind == .missing || error.kind == .notFolder }
  }

  /// Whether a file is that of a zone.
  ///
  /// - Parameter target: The path without links, for the error.
  private static func isUsable(_ path: String, at target: String) throws(TimeZoneError) -> Bool {
    // The largest files have 4 KB.
    do throws(SystemError) { return try isZoneFile(readRegularFile(path, limit: 1 << 16)) } catch {
      let isMissing = error.kind == .missing || error.kind == .notFolder
      throw TimeZoneError(
        .file, error.operation, isMissing ? target : path, errno: error.errno, reason: error.reason,
        suggestion: isMissing ? advice(for: name(of: target)) : "")
    }
  }

  /// Returns the part of a path below the folder of zone files; the whole path if it is elsewhere.
  private static func name(of path: String) -> String {
    let (bytes, start) = (Array(path.utf8), Array((folder + "/").utf8))
    let place = bytes.indices.first { bytes[$0...].starts(with: start) }
    return place.map { String(decoding: bytes[($0 + start.count)...], as: UTF8.self) } ?? path
  }

  /// Sets the time zone of the process to UTC.
  @export(interface) package static func setUTC() {
    _ = atStart
    _ = unsafe cl_set_time_zone("UTC0")
  }

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
