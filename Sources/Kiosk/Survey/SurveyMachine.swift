import StarSlider

/// The course of a survey as a pure state machine. Its inputs are events and times; its outputs are effects. Times are nanoseconds of the
/// monotonic clock.
///
/// *Home* is the screen between visits: the start screen if there is one, otherwise the language screen if there are several languages,
/// otherwise the first question. New opening hours and configurations wait until the machine is at home.
///
/// | state | event | next state | effects |
/// | --- | --- | --- | --- |
/// | attract | started, a language is chosen | question 0, in that language | show |
/// | attract | a value is committed, a tile is chosen | as in question 0, which the start screen shows | as there |
/// | attract, with several languages | the languages are asked for | language | show |
/// | language | a language is chosen | question 0, or the one that asked for it, in that language | show |
/// | question q, with several languages, no option chosen | a language is chosen | question q, in that language | show |
/// | question q, with several languages, no option chosen | the languages are asked for | language | show |
/// | question q | a value is committed, one tile of several is chosen | reasons q, if the survey asks for them; else as done | show; record |
/// | question q | a value is committed within `answerInterval` after another | question q; home, if it is the first | show |
/// | question q, reasons q | the visit is complete, but the hour's visits are used up | home | show |
/// | question q | the value is edited, cancelled, unset; an option of several is toggled | question q | |
/// | reasons q | a reason is toggled | reasons q | |
/// | reasons q, question q of several options or with a code, message q | done | the question that the first rule after q names, else question q + 1; at the end recording → thanks, and home without an answer | show; record |
/// | language, question, reasons | started over | home | show |
/// | attract | contrast is toggled | question 0 | show |
/// | language, question, reasons | contrast is toggled | the same, without the options and reasons chosen on it | show |
/// | question q with a code | `idle` without activity: the visitor may be busy with a phone | as done | show; record |
/// | language, other question, reasons | `idle` without activity | home; recording → home, if the survey keeps partial visits | show; record |
/// | language, question, reasons | the program ends | the same; recording → home, if the survey keeps partial visits | record |
/// | recording → thanks | recorded | thanks | show; end, if it was the last wanted visit |
/// | recording → home, → cleaning | recorded | home, cleaning | show; end, if it was the last wanted visit |
/// | all but closed | recording failed | out of order | show |
/// | out of order | answers can be stored again | home | show; end, if the visit before was stored as the last wanted one |
/// | thanks | a touch begins, a key is pressed, the time is up | home | show |
/// | home | the opening hours end | closed | show, light off |
/// | closed | the time becomes unknown | home | show, light on |
/// | closed | the opening hours begin | home | show, light on |
/// | all but closed, recording, out of order | cleaning is requested; without a PIN also: the corner is held | cleaning; recording → cleaning, if the survey keeps partial visits | show; record |
/// | attract, language, question, reasons, thanks, cleaning | with a PIN: the corner is held, or service is requested | pin; recording → pin, if the survey keeps partial visits | show; record |
/// | closed | with a PIN: the corner is held, or service is requested | pin | show, light on |
/// | pin | a digit is typed, the digits are erased, a pause passes | pin | count |
/// | pin | done, with the PIN | service | show |
/// | pin | done, with other digits | pin; from the fifth wrong PIN on, no digit is accepted during a pause | count, refuse |
/// | pin, service | started over; `idle`, of the service `serviceIdle`, without activity | home | show |
/// | service | an answer is tested | recording → service | record |
/// | recording → pin, → service | recorded | pin, service | show; end, if it was the last wanted visit |
/// | cleaning | the time is up | home | show |
/// | home | the kiosk is to identify itself | identifying | show |
/// | identifying | a touch begins, a key is pressed, the time is up | home | show |
/// | home, closed | a new configuration | the same | reload |
///
/// `idle` is twice as long while the visitor hears the screens.
///
/// Other events change nothing, and only the PIN leads to the service screen. Answers are on disk before the thank-you screen is shown:
/// only `recorded` leads to it.
package struct SurveyMachine: Sendable {
  package enum State: Hashable, Sendable {
    case attract
    case language
    /// The index of the survey's question.
    case question(Int32)
    case reasons(Int32)
    /// The visit is being written to disk.
    case recording(AfterRecording)
    case thanks(until: Int64)
    case closed
    case cleaning(until: Int64)
    /// Answers cannot be stored, and visitors are not accepted.
    case outOfOrder
    /// The operator is typing the PIN.
    case pin
    case service
    /// The kiosk identifies itself to a remote operator.
    case identifying(until: Int64)
  }

  /// What follows once a visit is on disk.
  package enum AfterRecording: Hashable, Sendable, CaseIterable {
    case thanks
    case home
    case cleaning
    case pin
    case service
  }

  /// What the caller must do at once, in this order.
  package struct Effects: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Write `visit` to disk, and report `recorded` or `recordingFailed`.
    package static let record = Effects(rawValue: 1)
    /// Show `screen` from its beginning: another screen, or the same screen for the next visitor.
    package static let show = Effects(rawValue: 2)
    /// Show `countdown` and the number of typed digits.
    package static let count = Effects(rawValue: 4)
    package static let lightOff = Effects(rawValue: 8)
    package static let lightOn = Effects(rawValue: 16)
    /// Apply the new configuration.
    package static let reload = Effects(rawValue: 32)
    /// End the program once the next screen has been drawn: the last wanted visit is on disk.
    package static let end = Effects(rawValue: 64)
    /// Read the wall clock, and report it as `clock`.
    package static let readClock = Effects(rawValue: 128)
    /// Report a wrong PIN.
    package static let refuse = Effects(rawValue: 256)
  }

  package let survey: Survey
  package internal(set) var state: State
  package internal(set) var screen: SurveyScreen
  var choices = VisitorChoices()
  package internal(set) var visit = Visit()
  /// The number of `visit`, which is different for each visit of a run of the program.
  package private(set) var visitNumber: Int64 = 0
  /// The seconds until an abandoned visit, the cleaning, or a pause after wrong PINs ends; `nil` if no countdown is shown.
  package internal(set) var countdown: Int32?
  /// The number of visits on disk.
  package internal(set) var visits: Int64 = 0

  /// The time of the visitor's last touch or key; `nil` between visits.
  package internal(set) var lastActivity: Int64?
  var budget = VisitBudget()
  var marks = MarkHistory()
  var cornerSince: Int64?
  /// Whether the visitor hears the screens.
  package internal(set) var isHeard = false
  package internal(set) var entry = PINEntry()
  var postponed = PostponedChanges()

  package init(_ survey: Survey = Survey()) {
    self.survey = survey
    (state, screen) = Self.home(survey)
  }

  /// Creates a machine with a new survey that replaces another machine. It starts at home, or closed if the other one was closed, and
  /// continues the count of visits.
  package init(_ survey: Survey, after old: SurveyMachine) {
    self.init(survey)
    (visits, visitNumber) = (old.visits, old.visitNumber + 1)
    (budget, marks, entry, isHeard) = (old.budget, old.marks, old.entry, old.isHeard)
    postponed = PostponedChanges(after: old.postponed)
    if old.state == .closed { (state, screen) = (.closed, .closed) }
  }

  /// The index of the visitor's language.
  package var language: Int32 { choices.language }
  /// Whether this visitor has asked for more contrast and larger texts.
  package var hasContrast: Bool { choices.hasContrast }

  /// The time without a touch or a key after which a visit ends: twice as long for a visitor who hears the screens.
  var idle: Int64 { isHeard ? 2 * survey.idle : survey.idle }

  /// Whether the last visit was dropped because the hourly limit was reached.
  package var isLimited: Bool { budget.isExhausted }

  /// Forgets a touch that no visitor made. `before` is the value that `lastActivity` had before that touch.
  package mutating func forgetActivity(since before: Int64?) {
    // If the touch led home, `lastActivity` is `nil` and must stay so.
    if let last = lastActivity, (before ?? .min) < last { lastActivity = before }
  }

  mutating func endVisit() {
    visit = Visit()
    visitNumber += 1
  }

  static func home(_ survey: Survey) -> (State, SurveyScreen) {
    if survey.hasAttract { return (.attract, .attract) }
    if survey.languages > 1 { return (.language, .language) }
    return (.question(0), .question(0))
  }

  /// Whether no visit is in progress and the kiosk is open.
  package var isHome: Bool { lastActivity == nil && state == Self.home(survey).0 }

  /// Whether the screen is a question with a code.
  var showsCode: Bool {
    guard case .question(let question) = state else { return false }
    return survey.questions[Int(question)].form == .code
  }

  /// Whether a visit is in progress.
  var isVisited: Bool {
    switch state {
    case .language, .question, .reasons: lastActivity != nil
    default: false
    }
  }
}
