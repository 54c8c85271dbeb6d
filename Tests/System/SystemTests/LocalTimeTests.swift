import Foundation
import TestSupport
import Testing

@testable import System

/// Local time against known instants, and against Foundation, which reads time zones with code of its own.
@Suite(.serialized) struct LocalTimeTests {
  @Test(arguments: [
    // The last Sundays of March and October at 01:00 UTC.
    ("Europe/Berlin", 1_774_745_999, 3600, 1_774_746_000), ("Europe/Berlin", 1_774_746_000, 7200, 1_792_890_000),
    ("Europe/Zurich", 1_774_745_999, 3600, 1_774_746_000), ("Europe/Zurich", 1_792_889_999, 7200, 1_792_890_000),
    // The second Sunday of March at 07:00 UTC, the first one of November at 06:00 UTC.
    ("America/New_York", 1_772_953_199, -18000, 1_772_953_200),
    ("America/New_York", 1_772_953_200, -14400, 1_793_512_800),
    // Half an hour of summer time.
    ("Australia/Lord_Howe", 1_775_314_799, 39600, 1_775_314_800),
    ("Australia/Lord_Howe", 1_775_314_800, 37800, 1_791_041_400),
    // In 2100 only the rule at the end of the file applies.
    ("America/New_York", 4_105_000_000, -18000, 4_108_690_800),
  ])
  func knownChanges(_ known: (name: String, at: Int64, offset: Int32, until: Int64)) throws {
    try withTimeZone {
      try LocalTime.setZone(known.name)
      let (offset, until) = LocalTime.offset(at: known.at)
      #expect(offset == known.offset)
      #expect(until == known.until)
    }
  }

  @Test(arguments: [("Asia/Kolkata", 19800), ("UTC", 0), ("Etc/GMT+12", -43200)] as [(String, Int32)])
  func zonesWithoutSummerTimeNeverChange(_ name: String, _ offset: Int32) throws {
    try withTimeZone {
      try LocalTime.setZone(name)
      for moment: Int64 in [0, 1_800_000_000, 2_000_000_000] where moment > 0 || name != "Asia/Kolkata" {
        #expect(LocalTime.offset(at: moment) == (offset, nil))
      }
    }
  }

