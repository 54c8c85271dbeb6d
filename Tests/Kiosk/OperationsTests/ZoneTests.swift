import CLinux
import TestSupport
import Testing

@testable import Operations

/// Against the C library's localtime_r(3), which reads the same files with code of its own. Its zone is the process's, so
/// these run one after the other.
@Suite(.serialized) struct ZoneTests {
  static let folder = "/usr/share/zoneinfo/"

  @Test func everyZoneOfTheMachineAtManyMoments() throws {
    let names = zoneNames()
    try #require(names.count > 400, "the package tzdata is missing")
    var random = SplitMix64(seed: 6)
    for name in names {
      let zone = try #require(Zone(tzif: try bytes(of: name)), "\(name)")
      use(name)
      var moments: [Int64] = [0, -1, 1_793_232_000]
      for moment in zone.moments.suffix(80) { moments += [moment - 1, moment, moment + 1] }
      // From 1900 to 2150, beyond every table.
      for _ in 0..<150 { moments.append(random.int64(in: -2_208_988_800...5_680_281_600)) }
      for moment in moments where moment > -2_208_988_800 {
        let (offset, until) = zone.offset(at: moment)
        guard offset == libraryOffset(moment) else {
          Issue.record("\(name) at \(moment): \(offset), the C library \(libraryOffset(moment))")
          break
        }
        guard let until else { continue }
        #expect(until > moment)
        guard libraryOffset(until - 1) == offset, libraryOffset(until) != offset else {
          Issue.record("\(name) at \(moment): no change at \(until)")
          break
        }
      }
    }
  }

  /// Every quarter of an hour of twelve years, so no change is missed and none invented.
  @Test(arguments: [
    "Europe/Zurich", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Dublin",
    "Africa/Casablanca", "Asia/Kolkata", "Pacific/Chatham", "America/Nuuk", "Asia/Gaza", "Etc/GMT+12",
  ])
  func everyQuarterOfAnHour(_ name: String) throws {
    let zone = try #require(Zone(tzif: try bytes(of: name)))
    use(name)
    var moment: Int64 = 1_735_689_600  // 2025
    var changes = 0
    var (offset, until) = zone.offset(at: moment)
    while moment < 2_114_380_800 {  // 2037
      if let change = until, moment >= change {
        (offset, until) = zone.offset(at: change)
        changes += 1
      }
      guard libraryOffset(moment) == offset else {
        Issue.record("\(name) at \(moment): \(offset), the C library \(libraryOffset(moment))")
        return
      }
      moment += 900
    }
    let isFixed = name == "Asia/Kolkata" || name == "Etc/GMT+12"
    #expect(isFixed ? changes == 0 : changes >= 24)
  }

  @Test(arguments: [
    // Last Sundays at 01:00 UTC; at one moment it is two o'clock, then three.
    ("Europe/Zurich", 1_774_745_999, 3600, 1_774_746_000), ("Europe/Zurich", 1_774_746_000, 7200, 1_792_890_000),
    // Half an hour of summer.
    ("Australia/Lord_Howe", 1_775_314_799, 39600, 1_775_314_800),
    ("Australia/Lord_Howe", 1_775_314_800, 37800, 1_791_041_400),
    // By the year 2100 only the rule is left.
    ("America/New_York", 4_105_000_000, -18000, 4_108_690_800),
  ])
  func knownChanges(_ known: (name: String, at: Int64, offset: Int32, until: Int64)) throws {
    let zone = try #require(Zone(tzif: try bytes(of: known.name)))
    let (offset, until) = zone.offset(at: known.at)
    #expect(offset == known.offset)
    #expect(until == known.until)
  }

  @Test func aFixedZoneNeverChanges() throws {
    let zone = try #require(Zone(tzif: try bytes(of: "Asia/Kolkata")))
    #expect(zone.offset(at: 2_000_000_000) == (19800, nil))
    #expect(Zone.utc.offset(at: 2_000_000_000) == (0, nil))
  }

