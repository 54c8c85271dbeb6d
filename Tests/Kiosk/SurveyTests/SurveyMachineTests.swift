import StarSlider
import Testing

@testable import Survey

/// The machine's table, walked whole: every state meets every event.
@Suite struct SurveyMachineTests {
  typealias State = SurveyMachine.State
  static let second: Int64 = 1_000_000_000
  static let now: Int64 = 5_000 * second

  /// Two questions, reasons for the first up to two steps, two languages, a start screen.
  static func survey(keeps: Bool = false) -> Survey {
    var survey = Survey(questions: [Survey.Question(reasons: 3, reasonsUpTo: 2), Survey.Question()])
    survey.languages = 2
    survey.hasAttract = true
    survey.warning = 10 * second
    survey.keepsPartial = keeps
    return survey
  }

  static func committed(_ value: Int32?) -> SurveyMachine.Event {
    .rated(RatingEvent(.committed, value, source: .touch))
  }
  static func edited(_ value: Int32?) -> SurveyMachine.Event { .rated(RatingEvent(.editing, value, source: .touch)) }

  /// The way to each state, from the start screen.
  static let ways: [(state: String, way: [SurveyMachine.Event])] = [
    ("attract", []),
    ("language", [.started, .askedForLanguages]),
    ("question 0", [.started, .askedForLanguages, .choseLanguage(1)]),
    ("reasons 0", [.started, .askedForLanguages, .choseLanguage(1), committed(2)]),
    ("question 1", [.started, .askedForLanguages, .choseLanguage(1), committed(3)]),
    ("recording", [.started, .askedForLanguages, .choseLanguage(1), committed(3), committed(1)]),
    ("thanks", [.started, .askedForLanguages, .choseLanguage(1), committed(3), committed(1), .recorded]),
    ("cleaning", [.clean]),
    ("out of order", [.started, .askedForLanguages, .choseLanguage(1), committed(3), committed(1), .recordingFailed]),
  ]

  static func machine(_ name: String, keeps: Bool = false) -> SurveyMachine {
    var machine = SurveyMachine(survey(keeps: keeps))
    for event in ways.first(where: { $0.state == name })!.way { _ = machine.handle(event, at: now) }
    return machine
  }

  /// A choice of a language.
  private static let inPlace: [String: (State, SurveyMachine.Effects)] = [
    "attract": (.question(0), .show), "language": (.question(0), .show), "question 0": (.question(0), .show),
    "question 1": (.question(1), .show),
  ]

