import Testing

@testable import Settings

/// The hours of single days and holidays.
@Suite struct DayTests {
  private func days(_ lines: String) throws -> [ScheduleSettings.DayHours] {
    try settings("[kiosk]\n" + lines).kiosk.schedule.days
  }

  @Test func days() throws {
    typealias Day = ScheduleSettings.Day
    #expect(
      try days("closed = 2026-12-25, 01-01\nclosed = 2026-12-26\nhours 2026-12-24 = 14:00-02:00, 08:00-13:00\n") == [
        .init(day: Day(year: 2026, month: 12, day: 25), intervals: []),
        .init(day: Day(year: nil, month: 1, day: 1), intervals: []),
        .init(day: Day(year: 2026, month: 12, day: 26), intervals: []),
        .init(
          day: Day(year: 2026, month: 12, day: 24),
          intervals: [.init(start: 480, end: 780), .init(start: 840, end: 1560)]),
      ])
    #expect(try settings("[kiosk]\nhours = Mo 08:00-09:00\nclosed = 02-29\n").kiosk.schedule.hours.count == 1)
    #expect(try settings("[kiosk]\nclosed = 02-29\n").kiosk.schedule.needsClock && !ScheduleSettings().needsClock)
  }

  @Test(arguments: [
    "closed = 2026-02-29", "closed = 2026-13-01", "closed = 26-12-25", "closed = 25.12.2026", "closed =",
    "closed = 12-25,",
    "closed = 1969-01-01", "hours 2026-12-24 = Mo 08:00-13:00", "hours 2026-12-24 = 08:00-08:00",
    "hours 2026-12-32 = 08:00-09:00",
    "hours tomorrow = 08:00-09:00", "hours 2026-12-24 =",
  ]) func invalid(_ line: String) {
    let found = mistakes("[kiosk]\n" + line + "\n")
    #expect(found.count == 1 && found[0].contains("invalid value"), "\(found)")
  }

  @Test func contradictions() {
    #expect(
      mistakes("[kiosk]\nclosed = 2026-12-24\nhours 2026-12-24 = 08:00-13:00\n") == [
        "kiosk.conf:3: [kiosk] hours 2026-12-24 = 08:00-13:00: line 2 also sets the hours of this day; remove one"
      ])
    #expect(
      mistakes("[kiosk]\nhours 12-24 = 08:00-13:00, 12:00-14:00\n") == [
        "kiosk.conf:2: [kiosk] hours 12-24 = 08:00-13:00, 12:00-14:00: the intervals overlap; combine them"
      ])
  }
}
