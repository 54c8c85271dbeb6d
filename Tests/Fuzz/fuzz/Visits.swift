import Settings
import StarSlider
import Survey

/// For any events at any times, a visit has at most one answer to each question and a number of its own, and deadlines are met and pass.
func fuzzSurvey(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let survey = input.survey()
  var machine = SurveyMachine(survey)
  var now: Int64 = 0
  var lastNumber: Int64 = -1
  while !input.isAtEnd {
    let event = input.event()
    if event == .timePassed {
      if input.flag() {
        if let deadline = machine.deadline, deadline < now + 1 << 50 { now = max(now, deadline) }
      } else {
        now += Int64(input.byte()) << Int64(input.byte() % 32)
      }
    }
    let effects = machine.handle(event, at: now)
    if effects.contains(.record) {
      let (visit, number) = (machine.visit, machine.visitNumber)
      require(!visit.answers.isEmpty, "an empty visit is recorded")
      require(Set(visit.answers.map(\.question)).count == visit.answers.count, "a question has two answers")
      for answer in visit.answers {
        require(survey.questions[Int(answer.question)].form != .none, "a message has an answer")
      }
      require(number > lastNumber, "two visits have the number \(number)")
      lastNumber = number
      _ = machine.handle(input.byte() % 16 == 0 ? .recordingFailed : .recorded, at: now)
    }
    if event == .timePassed, let deadline = machine.deadline {
      require(deadline > now, "the deadline \(deadline) does not pass at \(now)")
    }
  }
}

extension Input {
  /// Questions of any kinds, whose rules lead forward.
  fileprivate mutating func survey() -> Survey {
    let count = 1 + Int32(byte() % 4)
    var survey = Survey(questions: (0..<count).map { question($0, of: count) })
    survey.languages = Int32(1 + byte() % 3)
    survey.hasAttract = flag()
    survey.keepsPartial = flag()
    survey.warning = flag() ? 10_000_000_000 : 0
    survey.wanted = flag() ? Int64(byte()) + 1 : nil
    survey.scales = survey.questions.map { $0.form == .slider ? 1...5 : nil }
    if flag() { survey.pin = [1, 2, 1, 2] }
    return survey
  }

  private mutating func question(_ index: Int32, of count: Int32) -> Survey.Question {
    var question = element(of: [
      Survey.Question.stars, .faces(5), .nps, .effort(7), .yesNo, .choice(of: 8, several: false),
      .choice(of: 8, several: true), .comment, .message,
    ])
    switch question.form {
    case .slider, .values: (question.reasons, question.reasonsUpTo) = (number(in: 0...32), Int32(byte() % 6))
    default: break
    }
    question.routes = (0..<byte() % 3).map { _ in
      let condition = element(of: [
        Route.Condition.always, .values(0...Int32(byte() % 11)), .option(Int32(byte() % 8)),
      ])
      return Route(condition, next: number(in: index + 1...count))
    }
    return question
  }

  fileprivate mutating func event() -> SurveyMachine.Event {
    switch byte() % 23 {
    case 0: return .touchBegan
    case 1: return .keyPressed
    case 2: return .started
    case 3: return .choseLanguage(Int32(Int8(bitPattern: byte())))
    case 4, 5:
      let kind = element(of: [RatingEvent.Kind.editing, .committed, .committed, .cancelled])
      return .rated(RatingEvent(kind, flag() ? nil : Int32(byte() % 6), source: .touch))
    case 6, 7: return .chose(Int32(Int8(bitPattern: byte())) >> 3)
    case 8, 9: return .finished
    case 10: return .startedOver
    case 11: return .cornerPressed
    case 12: return .cornerReleased
    case 13: return .clean
    case 14: return .ending
    case 15: return .reload
    case 16: return .recorded
    case 17: return .storable
    case 18: return .service
    case 19: return .typed(byte() % 12)
    case 20: return element(of: [.erased, .tested, .toggledContrast])
    default: return .timePassed
    }
  }
}