  /// What each event does in the states where it does anything; everywhere else nothing at all. Written from the
  /// documentation's table, not from the code.
  static let rows: [(event: SurveyMachine.Event, changes: [String: (State, SurveyMachine.Effects)])] = [
    (.touchBegan, ["thanks": (.attract, .show)]),
    (.keyPressed, ["thanks": (.attract, .show)]),
    (.started, ["attract": (.question(0), .show)]),
    (.choseLanguage(0), inPlace),
    (.choseLanguage(1), inPlace),
    (
      .toggledContrast,
      [
        "attract": (.question(0), .show), "language": (.language, .show), "question 0": (.question(0), .show),
        "reasons 0": (.reasons(0), .show), "question 1": (.question(1), .show),
      ]
    ),
    (
      .askedForLanguages,
      ["attract": (.language, .show), "question 0": (.language, .show), "question 1": (.language, .show)]
    ),
    (.choseLanguage(2), [:]),
    (.choseLanguage(-1), [:]),
    (
      committed(0),
      [
        "attract": (.reasons(0), .show), "question 0": (.reasons(0), .show),
        "question 1": (.recording(.thanks), .record),
      ]
    ),
    (
      committed(2),
      [
        "attract": (.reasons(0), .show), "question 0": (.reasons(0), .show),
        "question 1": (.recording(.thanks), .record),
      ]
    ),
    (
      committed(3),
      [
        "attract": (.question(1), .show), "question 0": (.question(1), .show),
        "question 1": (.recording(.thanks), .record),
      ]
    ),
    (committed(nil), [:]),
    (edited(2), [:]),
    (.rated(RatingEvent(.cancelled, nil, source: .key)), [:]),
    (.chose(0), ["reasons 0": (.reasons(0), [])]),
    (.chose(3), [:]),
    (.finished, ["reasons 0": (.question(1), .show)]),
    (
      .startedOver,
      [
        "language": (.attract, .show), "question 0": (.attract, .show), "reasons 0": (.attract, .show),
        "question 1": (.attract, .show),
      ]
    ),
    (.recorded, ["recording": (.thanks(until: now + 1_500_000_000), .show)]),
    (
      .recordingFailed,
      Dictionary(
        uniqueKeysWithValues: ways.map { $0.state }.filter { $0 != "out of order" }.map {
          ($0, (State.outOfOrder, SurveyMachine.Effects.show))
        })
    ),
    (.storable, ["out of order": (.attract, .show)]),
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

  @Test func everyEventInEveryState() {
    for (name, _) in Self.ways {
      for (event, changes) in Self.rows {
        var machine = Self.machine(name)
        let (before, view) = (machine.state, machine.screen)
        let (visit, language, visits) = (machine.visit, machine.language, machine.visits)
        let effects = machine.handle(event, at: Self.now)
        let (state, expected) = changes[name] ?? (before, [])
        #expect(machine.state == state, "\(name), \(event)")
        #expect(effects == expected, "\(name), \(event)")
        if !effects.contains(.show) { #expect(machine.screen == view, "\(name), \(event)") }
        if changes[name] == nil {
          let isSame = machine.visit == visit && machine.language == language && machine.visits == visits
          #expect(isSame && machine.countdown == nil || name == "cleaning", "\(name), \(event)")
        }
      }
    }
  }

  @Test func answersOfAVisit() {
    var machine = Self.machine("reasons 0")
    _ = machine.handle(.chose(0), at: Self.now)
    _ = machine.handle(.chose(2), at: Self.now)
    _ = machine.handle(.chose(0), at: Self.now)
    _ = machine.handle(.finished, at: Self.now)
    #expect(machine.handle(Self.committed(5), at: Self.now) == .record)
    #expect(machine.language == 1)
    #expect(machine.visit.answers.map { $0.value } == [2, 5])
    #expect(machine.visit.answers.map { $0.question } == [0, 1])
    #expect(machine.visit.answers.map { $0.chosen } == [0b100, 0])
    #expect(!machine.visit.isPartial && !machine.visit.marks.contains(.repeated))
    #expect(machine.handle(.recorded, at: Self.now) == .show)
    #expect(machine.visits == 1 && machine.screen == .thanks)
    #expect(machine.handle(.timePassed, at: Self.now + 1_500_000_000) == .show)
    #expect(machine.state == .attract && machine.language == 0 && machine.visit == Visit())
  }

  @Test func surveyWithoutText() {
    var machine = SurveyMachine()
    #expect(machine.state == .question(0) && machine.isHome && machine.deadline == nil)
    _ = machine.handle(.touchBegan, at: Self.now)
    #expect(!machine.isHome)
    #expect(machine.handle(Self.committed(4), at: Self.now) == .record)
    #expect(machine.handle(.recorded, at: Self.now) == .show)
    #expect(machine.state == .thanks(until: Self.now + 1_500_000_000))
    // A touch during the thank-you screen rates at once.
    #expect(machine.handle(.touchBegan, at: Self.now + 1) == .show)
    #expect(machine.state == .question(0) && !machine.isHome)
    #expect(machine.handle(Self.committed(1), at: Self.now + 2) == .record)
    #expect(machine.visit.marks.contains(.repeated))
  }

  @Test func visitsSoonAfterAnotherAreRepeats() {
    for (pause, isRepeat) in [(0, true), (4_999_999_999, true), (5 * Self.second, false)] {
      var machine = SurveyMachine()
      _ = machine.handle(Self.committed(4), at: 0)
      _ = machine.handle(.recorded, at: 0)
      _ = machine.handle(.touchBegan, at: Int64(pause))
      _ = machine.handle(Self.committed(4), at: Int64(pause))
      #expect(machine.visit.marks.contains(.repeated) == isRepeat, "\(pause)")
    }
  }

  /// What counts is the last visit on disk, half given or whole, and a new configuration does not forget it.
  @Test(arguments: [false, true]) func repeatAfterPartialVisit(reloads: Bool) {
    for (pause, isRepeat) in [(4 * Self.second, true), (5 * Self.second, false)] {
      var machine = Self.machine("question 1", keeps: true)
      let end = Self.now + 30 * Self.second
      #expect(machine.handle(.timePassed, at: end) == .record)
      _ = machine.handle(.recorded, at: end)
      if reloads { machine = SurveyMachine(Self.survey(keeps: true), after: machine) }
      for event in Self.ways.first(where: { $0.state == "recording" })!.way {
        _ = machine.handle(event, at: end + pause)
      }
      #expect(machine.state == .recording(.thanks) && machine.visit.marks.contains(.repeated) == isRepeat, "\(pause)")
    }
  }

  @Test func lastWantedVisitEndsProgram() {
    var survey = Survey()
    survey.wanted = 2
    var machine = SurveyMachine(survey)
    _ = machine.handle(Self.committed(4), at: 0)
    #expect(machine.handle(.recorded, at: 0) == .show)
    _ = machine.handle(.touchBegan, at: 0)
    _ = machine.handle(Self.committed(4), at: 0)
    #expect(machine.handle(.recorded, at: 0) == [.show, .end])
  }

  /// The program ends under a visitor's finger: what was given is kept, where it is kept.
  @Test func programEndRecordsPartialVisit() {
    for (name, count) in [("language", 0), ("question 0", 0), ("reasons 0", 1), ("question 1", 1), ("thanks", 0)] {
      var machine = Self.machine(name, keeps: true)
      #expect(machine.handle(.ending, at: Self.now) == (count == 0 ? [] : .record), "\(name)")
      if count == 0 { continue }
      #expect(machine.state == .recording(.home) && machine.visit.answers.count == count && machine.visit.isPartial)
      #expect(machine.handle(.recorded, at: Self.now) == .show && machine.isHome)
    }
  }

  /// Also if the visit is partial: another one would be one too many.
  @Test(arguments: [SurveyMachine.Event.timePassed, .clean])
  func lastWantedVisitMayBePartial(event: SurveyMachine.Event) {
    var survey = Survey(questions: [Survey.Question(), Survey.Question()])
    (survey.wanted, survey.keepsPartial) = (2, true)
    var machine = SurveyMachine(survey)
    for (visitor, effects) in [(Int64(1), SurveyMachine.Effects.show), (2, [.show, .end])] {
      let start = visitor * 1_000 * Self.second
      _ = machine.handle(.timePassed, at: start)
      _ = machine.handle(Self.committed(4), at: start)
      #expect(machine.handle(event, at: start + survey.idle) == .record)
      #expect(machine.visit.isPartial && machine.handle(.recorded, at: start + survey.idle) == effects)
    }
    #expect(machine.visits == 2)
  }
}
