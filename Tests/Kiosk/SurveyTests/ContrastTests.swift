import StarSlider
import Testing

@testable import Survey

/// A visitor's wish for more contrast lasts until the visit ends.
@Suite struct ContrastTests {
  private static func machine(_ questions: [Survey.Question], after events: [SurveyMachine.Event]) -> SurveyMachine {
    var survey = Survey(questions: questions)
    survey.hasAttract = true
    var machine = SurveyMachine(survey)
    for event in events { _ = machine.handle(event, at: 0) }
    return machine
  }

  /// On the start screen, it begins the visit.
  @Test func lastsUntilTheVisitEnds() {
    let answer = SurveyMachineTests.committed(3)
    for end in [
      [answer, answer, .recorded, .touchBegan], [.startedOver], [answer, .startedOver], [.clean],
      [answer, answer, .recordingFailed],
    ] as [[SurveyMachine.Event]] {
      var machine = Self.machine([.stars, .stars], after: [.toggledContrast])
      #expect(machine.state == .question(0) && machine.hasContrast)
      for (i, event) in end.enumerated() {
        #expect(machine.hasContrast, "\(end) \(i)")
        _ = machine.handle(event, at: 1_000_000_000 * Int64(i + 1))
      }
      #expect(!machine.hasContrast, "\(end)")
    }
    var idle = Self.machine([.stars], after: [.toggledContrast])
    _ = idle.handle(.timePassed, at: idle.survey.idle)
    #expect(idle.isHome && !idle.hasContrast)
  }

  @Test func endsOnRequest() {
    var machine = Self.machine([.stars, .stars], after: [.toggledContrast, SurveyMachineTests.committed(3)])
    #expect(machine.handle(.toggledContrast, at: 1) == .show)
    #expect(machine.state == .question(1) && !machine.hasContrast && machine.visit.answers.map(\.value) == [3])
  }

  /// The screen begins again, so what was chosen on it is not an answer yet.
  @Test func choicesOfTheScreenAreForgotten() {
    var several = Self.machine([.choice(of: 3, several: true)], after: [.started, .chose(1)])
    _ = several.handle(.toggledContrast, at: 1)
    #expect(several.visit.answers.isEmpty)
    _ = several.handle(.chose(2), at: 2)
    #expect(several.handle(.finished, at: 3) == .record && several.visit.answers.map(\.chosen) == [4])

    let question = Survey.Question(reasons: 3, reasonsUpTo: 5)
    var reasons = Self.machine([question], after: [.started, SurveyMachineTests.committed(2), .chose(0)])
    #expect(reasons.state == .reasons(0))
    _ = reasons.handle(.toggledContrast, at: 1)
    #expect(reasons.state == .reasons(0) && reasons.visit.answers.map(\.value) == [2])
    _ = reasons.handle(.chose(1), at: 2)
    #expect(reasons.handle(.finished, at: 3) == .record && reasons.visit.answers.map(\.chosen) == [2])
  }

  /// A hasty choice that is forgotten leaves no mark.
  @Test func marksOfForgottenChoicesAreForgotten() {
    var machine = Self.machine([.choice(of: 3, several: true)], after: [.started, .chose(1)])
    #expect(machine.visit.marks == .hasty)
    _ = machine.handle(.toggledContrast, at: 1)
    _ = machine.handle(.chose(2), at: 1_000_000_000)
    #expect(machine.handle(.finished, at: 1_000_000_001) == .record && machine.visit.marks == [])
  }

  /// Without a start screen, the wish begins a visit, which ends as any other.
  @Test func homeMayBeTheFirstQuestion() {
    var machine = SurveyMachine(Survey(questions: [.stars]))
    _ = machine.handle(.toggledContrast, at: 0)
    #expect(machine.hasContrast && !machine.isHome)
    _ = machine.handle(.timePassed, at: machine.survey.idle)
    #expect(!machine.hasContrast && machine.isHome)
  }
}
