/// The behavior of the kiosk during and between visits: the section `[kiosk]`.
package struct KioskSettings: Hashable, Sendable {
  package var identity = KioskIdentity()
  /// Whether a start screen is shown between visits. Without questions there is no start screen.
  package var attract = true
  package var idle = IdleSettings()
  /// Whether the answers of a visit that was not finished are kept, and marked as partial.
  package var keepsPartialVisits = false
  package var limits = VisitLimits()
  package var thanks = ThanksSettings()
  /// The address that a question or the thank-you screen shows as a QR code.
  package var comments = CommentAddress()
  package var cleaning = CleaningSettings()
  /// The digits that open the service screen; empty for no service screen.
  package var servicePIN = ""
  package var animation = true
  package var motion = Motion.full
  /// Whether a button in the corner gives a visitor more contrast and larger texts.
  package var hasContrastButton = false
  package var schedule = ScheduleSettings()
  /// The number of minutes between two moves of the picture by one pixel; 0 for never.
  package var pixelShift: Int32 = 0
  package var records = RecordSettings()

  package init() {}

  /// How much of the screen is animated.
  package enum Motion: Hashable, Sendable { case full, reduced, none }

  /// The motion according to both settings.
  package var shownMotion: Motion { animation ? motion : .none }
}

/// What distinguishes the kiosk from others of its fleet.
package struct KioskIdentity: Hashable, Sendable {
  /// The kiosk's name in its answers and topics, such as "entrance-2"; empty for the host name.
  package var id = ""
  /// The kiosk's name for people, such as "Gate 3"; empty for none.
  package var name = ""
  /// Where the kiosk stands, from the whole to the part, such as ["Berlin", "Hauptbahnhof"].
  package var place: [String] = []

  /// The maximum number of levels of a place.
  package static var mostLevels: Int { 8 }
}

/// What the kiosk keeps of its visits.
package struct RecordSettings: Hashable, Sendable {
  /// The number of answers to keep on disk. The oldest delivered ones are deleted first.
  package var answers: Int32 = 1_000_000
  /// Whether the last ten minutes of input are recorded, and kept after a fault.
  package var hasBlackBox = true
  /// Whether visits are counted by day.
  package var hasCounts = true
}

/// How long the thank-you screen is shown.
package struct ThanksSettings: Hashable, Sendable {
  /// The duration in milliseconds.
  package var time: Int32 = 1500
  /// The duration with a code, in seconds.
  package var codeTime: Int32 = 45
}

/// When a visitor counts as gone.
package struct IdleSettings: Hashable, Sendable {
  /// The number of seconds without a touch after which a visit ends.
  package var time: Int32 = 45
  /// The number of seconds before that end at which the kiosk says that a touch continues the visit; less than `time`. WCAG 2.2.1 requires
  /// 20.
  package var warning: Int32 = 20

  /// Shortens a warning that was not set to two thirds of a short idle time.
  mutating func shortenWarning() { warning = min(warning, time * 2 / 3) }
}

/// Which visits are marked as doubtful, and how many are stored.
package struct VisitLimits: Hashable, Sendable {
  /// The number of seconds within which a second answer is marked as repeated.
  package var repeatInterval: Int32 = 5
  /// The number of visits that are marked as a burst if they are within `burstTime` seconds.
  package var burstVisits: Int32 = 5
  package var burstTime: Int32 = 60
  /// The number of milliseconds after a question within which an answer is marked as hasty.
  package var hasty: Int32 = 400
  /// The average number of visits per hour that are stored in the long run.
  package var visitsPerHour: Int32 = 1200
}

package struct CleaningSettings: Hashable, Sendable {
  /// The number of seconds for which touches are ignored while the screen is cleaned.
  package var time: Int32 = 30
  /// Whether a finger on the top left corner starts the cleaning.
  package var hasCorner = true
}