  @Test func everyZoneOfTheMachineAtManyTimes() throws {
    let names = zoneNames()
    try #require(names.count > 400, "the package tzdata is missing")
    var random = SplitMix64(seed: 6)
    var differences = 0
    for name in names {
      try withTimeZone {
        try LocalTime.setZone(name)
        let reference = TimeZone(identifier: name)
        for _ in 0..<20 {
          // From 2025 to 2037: years that all versions of the database agree on, but for a few zones.
          let moment = random.int64(in: 1_735_689_600...2_114_380_800)
          let (offset, until) = LocalTime.offset(at: moment)
          if let reference, Int32(reference.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))) != offset
          {
            differences += 1
          }
          guard let until else { continue }
          #expect(until > moment)
          #expect(LocalTime.offset(at: until - 1).offset == offset && LocalTime.offset(at: until).offset != offset)
        }
      }
    }
    // Foundation brings its own version of the database.
    #expect(differences < names.count * 20 / 50, "\(differences)")
  }

  /// Checks every quarter of an hour of twelve years, so that no change is missed and none is invented.
  @Test(arguments: [
    "Europe/Zurich", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Dublin",
    "Africa/Casablanca", "Asia/Kolkata", "Pacific/Chatham", "America/Nuuk", "Asia/Gaza", "Etc/GMT+12",
  ])
  func everyQuarterOfAnHour(_ name: String) throws {
    try withTimeZone {
      try LocalTime.setZone(name)
      var moment: Int64 = 1_735_689_600  // 2025
      var changes = 0
      var (offset, until) = LocalTime.offset(at: moment)
      while moment < 2_114_380_800 {  // 2037
        if let change = until, moment >= change {
          (offset, until) = LocalTime.offset(at: change)
          changes += 1
        }
        guard LocalTime.utcOffset(at: moment) == offset else {
          Issue.record("\(name) at \(moment): \(offset)")
          return
        }
        moment += 900
      }
      let isFixed = name == "Asia/Kolkata" || name == "Etc/GMT+12"
      // Morocco ends its changes in 2026, in databases of that year.
      #expect(isFixed ? changes == 0 : changes >= (name == "Africa/Casablanca" ? 5 : 24))
    }
  }

  @Test func extremeTimesDoNotTrap() throws {
    try withTimeZone {
      for name in ["Europe/Zurich", "Asia/Kolkata", "Africa/Casablanca"] {
        try LocalTime.setZone(name)
        for moment in [Int64.min, Int64.max] { #expect(abs(LocalTime.offset(at: moment).offset) < 86400) }
      }
    }
  }

  // MARK: Names and files

  @Test func ownZoneOfTheMachine() throws {
    try withTimeZone {
      try LocalTime.setZone("", own: "/usr/share/zoneinfo/Asia/Tokyo")
      #expect(LocalTime.offset(at: 1_800_000_000) == (32400, nil))
      // A machine without one has UTC.
      try LocalTime.setZone("", own: "/nowhere/localtime")
      #expect(LocalTime.offset(at: 1_800_000_000) == (0, nil))
      let error = #expect(throws: TimeZoneError.self) { try LocalTime.setZone("", own: "/usr/share/zoneinfo") }
      #expect(error?.message == "cannot read /usr/share/zoneinfo: is a directory")
    }
  }

  /// Debian 13 has moved old names to a package of their own: the machine still has a zone, but no file of it.
  @Test func anOwnZoneThatHasGoneIsAnError() throws {
    let folder = try scratchFolder()
    defer { removeScratchFolder(folder) }
    let own = folder + "/localtime"
    func error() -> TimeZoneError? {
      do throws(TimeZoneError) {
        try LocalTime.check("", own: own)
        return nil
      } catch { return error }
    }
    #expect(error() == nil)
    #expect(symlink("/usr/share/zoneinfo/US/Nowhere", own) == 0)
    #expect(
      error()?.message == "cannot open /usr/share/zoneinfo/US/Nowhere: no such file or directory; install the package "
        + "tzdata-legacy, which has old names such as US/Pacific, or choose a name below /usr/share/zoneinfo")
    removeFile(own)
    #expect(symlink("/usr/share/zoneinfo/Europe/Belrin", own) == 0)
    #expect(error()?.suggestion == "did you mean Europe/Berlin?")
    removeFile(own)
    // An empty file, and one below "right/".
    for bytes in [[], file(rule: "UTC0", leapSeconds: [0, 0, 0, 0, 4, 0xb2, 0x58, 0, 0, 0, 0, 1])] {
      try writeFile(own, bytes)
      #expect(error()?.kind == .content && error()?.reason.hasSuffix(" is not a valid time zone file") == true)
    }
    try writeFile(own, file(rule: "UTC0"))
    #expect(error() == nil)
  }

  /// TZ names the machine's own zone, in the forms of tzset(3).
  @Test(
    arguments: [
      ("Asia/Tokyo", 32400), (":Asia/Tokyo", 32400), (":/usr/share/zoneinfo/Asia/Tokyo", 32400), ("JST-9", 32400),
      ("UTC", 0), ("UTC0", 0),
    ] as [(String, Int32)]) func ownZoneHasTheFormsOfTZ(_ own: String, _ offset: Int32) throws
  {
    try withTimeZone {
      try LocalTime.setZone("", own: own)
      #expect(LocalTime.offset(at: 1_800_000_000) == (offset, nil))
    }
  }

  @Test func anUnknownZoneInTZIsAnError() {
    let error = #expect(throws: TimeZoneError.self) { try LocalTime.check("", own: "Mars/Phobos") }
    #expect(error?.message.hasPrefix("cannot open /usr/share/zoneinfo/Mars/Phobos: no such file or directory") == true)
  }

  /// The path stays the same, so the C library would not read it again by itself.
  @Test func aChangedFileIsReadAgain() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "zone-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try withTimeZone {
      for (name, offset) in [("Asia/Tokyo", Int32(32400)), ("Asia/Kolkata", 19800)] {
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/" + name, toPath: path)
        try LocalTime.setZone("", own: path)
        #expect(LocalTime.offset(at: 1_800_000_000).offset == offset)
      }
    }
  }

  @Test(arguments: [
    "../../../etc/passwd", "/etc/passwd", "Europe//Zurich", "Europe/", "Europe/Z rich", "Europe/Zürich", ".", "\n",
  ])
  func namesCannotLeaveTheFolder(_ name: String) {
    let error = #expect(throws: TimeZoneError.self) { try LocalTime.check(name) }
    #expect(error?.kind == .name && error?.message.contains("not the name of a zone") == true)
  }

  @Test func anUnknownZoneIsAnErrorAndChangesNothing() throws {
    try withTimeZone {
      try LocalTime.setZone("Asia/Tokyo")
      let error = #expect(throws: TimeZoneError.self) { try LocalTime.setZone("Mars/Phobos") }
      #expect(
        error?.message == "cannot open /usr/share/zoneinfo/Mars/Phobos: no such file or directory; install the package "
          + "tzdata-legacy, which has old names such as US/Pacific, or choose a name below /usr/share/zoneinfo")
      #expect(LocalTime.offset(at: 1_800_000_000).offset == 32400)
    }
  }

  /// A city without its area, in any case, and a misspelt name.
  @Test(arguments: [
    ("Istanbul", "Europe/Istanbul"), ("berlin", "Europe/Berlin"), ("new_york", "America/New_York"),
    ("New York", "America/New_York"), ("america/new york", "America/New_York"),
    ("Europe/Belrin", "Europe/Berlin"), ("europe/zurich", "Europe/Zurich"),
  ]) func meantZones(_ name: String, _ zone: String) {
    let error = #expect(throws: TimeZoneError.self) { try LocalTime.check(name) }
    #expect(error?.suggestion == "did you mean \(zone)?")
  }

  @Test func truncatedFilesAreRejected() throws {
    let good = try readFile("/usr/share/zoneinfo/Europe/Zurich")
    #expect(LocalTime.isZoneFile(good))
    #expect(!LocalTime.isZoneFile(Array("CET-1CEST".utf8)))
    for length in good.indices { #expect(!LocalTime.isZoneFile(Array(good[..<length])), "cut at \(length)") }
    // Any byte may be wrong: the file counts as a zone's or not, and never traps.
    var random = SplitMix64(seed: 7)
    var refused = 0
    for index in good.indices {
      var bad = good
      bad[index] ^= UInt8(random.int64(in: 1...255))
      if !LocalTime.isZoneFile(bad) { refused += 1 }
    }
    #expect(refused > 30)
  }

  /// Version 1 has one block and nothing behind it.
  @Test func aFileOfTheFirstVersion() {
    let bytes = Array("TZif\0".utf8) + file(rule: "").dropFirst(5).prefix(49)
    #expect(bytes.count == 54 && LocalTime.isZoneFile(bytes))
    #expect(!LocalTime.isZoneFile(Array(bytes.dropLast())))
  }

  /// As below "right/": its seconds are not those of the system's clock.
  @Test func aZoneWithLeapSecondsIsRefused() {
    #expect(LocalTime.isZoneFile(file(rule: "UTC0")))
    #expect(!LocalTime.isZoneFile(file(rule: "UTC0", leapSeconds: [0, 0, 0, 0, 4, 0xb2, 0x58, 0, 0, 0, 0, 1])))
  }

  /// A zone without a table, as a file of version 3.
  private func file(rule: String, leapSeconds: [UInt8] = []) -> [UInt8] {
    func header(leapSeconds: UInt8 = 0) -> [UInt8] {
      Array("TZif3".utf8) + [UInt8](repeating: 0, count: 15) + [UInt8](repeating: 0, count: 11)
        + [leapSeconds, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    }
    let kind = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
    return header() + kind + header(leapSeconds: UInt8(leapSeconds.count / 12)) + kind + leapSeconds
      + Array(("\n" + rule + "\n").utf8)
  }
}

/// Every zone of the IANA database that this machine has.
private func zoneNames() -> [String] {
  guard let text = try? String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8) else { return [] }
  var names: Set<String> = []
  for line in text.split(separator: "\n") {
    let words = line.split(separator: " ")
    if words.first == "Z", words.count > 1 { names.insert(String(words[1])) }
    if words.first == "L", words.count > 2 { names.insert(String(words[2])) }
  }
  // Debian 13 has old names in a package of their own, tzdata-legacy.
  return names.filter { FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)") }.sorted()
}

extension SplitMix64 {
  fileprivate mutating func int64(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }
}
