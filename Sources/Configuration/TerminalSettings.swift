/// How the terminal behaves between visitors, and when.
public struct TerminalSettings: Hashable, Sendable {
  /// What its answers are signed with, as in "entrance-2"; empty takes the machine's host name.
  public var id = ""
  /// A start screen is shown between visitors. Without questions there is none: the stars wait by themselves.
  public var attract = true
  /// Without a touch for so long, a visit is over; seconds.
  public var idle: Int32 = 30
  /// For so long before that, the screen asks whether somebody is there; seconds, less than `idle`.
  public var idleWarning: Int32 = 10
  public var halfGiven = HalfGiven.discard
  /// An answer that comes sooner after another is flagged as repeated; seconds.
  public var repeatInterval: Int32 = 5
  /// How long thanks are shown; milliseconds.
  public var thanks: Int32 = 1500
  /// How long touches are ignored for cleaning; seconds.
  public var cleaning: Int32 = 30
  /// Whether pictures may move for a moment.
  public var animation = true
  /// As in "Europe/Berlin"; empty is the system's.
  public var timeZone = ""
  /// When the terminal is open, in ascending order of the start, none in another; empty is always.
  public var hours: [OpenInterval] = []
  /// From when on the screen is how bright, in ascending order of time; empty leaves it alone.
  public var brightness: [BrightnessStep] = []
  /// After so long the whole picture moves by a pixel, again and again, while nobody is there; minutes, 0 is never.
  public var pixelShift: Int32 = 0
  /// Answers kept on disk at most; the oldest of those that were delivered go first.
  public var keepAnswers: Int32 = 1_000_000

  public init() {}

  /// The most intervals of a week.
  public static var mostHours: Int { 50 }
  /// The most steps of a day.
  public static var mostBrightnessSteps: Int { 24 }

  /// What becomes of a visit that nobody finishes.
  public enum HalfGiven: Hashable, Sendable {
    /// It is forgotten.
    case discard
    /// What was given is kept, flagged as partial.
    case keep
  }

  /// A stretch of every week, in minutes since Monday 00:00 of the terminal's zone: 0 ..< 10,080. It includes its start
  /// and not its end; where the end is before the start, it goes on through Sunday's midnight.
  public struct OpenInterval: Hashable, Sendable {
    public var start: Int32
    public var end: Int32
    public init(start: Int32, end: Int32) {
      self.start = start
      self.end = end
    }
  }

  /// From a time of the day on, so bright.
  public struct BrightnessStep: Hashable, Sendable {
    /// Minutes since midnight, 0 ..< 1,440.
    public var minute: Int32
    /// 0 ... 100 %.
    public var percent: Int32
    public init(minute: Int32, percent: Int32) {
      self.minute = minute
      self.percent = percent
    }
  }
}

/// A question, in the order of the file: a section `[question ID]`.
public struct QuestionSettings: Hashable, Sendable {
  /// What answers carry and texts name.
  public var id: String
  /// What can be chosen as reasons, by id.
  public var reasons: [String] = []
  /// Reasons are asked for values up to this, in stars; `nil` for every value.
  public var reasonsUpTo: Ratio?

  public init(id: String) { self.id = id }

  /// The most questions.
  public static var most: Int { 8 }
  /// The most reasons of one.
  public static var mostReasons: Int { 12 }
}
