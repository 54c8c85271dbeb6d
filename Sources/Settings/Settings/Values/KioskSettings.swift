/// The behaviour of the kiosk between and around its visitors: the section `[terminal]`.
package struct KioskSettings: Hashable, Sendable {
  /// The kiosk's name in its answers, as in "entrance-2"; empty for the host name.
  package var id = ""
  /// Whether a start screen is shown between visitors. Without questions there is no start screen.
  package var attract = true
  /// The seconds without a touch that end a visit.
  package var idle: Int32 = 30
  /// For how many seconds before that end the kiosk asks whether the visitor is still there; less than `idle`.
  package var idleWarning: Int32 = 10
  /// Whether the answers of a visit that was not finished are kept, and flagged as partial.
  package var keepsPartialVisits = false
  /// Seconds within which a second answer is flagged as repeated.
  package var repeatInterval: Int32 = 5
  /// So many visits within `burstTime` seconds are flagged as a burst.
  package var burstVisits: Int32 = 5
  package var burstTime: Int32 = 60
  /// Milliseconds after a question within which an answer is flagged as hasty.
  package var hasty: Int32 = 400
  /// The number of visits stored within an hour, in the long run.
  package var visitsPerHour: Int32 = 1200
  /// The duration of the thank-you screen, in milliseconds.
  package var thanks: Int32 = 1500
  /// What a question or the thank-you screen shows as a QR code.
  package var comments = CommentAddress()
  /// The duration of the thank-you screen with a code, in seconds.
  package var codeTime: Int32 = 15
  /// Seconds for which touches are ignored during cleaning.
  package var cleaning: Int32 = 30
  /// Whether a finger on the top left corner begins the cleaning.
  package var cleaningCorner = true
  /// The digits that open the service screen; empty for no service screen.
  package var servicePIN = ""
  package var animation = true
  package var motion = Motion.full
  /// A name in the tz database, as in "Europe/Berlin"; empty for the system's zone.
  package var timeZone = ""
  /// The opening hours, sorted by start and without overlaps; empty for always.
  package var hours: [OpenInterval] = []
  /// The changes of the brightness, sorted by time; empty if it never changes.
  package var brightness: [BrightnessStep] = []
  /// Minutes between two moves of the picture by a pixel; 0 for never.
  package var pixelShift: Int32 = 0
  /// The number of answers kept on disk. The oldest delivered ones are deleted first.
  package var keepAnswers: Int32 = 1_000_000

  package init() {}

  /// The limit of intervals per week.
  package static var mostHours: Int { 50 }
  /// The limit of brightness changes per day.
  package static var mostBrightnessSteps: Int { 24 }

  /// What moves on the screen.
  package enum Motion: Hashable, Sendable { case full, reduced, none }

  /// What moves, by both settings.
  package var shownMotion: Motion { animation ? motion : .none }

  /// A part of every week, in minutes since Monday 00:00 of the kiosk's zone, from 0 to 10,079. The end is exclusive; an end before
  /// the start is in the following week.
  package struct OpenInterval: Hashable, Sendable {
    package var start: Int32
    package var end: Int32
    package init(start: Int32, end: Int32) { (self.start, self.end) = (start, end) }
  }

  /// The brightness from a time of the day on.
  package struct BrightnessStep: Hashable, Sendable {
    /// Minutes since midnight, from 0 to 1,439.
    package var minute: Int32
    /// From 0 to 100 %.
    package var percent: Int32
    package init(minute: Int32, percent: Int32) { (self.minute, self.percent) = (minute, percent) }
  }
}
