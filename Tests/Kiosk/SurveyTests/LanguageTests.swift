import StarSlider
import Testing

@testable import Survey

/// The language can be changed at a question, and the visit goes on.
@Suite struct LanguageTests {
  private static func machine(_ questions: [Survey.Question], languages: Int32 = 3) -> SurveyMachine {
    var survey = Survey(questions: questions)
    (survey.languages, survey.hasAttract, survey.keepsPartial) = (languages, true, true)
    return SurveyMachine(survey)
  }

  /// Begins a visit in the second language and gives the first question three stars.
  private static func begun(_ questions: [Survey.Question]) -> SurveyMachine {
    var machine = machine(questions)
    for event in [.started, .choseLanguage(1), SurveyMachineTests.committed(3)] as [SurveyMachine.Event] {
      _ = machine.handle(event, at: 0)
    }
    #expect(machine.state == .question(1) && machine.language == 1)
    return machine
  }

  @Test func languageChangesInPlace() {
    var machine = Self.begun([.stars, .yesNo])
    #expect(machine.handle(.choseLanguage(2), at: 1) == .show)
    #expect(machine.state == .question(1) && machine.language == 2 && machine.visit.answers.count == 1)
    for wrong in [-1, 3] as [Int32] { #expect(machine.handle(.choseLanguage(wrong), at: 2) == []) }
    #expect(machine.language == 2)
    #expect(machine.handle(.chose(0), at: 1_000_000_000) == .record)
    #expect(machine.visit.answers.map(\.value) == [3, 1])
  }

  @Test func choiceOfLanguagesLeadsBack() {
    var machine = Self.begun([.stars, .yesNo])
    #expect(machine.handle(.askedForLanguages, at: 1) == .show && machine.screen == .language)
    #expect(machine.handle(.choseLanguage(0), at: 2) == .show)
    #expect(machine.state == .question(1) && machine.language == 0 && machine.visit.answers.count == 1)
    // The next visitor begins at the first question.
    #expect(machine.handle(.askedForLanguages, at: 3) == .show && machine.handle(.startedOver, at: 4) == .show)
    _ = machine.handle(.started, at: 5)
    #expect(machine.handle(.choseLanguage(2), at: 6) == .show && machine.state == .question(0))
  }

  /// A visit that is given up at the choice of a language keeps its answers as those of other screens.
  @Test func abandonedChoiceKeepsAnswers() {
    var machine = Self.begun([.stars, .yesNo])
    _ = machine.handle(.askedForLanguages, at: 1)
    #expect(machine.handle(.timePassed, at: 1 + machine.survey.idle) == .record)
    #expect(machine.visit.isPartial && machine.visit.answers.count == 1)
  }

  /// The chosen options of several are on the screen: it does not change below the visitor's hand.
  @Test func begunChoiceStays() {
    var machine = Self.begun([.stars, .choice(of: 3, several: true)])
    #expect(machine.handle(.choseLanguage(0), at: 1) == .show)
    _ = machine.handle(.chose(2), at: 2)
    #expect(machine.handle(.choseLanguage(2), at: 3) == [] && machine.handle(.askedForLanguages, at: 4) == [])
    #expect(machine.language == 0 && machine.state == .question(1))
  }

  @Test func singleLanguageHasNoChoice() {
    var machine = Self.machine([.stars], languages: 1)
    _ = machine.handle(.started, at: 0)
    #expect(machine.handle(.askedForLanguages, at: 1) == [] && machine.handle(.choseLanguage(0), at: 2) == [])
    #expect(machine.state == .question(0))
  }
}
