/// The opening hours of a week, in local time.
///
/// Local time is used literally: an hour that a change to summer time skips does not occur, and an hour that is repeated counts twice.
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

  private let intervals: [Interval]

  /// Creates opening hours; without an interval, the kiosk is always open.
  package init(_ intervals: [Interval] = []) { self.intervals = intervals }

  /// Whether the kiosk never closes.
  package var isAlways: Bool { intervals.isEmpty }

  /// Whether the kiosk is open. `civil` is in seconds since 1970-01-01 00:00 in local time.
  package func isOpen(civil: Int64) -> Bool { isOpen(second: Self.secondOfWeek(civil)) }

  /// Returns the seconds until the kiosk next opens or closes, above 0; `nil` if it never does.
  package func untilChange(civil: Int64) -> Int64? {
    let now = Self.secondOfWeek(civil)
    let isOpen = isOpen(second: now)
    var soonest: Int64?
    for interval in intervals {
      for edge in [interval.start, interval.end] {
        let wait = edge > now ? edge - now : edge - now + Self.week
        if self.isOpen(second: edge) != isOpen { soonest = min(soonest ?? wait, wait) }
      }
    }
    return soonest
  }

  private func isOpen(second: Int64) -> Bool { intervals.isEmpty || intervals.contains { $0.contains(second) } }

  /// Returns the second of the week. 1970-01-01 was a Thursday.
  private static func secondOfWeek(_ civil: Int64) -> Int64 { inWeek(civil % week + 3 * 86_400) }

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
  /// also in UTC seconds, which is limited to a century because nanoseconds would overflow.
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
