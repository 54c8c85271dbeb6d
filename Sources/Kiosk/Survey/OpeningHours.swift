/// The opening hours of a week, in local time.
///
/// Local time is used as it is. The hour that is skipped when summer time begins does not occur, and the hour that is repeated when it ends
/// counts twice.
package struct OpeningHours: Hashable, Sendable {
  /// Inclusive start and exclusive end, in seconds since Monday 00:00, 0 ..< `week`. An end that is not after the start lies in
  /// the next week.
  package struct Interval: Hashable, Sendable {
    package let start: Int64
    package let end: Int64

    /// Creates an interval from minutes since Monday 00:00, taken modulo a week.
    package init(startMinute: Int32, endMinute: Int32) {
      start = OpeningHours.inWeek(Int64(startMinute) * 60)
      end = OpeningHours.inWeek(Int64(endMinute) * 60)
    }

    func contains(_ second: Int64) -> Bool {
      start < end ? second >= start && second < end : second >= start || second < end
    }
  }

  /// The number of seconds in a week.
  static var week: Int64 { 604_800 }

  /// The hours of a date, in place of those of its weekday.
  package struct Day: Hashable, Sendable {
    /// `nil` for every year.
    let year: Int64?
    let month: Int64
    let day: Int64
    /// Seconds since the day's midnight; an end may be on the next day.
    let times: [Range<Int64>]

    package init(year: Int64?, month: Int64, day: Int64, minutes: [Range<Int32>]) {
      (self.year, self.month, self.day) = (year, month, day)
      times = minutes.map { Int64($0.lowerBound) * 60..<Int64($0.upperBound) * 60 }
    }
  }

  private let intervals: [Interval]
  private let days: [Day]

  /// Creates opening hours; without an interval, the kiosk is always open, except on `days`, which have their own hours.
  ///
  /// Hours belong to the day on which they begin: those that last past midnight do not end because the next day is a holiday.
  package init(_ intervals: [Interval] = [], days: [Day] = []) {
    let everyDay = (0..<Int32(7)).map { Interval(startMinute: $0 * 1440, endMinute: ($0 + 1) * 1440) }
    self.intervals = intervals.isEmpty && !days.isEmpty ? everyDay : intervals
    self.days = days
  }

  /// Whether the kiosk never closes.
  package var isAlways: Bool { intervals.isEmpty }

  /// Whether the kiosk is open. `civil` is in seconds since 1970-01-01 00:00 in local time.
  package func isOpen(civil: Int64) -> Bool {
    if intervals.isEmpty { return true }
    let second = Self.secondOfWeek(civil)
    let isUsual = intervals.contains { interval in
      guard interval.contains(second) else { return false }
      return days.isEmpty || own(Self.day(civil - Self.inWeek(second - interval.start))) == nil
    }
    if isUsual || days.isEmpty { return isUsual }
    let today = Self.day(civil)
    return [today - 1, today].contains { day in
      own(day)?.times.contains { $0.contains(civil - day * Self.dayLength) } ?? false
    }
  }

  /// Returns the seconds until the kiosk next opens or closes, above 0; `nil` if it never does. If there are `days`, the result is at most
  /// about a year.
  package func untilChange(civil: Int64) -> Int64? {
    if intervals.isEmpty { return nil }
    let isOpen = isOpen(civil: civil)
    let monday = civil - Self.secondOfWeek(civil)
    for week in Int64(0)...(days.isEmpty ? 1 : 53) {
      let start = monday + week * Self.week
      var edges = intervals.flatMap { [start + $0.start, start + $0.end] }
      if !days.isEmpty {
        // The hours of the previous week's last day may end in this week.
        for day in (Self.day(start) - 1)..<(Self.day(start) + 7) {
          edges += (own(day)?.times ?? []).flatMap {
            [day * Self.dayLength + $0.lowerBound, day * Self.dayLength + $0.upperBound]
          }
        }
      }
      let change = edges.filter { $0 > civil && self.isOpen(civil: $0) != isOpen }.min()
      if let change { return change - civil }
    }
    return days.isEmpty ? nil : 53 * Self.week
  }

  /// When the kiosk opens, in local time.
  package struct Opening: Hashable, Sendable {
    /// 0 is Monday.
    package let weekday: Int32
    /// Minutes since midnight.
    package let minute: Int32

    package init(weekday: Int32, minute: Int32) { (self.weekday, self.minute) = (weekday, minute) }

    /// The time of day, such as "8:00".
    package var time: String {
      let minutes = minute % 60
      return "\(minute / 60):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }
  }

  /// Returns when a closed kiosk next opens; `nil` if it is open, or if that is more than six days away, because the weekday alone would not
  /// say which week.
  package func nextOpening(civil: Int64) -> Opening? {
    guard !isOpen(civil: civil), let wait = untilChange(civil: civil), wait <= 6 * Self.dayLength else { return nil }
    let second = Self.secondOfWeek(civil + wait)
    return Opening(weekday: Int32(second / Self.dayLength), minute: Int32(second % Self.dayLength / 60))
  }

  /// Returns the special hours of a day, which is counted from 1970-01-01; `nil` if it has none. Hours for one year take precedence over
  /// hours for every year.
  private func own(_ number: Int64) -> Day? {
    let (year, month, day) = Self.date(number)
    let same = days.filter { $0.month == month && $0.day == day }
    return same.first { $0.year == year } ?? same.first { $0.year == nil }
  }

  private static var dayLength: Int64 { 86_400 }

  /// Converts seconds since 1970-01-01 to whole days, rounded down.
  private static func day(_ civil: Int64) -> Int64 {
    civil >= 0 ? civil / dayLength : (civil + 1) / dayLength - 1
  }

  /// Returns the Gregorian date of a day, which is counted from 1970-01-01. This is Hinnant's civil_from_days, with years that begin in
  /// March.
  static func date(_ number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Returns the second of the week. 1970-01-01 was a Thursday.
  private static func secondOfWeek(_ civil: Int64) -> Int64 { inWeek(civil % week + 3 * dayLength) }

  private static func inWeek(_ seconds: Int64) -> Int64 { (seconds % week + week) % week }
}

/// A reading of the wall clock, from which the survey derives dates and times of day.
package struct WallTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00 in local time.
  package let civil: Int64
  /// When the clock was read, in nanoseconds of the monotonic clock.
  package let moment: Int64
  /// When local time jumps, for example to summer time, and the clock must be read again, in nanoseconds of the monotonic clock; `nil` for
  /// never.
  package let validUntil: Int64?

  package init(civil: Int64, moment: Int64, validUntil: Int64? = nil) {
    self.civil = civil
    self.moment = moment
    self.validUntil = validUntil
  }

  /// Creates a reading taken at `moment`. `utc` is in seconds since 1970 in UTC. Local time is `offset` seconds ahead of UTC until `until`,
  /// which is also in UTC seconds. The wait until then is limited to a century, because nanoseconds would overflow.
  package init(utc: Int64, offset: Int32, until: Int64?, moment: Int64) {
    let century: Int64 = 3_155_760_000
    let wait = until.map { (until) -> Int64 in
      let (wait, isBeyond) = until.subtractingReportingOverflow(utc)
      return isBeyond ? century : min(max(wait, 1), century)
    }
    self.init(civil: utc + Int64(offset), moment: moment, validUntil: wait.map { moment + $0 * 1_000_000_000 })
  }

  /// Returns the local time at `now`.
  func civil(at now: Int64) -> Int64 { civil + (now - moment) / 1_000_000_000 }

  /// Returns the moment at which local time is `seconds` later than at `now`.
  func moment(after seconds: Int64, from now: Int64) -> Int64 {
    moment + (civil(at: now) - civil + seconds) * 1_000_000_000
  }
}
