import Rating
import Testing

@testable import Survey

/// The terminal's table, walked whole: every state meets every event.
@Suite struct TerminalTests {
  typealias State = SurveyMachine.State
  static let second: Int64 = 1_000_000_000
  static let now: Int64 = 5_000 * second

  /// Two questions, reasons for the first up to two steps, two languages, a start screen.
  static func survey(keeps: Bool = false) -> Survey {
    var survey = Survey(questions: [Survey.Question(reasons: 3, reasonsUpTo: 2), Survey.Question()])
    survey.languages = 2
    survey.hasAttract = true
    survey.warning = 10 * second
    survey.keepsHalfGiven = keeps
    return survey
  }

  static func committed(_ value: Int32?) -> SurveyMachine.Event {
    .rated(RatingEvent(.committed, value, source: .touch))
  }
  static func edited(_ value: Int32?) -> SurveyMachine.Event { .rated(RatingEvent(.editing, value, source: .touch)) }

  /// The way to each state, from the start screen.
  static let ways: [(state: String, way: [SurveyMachine.Event])] = [
    ("attract", []),
    ("language", [.started]),
    ("question 0", [.started, .choseLanguage(1)]),
    ("reasons 0", [.started, .choseLanguage(1), committed(2)]),
    ("question 1", [.started, .choseLanguage(1), committed(3)]),
    ("recording", [.started, .choseLanguage(1), committed(3), committed(1)]),
    ("thanks", [.started, .choseLanguage(1), committed(3), committed(1), .recorded]),
    ("cleaning", [.clean]),
    ("failed", [.started, .choseLanguage(1), committed(3), committed(1), .recordingFailed]),
  ]

  static func terminal(_ name: String, keeps: Bool = false) -> SurveyMachine {
    var terminal = SurveyMachine(survey(keeps: keeps))
    for event in ways.first(where: { $0.state == name })!.way { _ = terminal.handle(event, at: now) }
    return terminal
  }

  /// What each event does in the states where it does anything; everywhere else nothing at all. Written from the
  /// documentation's table, not from the code.
  static let rows: [(event: SurveyMachine.Event, changes: [String: (State, SurveyMachine.Effects)])] = [
    (.touchBegan, ["thanks": (.attract, .show)]),
    (.keyPressed, ["thanks": (.attract, .show)]),
    (.started, ["attract": (.language, .show)]),
    (.choseLanguage(0), ["language": (.question(0), .show)]),
    (.choseLanguage(1), ["language": (.question(0), .show)]),
    (.choseLanguage(2), [:]),
    (.choseLanguage(-1), [:]),
    (committed(0), ["question 0": (.reasons(0), .show), "question 1": (.recording(.thanks), .record)]),
    (committed(2), ["question 0": (.reasons(0), .show), "question 1": (.recording(.thanks), .record)]),
    (committed(3), ["question 0": (.question(1), .show), "question 1": (.recording(.thanks), .record)]),
    (committed(nil), [:]),
    (edited(2), [:]),
    (.rated(RatingEvent(.cancelled, nil, source: .key)), [:]),
    (.toggledReason(0), ["reasons 0": (.reasons(0), [])]),
    (.toggledReason(3), [:]),
    (.finishedReasons, ["reasons 0": (.question(1), .show)]),
    (
      .startedOver,
      [
        "language": (.attract, .show), "question 0": (.attract, .show), "reasons 0": (.attract, .show),
        "question 1": (.attract, .show),
      ]
    ),
    (.recorded, ["recording": (.thanks(until: now + 1_500_000_000), .show)]),
    (.recordingFailed, ["recording": (.failed, [])]),
    (.cornerPressed, [:]),
    (.cornerReleased, [:]),
    (
      .clean,
      Dictionary(
        uniqueKeysWithValues: ["attract", "language", "question 0", "reasons 0", "question 1", "thanks"].map {
          ($0, (State.cleaning(until: now + 30 * second), SurveyMachine.Effects.show))
        })
    ),
    (.ending, [:]),
    (.reload, ["attract": (.attract, .reload)]),
    (.clock(WallTime(civil: 0, moment: now)), [:]),
    (.timePassed, [:]),
  ]

