/// What depends on the time of day: the opening hours and the brightness.
package struct ScheduleSettings: Hashable, Sendable {
  /// Whether opening hours and brightness apply although no time server has set the clock.
  package var trustsClock = false
  /// A name in the tz database, such as "Europe/Berlin"; empty for the system's zone.
  package var timeZone = ""
  /// The opening hours, sorted by start and without overlaps; empty for always.
  package var hours: [OpenInterval] = []
  /// The hours of single days, which replace those of the week.
  package var days: [DayHours] = []
  /// The changes of the brightness, sorted by time; empty if it never changes.
  package var brightness: [BrightnessStep] = []

  /// Whether anything depends on the time of day.
  package var needsClock: Bool { !hours.isEmpty || !days.isEmpty || !brightness.isEmpty }

  /// The maximum number of intervals per week.
  package static var mostHours: Int { 50 }
  /// The maximum number of single days.
  package static var mostDays: Int { 200 }
  /// The maximum number of brightness changes per day.
  package static var mostBrightnessSteps: Int { 24 }

  /// A part of every week, in minutes since Monday 00:00 in the kiosk's time zone, from 0 to 10,079. The end is exclusive; an end before
  /// the start is in the following week.
  package struct OpenInterval: Hashable, Sendable {
    package var start: Int32
    package var end: Int32
    package init(start: Int32, end: Int32) { (self.start, self.end) = (start, end) }
  }

  /// A day of one year or of every year.
  package struct Day: Hashable, Sendable {
    /// `nil` for every year.
    package var year: Int32?
    /// From 1.
    package var month: Int32
    package var day: Int32
  }

  /// The opening hours of a day, in minutes since its midnight. An end after 1,440 is on the day after.
  package struct DayHours: Hashable, Sendable {
    package var day: Day
    /// Empty if the kiosk is closed.
    package var intervals: [OpenInterval]
  }

  /// The brightness beginning at a time of day.
  package struct BrightnessStep: Hashable, Sendable {
    /// The minutes since midnight, from 0 to 1,439.
    package var minute: Int32
    /// The brightness, from 0 to 100 %.
    package var percent: Int32
    package init(minute: Int32, percent: Int32) { (self.minute, self.percent) = (minute, percent) }
  }
}
