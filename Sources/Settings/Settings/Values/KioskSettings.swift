/// The behavior of the kiosk during and between visits: the section `[kiosk]`.
package struct KioskSettings: Hashable, Sendable {
  /// The kiosk's name in its answers, such as "entrance-2"; empty for the host name.
  package var id = ""
  /// Whether a start screen is shown between visits. Without questions there is no start screen.
  package var attract = true
  /// The number of seconds without a touch after which a visit ends.
  package var idle: Int32 = 45
  /// The number of seconds before that end at which the kiosk says that a touch continues the visit; less than `idle`. WCAG 2.2.1 requires 20.
  package var idleWarning: Int32 = 20
  /// Whether the answers of a visit that was not finished are kept, and marked as partial.
  package var keepsPartialVisits = false
  /// The number of seconds within which a second answer is flagged as repeated.
  package var repeatInterval: Int32 = 5
  /// The number of visits that are flagged as a burst if they are within `burstTime` seconds.
  package var burstVisits: Int32 = 5
  package var burstTime: Int32 = 60
  /// The number of milliseconds after a question within which an answer is flagged as hasty.
  package var hasty: Int32 = 400
  /// The average number of visits per hour that are stored in the long run.
  package var visitsPerHour: Int32 = 1200
  /// The duration of the thank-you screen, in milliseconds.
  package var thanks: Int32 = 1500
  /// The address that a question or the thank-you screen shows as a QR code.
  package var comments = CommentAddress()
  /// The duration of the thank-you screen with a code, in seconds.
  package var codeTime: Int32 = 45
  /// The number of seconds for which touches are ignored while the screen is cleaned.
  package var cleaning: Int32 = 30
  /// Whether a finger on the top left corner starts the cleaning.
  package var cleaningCorner = true
  /// Whether opening hours and brightness apply although no time server has set the clock.
  package var trustsClock = false
  /// The digits that open the service screen; empty for no service screen.
  package var servicePIN = ""
  package var animation = true
  package var motion = Motion.full
  /// A name in the tz database, such as "Europe/Berlin"; empty for the system's zone.
  package var timeZone = ""
  /// The opening hours, sorted by start and without overlaps; empty for always.
  package var hours: [OpenInterval] = []
  /// The hours of single days, which replace those of the week.
  package var days: [DayHours] = []
  /// The changes of the brightness, sorted by time; empty if it never changes.
  package var brightness: [BrightnessStep] = []
  /// The number of minutes between two moves of the picture by one pixel; 0 for never.
  package var pixelShift: Int32 = 0
  /// The number of answers to keep on disk. The oldest delivered ones are deleted first.
  package var keepAnswers: Int32 = 1_000_000

  package init() {}

  /// The maximum number of intervals per week.
  package static var mostHours: Int { 50 }
  /// The maximum number of single days.
  package static var mostDays: Int { 200 }
  /// The maximum number of brightness changes per day.
  package static var mostBrightnessSteps: Int { 24 }

  /// How much of the screen is animated.
  package enum Motion: Hashable, Sendable { case full, reduced, none }

  /// Shortens a warning that was not set to two thirds of a short idle time.
  mutating func shortenIdleWarning() { idleWarning = min(idleWarning, idle * 2 / 3) }

  /// The motion according to both settings.
  package var shownMotion: Motion { animation ? motion : .none }

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
