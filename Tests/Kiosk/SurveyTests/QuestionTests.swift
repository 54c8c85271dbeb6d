import Settings
import StarSlider
import TestSupport
import Testing

@testable import Survey

/// Questions of every kind and their order, against a slow walk through small surveys.
@Suite struct QuestionTests {
  static let kinds: [Survey.Question] = [
    .stars, .faces(4), .faces(5), .nps, .effort(5), .effort(7), .yesNo, .choice(of: 3, several: false),
    .choice(of: 2, several: true), .comment, .message,
  ]

  /// An answer as a visitor gives it.
  struct Step: Equatable {
    var events: [SurveyMachine.Event]
    /// `nil` for a message.
    var answer: Answer?
  }

  struct Answer: Equatable {
    let question: Int32
    let value: Int32
    let chosen: UInt32
  }

  /// All answers to a question, written from the description of its kind.
  static func steps(_ form: Survey.Question.Form, at question: Int32) -> [Step] {
    func step(_ events: [SurveyMachine.Event], _ value: Int32, _ chosen: UInt32 = 0) -> Step {
      Step(events: events, answer: Answer(question: question, value: value, chosen: chosen))
    }
    switch form {
    case .slider: return (0...5).map { step([SurveyMachineTests.committed($0)], $0) }
    case .values(let values): return values.indices.map { step([.chose(Int32($0))], values[$0]) }
    case .one(let count): return (0..<count).map { step([.chose($0)], 0, 1 << UInt32($0)) }
    case .several(let count):
      return (0..<UInt32(1) << UInt32(count)).map { chosen in
        let taps = (0..<count).filter { chosen >> UInt32($0) & 1 != 0 }
        return step(taps.map { .chose($0) } + [.finished], 0, chosen)
      }
    case .code: return [step([.finished], 0)]
    case .none: return [Step(events: [.finished], answer: nil)]
    }
  }

  /// Every walk through a survey from a question on.
  static func walks(_ survey: Survey, from question: Int32 = 0) -> [[Step]] {
    guard Int(question) < survey.questions.count else { return [[]] }
    let own = survey.questions[Int(question)]
    return steps(own.form, at: question).flatMap { step in
      var step = step
      var next = question + 1
      for route in own.routes.reversed() {
        switch route.condition {
        case .always: next = route.next
        case .values(let values): if values.contains(step.answer?.value ?? 0) { next = route.next }
        case .option(let option): if (step.answer?.chosen ?? 0) & (1 << UInt32(option)) != 0 { next = route.next }
        }
      }
      if own.reasons > 0, let value = step.answer?.value, value <= own.reasonsUpTo { step.events.append(.finished) }
      return walks(survey, from: next).map { [step] + $0 }
    }
  }

  /// Random surveys of one to three questions, whose rules lead forward.
  static func survey(_ random: inout SplitMix64) -> Survey {
    let count = Int32.random(in: 1...3, using: &random)
    var survey = Survey(questions: (0..<count).map { _ in kinds.randomElement(using: &random)! })
    for i in 0..<count {
      let own = survey.questions[Int(i)]
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let condition: Route.Condition =
          switch own.form {
          case .slider, .values: .values(0...Int32.random(in: 0...4, using: &random))
          case .one(let count), .several(let count): .option(Int32.random(in: 0..<count, using: &random))
          case .code, .none: .always
          }
        survey.questions[Int(i)].routes.append(
          Route(condition, next: Int32.random(in: (i + 1)...count, using: &random)))
      }
      if case .values = own.form, Bool.random(using: &random) {
        (survey.questions[Int(i)].reasons, survey.questions[Int(i)].reasonsUpTo) = (2, 2)
      }
    }
    return survey
  }

  @Test func everyWalkThroughSmallSurveys() {
    var random = SplitMix64(seed: 20)
    var walked = 0
    for _ in 0..<300 {
      let survey = Self.survey(&random)
      for walk in Self.walks(survey) {
        var machine = SurveyMachine(survey)
        _ = machine.handle(.touchBegan, at: 0)
        var effects: SurveyMachine.Effects = []
        for event in walk.flatMap(\.events) { effects = machine.handle(event, at: 0) }
        let answers = walk.compactMap(\.answer)
        let found = machine.visit.answers.map { Answer(question: $0.question, value: $0.value, chosen: $0.chosen) }
        #expect(found == answers)
        // A visit without an answer leaves nothing to store.
        #expect(effects == (answers.isEmpty ? .show : .record) && machine.isHome == answers.isEmpty)
        walked += 1
      }
    }
    #expect(walked > 5_000)
  }

  @Test func tilesThatAQuestionDoesNotHaveChangeNothing() {
    for question in Self.kinds {
      for tile in [-1, question.tiles, 99] as [Int32] {
        var machine = SurveyMachine(Survey(questions: [question, .stars]))
        _ = machine.handle(.touchBegan, at: 0)
        #expect(machine.handle(.chose(tile), at: 0) == [] && machine.state == .question(0))
      }
    }
  }

  /// What is tapped twice as fast as a hand could is one answer, and options are toggled at any speed.
  @Test func tapsFasterThanAHand() {
    var survey = Survey(questions: [.yesNo, .nps])
    survey.limits.answerInterval = 100
    var machine = SurveyMachine(survey)
    _ = machine.handle(.touchBegan, at: 0)
    #expect(machine.handle(.chose(0), at: 1000) == .show && machine.state == .question(1))
    #expect(machine.handle(.chose(0), at: 1099) == .show && machine.state == .question(1))
    #expect(machine.handle(.chose(9), at: 1100) == .record && machine.visit.answers.map(\.value) == [1, 9])
    machine = SurveyMachine(Survey(questions: [.choice(of: 8, several: true)]))
    _ = machine.handle(.touchBegan, at: 0)
    for tile in [0, 7, 0] as [Int32] { #expect(machine.handle(.chose(tile), at: 0) == []) }
    #expect(machine.handle(.finished, at: 0) == .record && machine.visit.answers.map(\.chosen) == [1 << 7])
  }

  /// An unfinished choice is part of a partial visit.
  @Test func unfinishedChoices() {
    var survey = Survey(questions: [.yesNo, .choice(of: 3, several: true), .stars])
    survey.keepsPartial = true
    var machine = SurveyMachine(survey)
    _ = machine.handle(.touchBegan, at: 0)
    _ = machine.handle(.chose(1), at: 0)
    _ = machine.handle(.chose(2), at: 0)
    #expect(machine.handle(.timePassed, at: survey.idle) == .record && machine.visit.isPartial)
    #expect(machine.visit.answers.map(\.value) == [0, 0] && machine.visit.answers.map(\.chosen) == [0, 4])
  }
}