  @Test func theEndsOfTimeAreNoTrap() throws {
    for name in ["Europe/Zurich", "Asia/Kolkata", "Africa/Casablanca"] {
      let zone = try #require(Zone(tzif: try bytes(of: name)))
      for moment in [Int64.min, Int64.max] { #expect(abs(zone.offset(at: moment).offset) < 86400) }
    }
  }

  @Test func aDamagedFileIsNoZone() throws {
    let good = try bytes(of: "Europe/Zurich")
    #expect(Zone(tzif: []) == nil)
    #expect(Zone(tzif: Array("TZif".utf8)) == nil)
    #expect(Zone(tzif: Array("CET-1CEST".utf8)) == nil)
    for length in 0..<good.count { #expect(Zone(tzif: Array(good[0..<length])) == nil, "cut at \(length)") }
    // Any byte may be wrong: it is a zone or not, and never a trap.
    var random = SplitMix64(seed: 7)
    var refused = 0
    for index in good.indices {
      var bad = good
      bad[index] ^= UInt8(random.int64(in: 1...255))
      guard let zone = Zone(tzif: bad) else {
        refused += 1
        continue
      }
      _ = zone.offset(at: random.int64(in: -5_000_000_000...5_000_000_000))
    }
    #expect(refused > 100)
  }

  // MARK: The C library

  private func use(_ name: String) {
    setenv("TZ", ":" + name, 1)
    tzset()
  }

  private func libraryOffset(_ moment: Int64) -> Int32 {
    var seconds = time_t(moment)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Int32(parts.tm_gmtoff)
  }
}

@Suite struct ZoneRuleTests {
  /// A zone of a rule alone, as a file of version 3 without a table has it.
  private func ruled(_ rule: String) -> Zone? { Zone(tzif: file(rule: rule)) }

  @Test func summerAllYear() throws {
    // RFC 8536, 3.3: the day before the year's end becomes the next year's first.
    let zone = try #require(ruled("XXX3EDT4,0/0,J365/23"))
    for moment in stride(from: Int64(1_700_000_000), to: 1_900_000_000, by: 777_777) {
      #expect(zone.offset(at: moment) == (-14400, nil))
    }
  }

  @Test func daysOfTheYearWithAndWithout29February() throws {
    let julian = try #require(ruled("AAA0BBB,J60/0,J61/0"))
    let ordinal = try #require(ruled("AAA0BBB,59/0,60/0"))
    // In 2028 the 60th Julian day is 1 March, and day 59 from 0 is 29 February.
    #expect(julian.offset(at: 1_835_481_599) == (0, 1_835_481_600))
    #expect(ordinal.offset(at: 1_835_395_199) == (0, 1_835_395_200))
    // 2027-03-01, for both.
    #expect(julian.offset(at: 1_803_859_199) == (0, 1_803_859_200))
    #expect(ordinal.offset(at: 1_803_859_199) == (0, 1_803_859_200))
  }

  @Test func timesBeyondTheDay() throws {
    // Saturday before the last Sunday of March, 22:00, is last Sunday at -2.
    let zone = try #require(ruled("<-02>2<-01>,M3.5.0/-1,M10.5.0/0"))
    #expect(zone.offset(at: 1_774_745_999) == (-7200, 1_774_746_000))
  }

  @Test(arguments: [
    "CET", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,366,1", "<CET-1", "CET-168", "CET-1:60", "CET-1 ",
    "CET-1CEST,M3.5.0,M10.5.0,", "CET-99999999999999999999",
  ])
  func noRule(_ text: String) { #expect(ruled(text) == nil) }

  /// A day and an hour west to a day and two hours east (RFC 8536, 3.2), both included.
  @Test(arguments: [(-89_999, true), (-90_000, false), (93_599, true), (93_600, false)] as [(Int32, Bool)])
  func theLargestOffsets(_ seconds: Int32, _ isAllowed: Bool) {
    #expect(Zone(tzif: file(rule: "", offset: seconds))?.offset(at: 0).offset == (isAllowed ? seconds : nil))
  }

  /// Version 1 has one block and nothing behind it.
  @Test func aFileOfTheFirstVersion() {
    let bytes = Array("TZif\0".utf8) + file(rule: "", offset: 3600).dropFirst(5).prefix(49)
    #expect(bytes.count == 54)
    #expect(Zone(tzif: bytes)?.offset(at: 0).offset == 3600)
    #expect(Zone(tzif: Array(bytes.dropLast())) == nil)
  }

  @Test func noRuleMeansForEver() throws {
    let zone = try #require(Zone(tzif: file(rule: "")))
    #expect(zone.offset(at: 1_800_000_000) == (0, nil))
  }

  @Test func aRuleThatDoesNotGoOnFromTheTableIsDamage() {
    let moment = (0..<8).map { UInt8(truncatingIfNeeded: Int64(1_000_000_000) >> (56 - 8 * $0)) }
    #expect(Zone(tzif: file(moments: moment + [0], rule: "UTC0")) != nil)
    #expect(Zone(tzif: file(moments: moment + [0], rule: "CET-1")) == nil)
    // A moment that does not come after the one before.
    #expect(Zone(tzif: file(moments: moment + moment + [0, 0], rule: "UTC0")) == nil)
  }

  /// As below "right/": its seconds are not those of the system's clock.
  @Test func aZoneWithLeapSecondsIsNone() {
    #expect(Zone(tzif: file(rule: "UTC0")) != nil)
    #expect(Zone(tzif: file(rule: "UTC0", leapSeconds: [0, 0, 0, 0, 4, 0xb2, 0x58, 0, 0, 0, 0, 1])) == nil)
  }

  private func file(
    moments: [UInt8] = [], rule: String, leapSeconds: [UInt8] = [], offset: Int32 = 0
  ) -> [UInt8] {
    func header(_ moments: UInt8, leapSeconds: UInt8 = 0) -> [UInt8] {
      Array("TZif3".utf8) + [UInt8](repeating: 0, count: 15) + [UInt8](repeating: 0, count: 11)
        + [leapSeconds, 0, 0, 0, moments, 0, 0, 0, 1, 0, 0, 0, 4]
    }
    let kind = (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) } + [0, 0] + Array("UTC\0".utf8)
    return header(0) + kind + header(UInt8(moments.count / 9), leapSeconds: UInt8(leapSeconds.count / 12)) + moments
      + kind + leapSeconds + Array(("\n" + rule + "\n").utf8)
  }
}

@Suite struct CalendarTests {
  /// Three times 400 years, before 1970 and after, second by second at each year's ends.
  @Test func everyYearBeginsAndEnds() {
    var day: Int64 = -365 * 970 - 235
    for year in Int64(1000)...2200 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length: Int64 = isLeap ? 366 : 365
      #expect(Calendar.days(to: year) == day && Calendar.isLeap(year) == isLeap, "\(year)")
      #expect(Calendar.days(before: 3, in: year) == length - 306, "\(year)")
      #expect(Calendar.year(of: day * 86400) == year && Calendar.year(of: day * 86400 - 1) == year - 1, "\(year)")
      day += length
    }
  }
}

/// Every zone of the IANA database that this machine has.
private func zoneNames() -> [String] {
  guard let file = fopen(ZoneTests.folder + "tzdata.zi", "r") else { return [] }
  defer { fclose(file) }
  var names: Set<String> = []
  var line = [CChar](repeating: 0, count: 4096)
  while fgets(&line, 4096, file) != nil {
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split {
      " \n".contains($0)
    }
    if words.first == "Z", words.count > 1 { names.insert(String(words[1])) }
    if words.first == "L", words.count > 2 { names.insert(String(words[2])) }
  }
  return names.sorted()
}

private func bytes(of name: String) throws -> [UInt8] {
  let file = try #require(fopen(ZoneTests.folder + name, "r"))
  defer { fclose(file) }
  var content = [UInt8](repeating: 0, count: 1 << 16)
  let count = fread(&content, 1, content.count, file)
  return Array(content[0..<count])
}

extension SplitMix64 {
  fileprivate mutating func int64(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }
}
