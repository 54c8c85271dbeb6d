/// How the terminal behaves between visitors, and when.
package struct TerminalSettings: Hashable, Sendable {
  /// What its answers are signed with, as in "entrance-2"; empty takes the machine's host name.
  package var id = ""
  /// A start screen is shown between visitors. Without questions there is none: the stars wait by themselves.
  package var attract = true
  /// Without a touch for so long, a visit is over; seconds.
  package var idle: Int32 = 30
  /// For so long before that, the screen asks whether somebody is there; seconds, less than `idle`.
  package var idleWarning: Int32 = 10
  package var halfGiven = HalfGiven.discard
  /// An answer that comes sooner after another is flagged as repeated; seconds.
  package var repeatInterval: Int32 = 5
  /// How long thanks are shown; milliseconds.
  package var thanks: Int32 = 1500
  /// How long touches are ignored for cleaning; seconds.
  package var cleaning: Int32 = 30
  /// Whether pictures may move for a moment.
  package var animation = true
  /// As in "Europe/Berlin"; empty is the system's.
  package var timeZone = ""
  /// When the terminal is open, in ascending order of the start, none in another; empty is always.
  package var hours: [OpenInterval] = []
  /// From when on the screen is how bright, in ascending order of time; empty leaves it alone.
  package var brightness: [BrightnessStep] = []
  /// After so long the whole picture moves by a pixel, again and again, while nobody is there; minutes, 0 is never.
  package var pixelShift: Int32 = 0
  /// Answers kept on disk at most; the oldest of those that were delivered go first.
  package var keepAnswers: Int32 = 1_000_000

  package init() {}

  /// The most intervals of a week.
  package static var mostHours: Int { 50 }
  /// The most steps of a day.
  package static var mostBrightnessSteps: Int { 24 }

  /// What becomes of a visit that nobody finishes.
  package enum HalfGiven: Hashable, Sendable {
    /// It is forgotten.
    case discard
    /// What was given is kept, flagged as partial.
    case keep
  }

  /// A stretch of every week, in minutes since Monday 00:00 of the terminal's zone: 0 ..< 10,080. It includes its start
  /// and not its end; where the end is before the start, it goes on through Sunday's midnight.
  package struct OpenInterval: Hashable, Sendable {
    package var start: Int32
    package var end: Int32
    package init(start: Int32, end: Int32) {
      self.start = start
      self.end = end
    }
  }

  /// From a time of the day on, so bright.
  package struct BrightnessStep: Hashable, Sendable {
    /// Minutes since midnight, 0 ..< 1,440.
    package var minute: Int32
    /// 0 ... 100 %.
    package var percent: Int32
    package init(minute: Int32, percent: Int32) {
      self.minute = minute
      self.percent = percent
    }
  }
}

/// A question, in the order of the file: a section `[question ID]`.
package struct QuestionSettings: Hashable, Sendable {
  /// What answers carry and texts name.
  package var id: String
  /// What can be chosen as reasons, by id.
  package var reasons: [String] = []
  /// Reasons are asked for values up to this, in stars; `nil` for every value.
  package var reasonsUpTo: Ratio?

  package init(id: String) { self.id = id }

  /// The most questions.
  package static var most: Int { 8 }
  /// The most reasons of one.
  package static var mostReasons: Int { 12 }
}
