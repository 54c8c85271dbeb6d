import TestSupport
import Testing

@testable import Survey

/// Opening hours with holidays and single days, compared with a calendar that is read minute by minute.
@Suite struct HolidayTests {
  /// 2026-12-21 00:00, a Monday.
  static let monday: Int64 = 20_808 * 86_400

  static let hours = OpeningHours(
    (0..<6).map { OpeningHours.Interval(startMinute: $0 * 1440 + 480, endMinute: $0 * 1440 + 1080) },
    days: [
      OpeningHours.Day(year: 2026, month: 12, day: 24, minutes: [480..<780]),
      OpeningHours.Day(year: nil, month: 12, day: 25, minutes: []),
      OpeningHours.Day(year: nil, month: 12, day: 31, minutes: [1200..<1560]),
    ])

  @Test func dates() {
    for (number, date) in [
      (0, (1970, 1, 1)), (-1, (1969, 12, 31)), (11_016, (2000, 2, 29)), (20_808, (2026, 12, 21)),
      (47_541, (2100, 3, 1)),
    ] as [(Int64, (Int64, Int64, Int64))] {
      #expect(OpeningHours.date(number) == date)
    }
  }

  @Test(
    arguments: [
      (3, 779, true), (3, 780, false), (4, 600, false), (5, 600, true), (10, 600, false), (10, 1200, true),
      (11, 119, true), (11, 120, false), (11, 600, true), (368, 600, true), (369, 600, false),
    ] as [(Int64, Int64, Bool)]) func open(_ day: Int64, _ minute: Int64, _ isOpen: Bool)
  {
    #expect(Self.hours.isOpen(civil: Self.monday + day * 86_400 + minute * 60) == isOpen)
  }

  /// Without weekly hours, a kiosk is open except on its holidays.
  @Test func alwaysButHolidays() {
    let hours = OpeningHours(days: [OpeningHours.Day(year: nil, month: 12, day: 25, minutes: [])])
    let christmas = Self.monday + 4 * 86_400
    #expect(!hours.isAlways && hours.isOpen(civil: christmas - 1) && !hours.isOpen(civil: christmas))
    #expect(hours.untilChange(civil: christmas - 5) == 5 && hours.untilChange(civil: christmas) == 86_400)
    #expect(hours.isOpen(civil: christmas + 86_400))
  }

  @Test func randomHours() {
    var random = SplitMix64(seed: 25)
    for _ in 0..<30 {
      let weekly = (0..<random.int32(in: 0...4)).map { _ in
        let start = random.int32(in: 0...167) * 60
        return OpeningHours.Interval(startMinute: start, endMinute: start + random.int32(in: 1...23) * 60)
      }
      let days = (0..<random.int32(in: 1...4)).map { _ in
        let start = random.int32(in: 0...23) * 60
        let end = start + random.int32(in: 1...23) * 60
        return OpeningHours.Day(
          year: random.oneIn(2) ? 2026 : nil, month: 12, day: Int64(random.int32(in: 20...31)),
          minutes: random.oneIn(2) ? [] : [start..<end])
      }
      let hours = OpeningHours(weekly, days: days)
      // Each change is the next hour at which the state differs.
      let states = (0..<24 * 16).map { hours.isOpen(civil: Self.monday + Int64($0) * 3600) }
      for (i, isOpen) in states.enumerated() {
        let expected = states[i...].firstIndex { $0 != isOpen }.map { Int64($0 - i) * 3600 }
        let found = hours.untilChange(civil: Self.monday + Int64(i) * 3600)
        if let expected {
          #expect(found == expected)
        } else {
          #expect(found.map { $0 > Int64(24 * 16 - i - 1) * 3600 } ?? true)
        }
      }
    }
  }
}
