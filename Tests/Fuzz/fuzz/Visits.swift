import Rating
import Survey

/// For any events at any times, a visit has at most one answer to each question, and deadlines are met and pass.
func fuzzSurvey(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var survey = Survey(
    questions: (0...input.byte() % 3).map { _ in
      .init(reasons: input.number(in: 0...32), reasonsUpTo: Int32(input.byte() % 6))
    })
  survey.languages = Int32(1 + input.byte() % 3)
  survey.hasAttract = input.flag()
  survey.keepsPartial = input.flag()
  survey.warning = input.flag() ? 10_000_000_000 : 0
  survey.wanted = input.flag() ? Int64(input.byte()) + 1 : nil
  var machine = SurveyMachine(survey)
  var now: Int64 = 0
  while !input.isAtEnd {
    let event: SurveyMachine.Event
    switch input.byte() % 19 {
    case 0: event = .touchBegan
    case 1: event = .keyPressed
    case 2: event = .started
    case 3: event = .choseLanguage(Int32(Int8(bitPattern: input.byte())))
    case 4, 5, 6:
      let kind = input.element(of: [RatingEvent.Kind.editing, .committed, .committed, .cancelled])
      event = .rated(RatingEvent(kind, input.flag() ? nil : Int32(input.byte() % 6), source: .touch))
    case 7: event = .chose(Int32(Int8(bitPattern: input.byte())))
    case 8: event = .finished
    case 9: event = .startedOver
    case 10: event = .cornerPressed
    case 11: event = .cornerReleased
    case 12: event = .clean
    case 13: event = .ending
    case 14: event = .reload
    case 15: event = .recorded
    case 16: event = .storable
    case 17:
      if let deadline = machine.deadline, deadline < now + 1 << 50 { now = max(now, deadline) }
      event = .timePassed
    default:
      now += Int64(input.byte()) << Int64(input.byte() % 32)
      event = .timePassed
    }
    let effects = machine.handle(event, at: now)
    if effects.contains(.record) {
      require(!machine.visit.answers.isEmpty, "an empty visit is recorded")
      require(machine.visit.answers.count <= survey.questions.count, "more answers than questions")
      _ = machine.handle(input.byte() % 16 == 0 ? .recordingFailed : .recorded, at: now)
    }
    if event == .timePassed, let deadline = machine.deadline {
      require(deadline > now, "the deadline \(deadline) does not pass at \(now)")
    }
  }
}
