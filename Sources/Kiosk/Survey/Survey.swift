/// The questions that a kiosk asks, and its time limits. Durations are nanoseconds.
package struct Survey: Hashable, Sendable {
  /// The questions, one or more.
  package var questions: [Question]
  /// The number of languages, 1 or more. With 1, visitors do not choose a language.
  package var languages: Int32 = 1
  /// Whether a start screen is shown between visits.
  package var hasAttract = false
  /// The time without a touch after which a visit ends.
  package var idle: Int64 = 30_000_000_000
  /// The duration of the countdown before that; less than `idle`.
  package var warning: Int64 = 0
  /// The time for which the thank-you screen is shown: long enough to be noticed, short enough for a queue.
  package var thanks: Int64 = 1_500_000_000
  /// Whether the answers of an unfinished visit are kept, marked as partial.
  package var keepsPartial = false
  package var limits = Limits()
  /// The values that visitors can give to each question, in steps; `nil` for a question without values. Questions beyond the end have none.
  package var scales: [ClosedRange<Int32>?] = []
  /// The time for which touches are ignored while the screen is cleaned.
  package var cleaning: Int64 = 30_000_000_000
  /// Whether holding the corner starts the cleaning.
  package var hasCorner = true
  /// The digits of the PIN that opens the service screen, each 0...9; empty for no service screen.
  package var pin: [UInt8] = []
  /// The time for which a finger must hold the corner to start the cleaning.
  package var cornerHold: Int64 = 3_000_000_000
  package var hours = OpeningHours()
  /// The number of visits after which the program ends, 1 or more; `nil` for no end.
  package var wanted: Int64?

  /// Creates a survey; by default with one question, a row of stars.
  package init(questions: [Question] = [Question()]) {
    precondition(!questions.isEmpty, "a survey has one question or more")
    self.questions = questions
  }

  /// The visits that are marked as doubtful, and those that are dropped.
  package struct Limits: Hashable, Sendable {
    /// A visit that is finished within this time after another is a repeat.
    package var repeatInterval: Int64 = 5_000_000_000
    /// The number of visits, two or more, that are a burst if they are completed within `burstTime`.
    package var burstVisits = 5
    package var burstTime: Int64 = 60_000_000_000
    /// The time below which an answer to a question is hasty.
    package var hasty: Int64 = 400_000_000
    /// The minimum time between two answers. A person cannot answer faster, so earlier answers are dropped.
    package var answerInterval: Int64 = 0
    /// The average number of visits per hour that are stored in the long run; 0 for no limit. Visits beyond it are dropped.
    package var hourlyLimit: Int64 = 0
  }
}

/// The answers of one visitor so far.
package struct Visit: Hashable, Sendable {
  /// The answer to one question.
  package struct Answer: Hashable, Sendable {
    /// The index of the survey's question.
    package let question: Int32
    /// The value in steps; 0 for a choice.
    package let value: Int32
    /// A bit for each chosen option of a choice, or for each chosen reason of another question. The lowest bit stands for the first one.
    package internal(set) var chosen: UInt32 = 0
  }

  /// The answers in the order in which they were given.
  package internal(set) var answers: [Answer] = []
  /// Whether the visitor left before the end.
  package internal(set) var isPartial = false
  package internal(set) var marks: Marks = []
}

/// What a visitor has chosen besides answers, and what the kiosk has chosen for this visitor.
struct VisitorChoices: Hashable, Sendable {
  var language: Int32 = 0
  /// The question that follows the language screen.
  var resumed: Int32 = 0
  var hasContrast = false
  /// Decides the order of options and reasons; see `rearrange`.
  var arrangementSeed: UInt64 = 0
}

/// What a kiosk shows at one time.
package enum SurveyScreen: Hashable, Sendable {
  case attract
  case language
  /// The index of the survey's question.
  case question(Int32)
  case reasons(Int32)
  case thanks
  case closed
  case cleaning
  case outOfOrder
  /// The keypad for the PIN.
  case pin
  case service
  /// The kiosk's name and address.
  case identity
}