  @Test func everyStateMeetsEveryEvent() {
    for (name, _) in Self.ways {
      for (event, changes) in Self.rows {
        var terminal = Self.terminal(name)
        let (before, view) = (terminal.state, terminal.view)
        let (visit, language, visits) = (terminal.visit, terminal.language, terminal.visits)
        let effects = terminal.handle(event, at: Self.now)
        let (state, expected) = changes[name] ?? (before, [])
        #expect(terminal.state == state, "\(name), \(event)")
        #expect(effects == expected, "\(name), \(event)")
        if !effects.contains(.show) { #expect(terminal.view == view, "\(name), \(event)") }
        if changes[name] == nil {
          let isSame = terminal.visit == visit && terminal.language == language && terminal.visits == visits
          #expect(isSame && terminal.countdown == nil || name == "cleaning", "\(name), \(event)")
        }
      }
    }
  }

  @Test func whatAVisitorGave() {
    var terminal = Self.terminal("reasons 0")
    _ = terminal.handle(.toggledReason(0), at: Self.now)
    _ = terminal.handle(.toggledReason(2), at: Self.now)
    _ = terminal.handle(.toggledReason(0), at: Self.now)
    _ = terminal.handle(.finishedReasons, at: Self.now)
    #expect(terminal.handle(Self.committed(5), at: Self.now) == .record)
    #expect(terminal.language == 1)
    #expect(terminal.visit.answers.map { $0.value } == [2, 5])
    #expect(terminal.visit.answers.map { $0.question } == [0, 1])
    #expect(terminal.visit.answers.map { $0.reasons } == [0b100, 0])
    #expect(!terminal.visit.isPartial && !terminal.visit.isRepeat)
    #expect(terminal.handle(.recorded, at: Self.now) == .show)
    #expect(terminal.visits == 1 && terminal.view == .thanks)
    #expect(terminal.handle(.timePassed, at: Self.now + 1_500_000_000) == .show)
    #expect(terminal.state == .attract && terminal.language == 0 && terminal.visit == Visit())
  }

  @Test func aTerminalWithoutWords() {
    var terminal = SurveyMachine()
    #expect(terminal.state == .question(0) && terminal.isHome && terminal.deadline == nil)
    _ = terminal.handle(.touchBegan, at: Self.now)
    #expect(!terminal.isHome)
    #expect(terminal.handle(Self.committed(4), at: Self.now) == .record)
    #expect(terminal.handle(.recorded, at: Self.now) == .show)
    #expect(terminal.state == .thanks(until: Self.now + 1_500_000_000))
    // Whoever does not wait for the thanks to pass rates at once.
    #expect(terminal.handle(.touchBegan, at: Self.now + 1) == .show)
    #expect(terminal.state == .question(0) && !terminal.isHome)
    #expect(terminal.handle(Self.committed(1), at: Self.now + 2) == .record)
    #expect(terminal.visit.isRepeat)
  }

  @Test func repeatsAreThoseThatComeTooSoon() {
    for (pause, isRepeat) in [(0, true), (4_999_999_999, true), (5 * Self.second, false)] {
      var terminal = SurveyMachine()
      _ = terminal.handle(Self.committed(4), at: 0)
      _ = terminal.handle(.recorded, at: 0)
      _ = terminal.handle(.touchBegan, at: Int64(pause))
      _ = terminal.handle(Self.committed(4), at: Int64(pause))
      #expect(terminal.visit.isRepeat == isRepeat, "\(pause)")
    }
  }

  /// What counts is the last visit on disk, half given or whole, and a new configuration does not forget it.
  @Test(arguments: [false, true]) func aRepeatOfWhatWasHalfGiven(reloads: Bool) {
    for (pause, isRepeat) in [(4 * Self.second, true), (5 * Self.second, false)] {
      var terminal = Self.terminal("question 1", keeps: true)
      let end = Self.now + 30 * Self.second
      #expect(terminal.handle(.timePassed, at: end) == .record)
      _ = terminal.handle(.recorded, at: end)
      if reloads { terminal = SurveyMachine(Self.survey(keeps: true), after: terminal) }
      for event in Self.ways.first(where: { $0.state == "recording" })!.way {
        _ = terminal.handle(event, at: end + pause)
      }
      #expect(terminal.state == .recording(.thanks) && terminal.visit.isRepeat == isRepeat, "\(pause)")
    }
  }

  @Test func theLastWantedVisitEnds() {
    var survey = Survey()
    survey.wanted = 2
    var terminal = SurveyMachine(survey)
    _ = terminal.handle(Self.committed(4), at: 0)
    #expect(terminal.handle(.recorded, at: 0) == .show)
    _ = terminal.handle(.touchBegan, at: 0)
    _ = terminal.handle(Self.committed(4), at: 0)
    #expect(terminal.handle(.recorded, at: 0) == [.show, .end])
  }

  /// The program ends under a visitor's finger: what was given is kept, where it is kept.
  @Test func whatIsKeptAtTheEnd() {
    for (name, count) in [("language", 0), ("question 0", 0), ("reasons 0", 1), ("question 1", 1), ("thanks", 0)] {
      var terminal = Self.terminal(name, keeps: true)
      #expect(terminal.handle(.ending, at: Self.now) == (count == 0 ? [] : .record), "\(name)")
      if count == 0 { continue }
      #expect(terminal.state == .recording(.home) && terminal.visit.answers.count == count && terminal.visit.isPartial)
      #expect(terminal.handle(.recorded, at: Self.now) == .show && terminal.isHome)
    }
  }

  /// Also where nobody finished it: the next one would be one too many.
  @Test(arguments: [SurveyMachine.Event.timePassed, .clean])
  func theLastWantedVisitIsHalfGiven(event: SurveyMachine.Event) {
    var survey = Survey(questions: [Survey.Question(), Survey.Question()])
    (survey.wanted, survey.keepsHalfGiven) = (2, true)
    var terminal = SurveyMachine(survey)
    for (visitor, effects) in [(Int64(1), SurveyMachine.Effects.show), (2, [.show, .end])] {
      let start = visitor * 1_000 * Self.second
      _ = terminal.handle(.timePassed, at: start)
      _ = terminal.handle(Self.committed(4), at: start)
      #expect(terminal.handle(event, at: start + survey.idle) == .record)
      #expect(terminal.visit.isPartial && terminal.handle(.recorded, at: start + survey.idle) == effects)
    }
    #expect(terminal.visits == 2)
  }
}
