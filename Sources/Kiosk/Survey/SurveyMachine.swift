import Rating

/// The kiosk as a pure machine: what happened and the time go in, what to do comes out. It has no clock, no file and no
/// pixel of its own; times are nanoseconds of the monotonic clock.
///
/// *Home* is where no visitor is: the start screen if there is one, else the choice of a language if there are several, else
/// the first question. What the wall's clock and a new configuration change waits until a visitor is done.
///
/// | state | what happens | next state | effects |
/// | --- | --- | --- | --- |
/// | attract | started | language, or question 0 | show |
/// | language | a language is chosen | question 0, in that language | show |
/// | question q | a value is committed | reasons q, where they are asked for it; else question q + 1; else recording → thanks | show; record |
/// | question q | the value is edited, cancelled, unset | question q | |
/// | reasons q | a reason is toggled | reasons q | |
/// | reasons q | done | question q + 1; else recording → thanks | show; record |
/// | language, question, reasons | started over | home | show |
/// | language, question, reasons | `idle` without activity | home; recording → home, where half-given answers are kept | show; record |
/// | language, question, reasons | the program ends | the same; recording → home, where half-given answers are kept | record |
/// | recording → thanks | recorded | thanks | show; end, if it was the last visit wanted |
/// | recording → home, → cleaning | recorded | home, cleaning | show; end, if it was the last visit wanted |
/// | recording | recording failed | failed | |
/// | thanks | a touch begins, a key is pressed, time is up | home | show |
/// | home | the hours end | closed | show, light off |
/// | closed | the hours begin | home | show, light on |
/// | all but closed, recording, failed | a corner is held, or cleaning is asked for | cleaning; recording → cleaning, where half-given answers are kept | show; record |
/// | cleaning | time is up | home | show |
/// | home, closed | a new configuration is there | the same | reload |
/// | failed | anything | failed | |
///
/// What is not in the table changes nothing. An answer is on disk before "thank you" shows: thanks come out of `recorded` only.
/// A visitor who does not wait for the thanks to pass is not made to.
package struct SurveyMachine: Sendable {
  package enum State: Hashable, Sendable {
    case attract
    case language
    /// Which of the plan's.
    case question(Int32)
    case reasons(Int32)
    /// The visit is on its way to the disk.
    case recording(Next)
    case thanks(until: Int64)
    case closed
    case cleaning(until: Int64)
    case failed
  }

  /// What follows when a visit is on disk.
  package enum Next: Hashable, Sendable, CaseIterable {
    case thanks
    case home
    case cleaning
  }

  /// What the composition root is to do, at once and in this order.
  package struct Effects: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Write `visit` down, and report `recorded` or `recordingFailed`.
    package static let record = Effects(rawValue: 1)
    /// Show `view` from its beginning: another screen, or the same one for another visitor.
    package static let show = Effects(rawValue: 2)
    /// Show `countdown`.
    package static let count = Effects(rawValue: 4)
    package static let lightOff = Effects(rawValue: 8)
    package static let lightOn = Effects(rawValue: 16)
    /// Apply the new configuration: no visitor is present.
    package static let reload = Effects(rawValue: 32)
    /// The last wanted visit is on disk: end when what follows it has been drawn.
    package static let end = Effects(rawValue: 64)
    /// Read the wall's clock, and report it as `clock`.
    package static let readClock = Effects(rawValue: 128)
  }

  /// What the screen shows.
  package enum View: Hashable, Sendable {
    case attract
    case language
    case question(Int32)
    case reasons(Int32)
    case thanks
    case closed
    case cleaning
  }

  package let survey: Survey
  package internal(set) var state: State
  package internal(set) var view: View
  /// Which language is spoken, counted from the plan's first.
  package internal(set) var language: Int32 = 0
  package internal(set) var visit = Visit()
  /// Seconds that are left of a visit that is about to end, or of the cleaning; `nil` where nothing is counted.
  package internal(set) var countdown: Int32?
  /// Visits that are on disk.
  package internal(set) var visits: Int64 = 0

  /// The time of the visitor's last action; `nil` between visits.
  var lastActivity: Int64?
  /// When the last visit was on disk.
  var lastVisit: Int64?
  var cornerSince: Int64?
  var wall: WallTime?
  var wantsReload = false
  /// The light is off.
  var isDark = false
  /// When the hours were looked at last.
  var settledAt: Int64 = 0

  package init(_ survey: Survey = Survey()) {
    self.survey = survey
    let home = Self.home(survey)
    state = home.state
    view = home.view
  }

  /// Goes on where another terminal with another plan was: at home. The answers are counted on.
  package init(_ survey: Survey, after old: SurveyMachine) {
    self.init(survey)
    visits = old.visits
    lastVisit = old.lastVisit
    wall = old.wall
    isDark = old.isDark
    if old.state == .closed { (state, view) = (.closed, .closed) }
  }

  /// Where no visitor is.
  static func home(_ survey: Survey) -> (state: State, view: View) {
    if survey.hasAttract { return (.attract, .attract) }
    if survey.languages > 1 { return (.language, .language) }
    return (.question(0), .question(0))
  }

  /// Whether no visit is in progress.
  package var isHome: Bool { lastActivity == nil && state == Self.home(survey).state }

  /// A visitor is on the way through the screens.
  var isVisited: Bool {
    switch state {
    case .language, .question, .reasons: lastActivity != nil
    default: false
    }
  }
}
