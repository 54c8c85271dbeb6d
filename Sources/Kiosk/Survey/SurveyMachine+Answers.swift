import StarSlider

// Answers, and the screens that follow them.
extension SurveyMachine {
  /// The question on the screen; `nil` if there is none. The start screen shows the first one.
  var shownQuestion: Int32? {
    switch state {
    case .attract: 0
    case .question(let question): question
    default: nil
    }
  }

  mutating func rate(_ event: RatingEvent, at now: Int64) -> Effects {
    guard let question = shownQuestion else { return [] }
    guard event.kind == .committed, let value = event.value else { return noteActivity(at: now) }
    guard case .slider = survey.questions[Int(question)].form else { return [] }
    return answer(Visit.Answer(question: question, value: value), at: now)
  }

  /// Continues in a language, with the first question or with the one that was on the screen. The answers are kept.
  mutating func goOn(in chosen: Int32, at now: Int64) -> Effects {
    if !(0..<survey.languages ~= chosen) || survey.languages < 2 { return [] }
    switch state {
    case .attract:
      choices.language = chosen
      return enter(.question(0), at: now)
    case .language:
      choices.language = chosen
      return enter(.question(choices.resumed), at: now)
    case .question(let question) where !isAnswered(question):
      choices.language = chosen
      return enter(.question(question), at: now)
    default: return []
    }
  }

  mutating func askForLanguage(at now: Int64) -> Effects {
    guard survey.languages > 1, let question = shownQuestion, !isAnswered(question) else { return [] }
    choices.resumed = question
    return enter(.language, at: now)
  }

  /// Begins the screen again in the other appearance.
  mutating func toggleContrast(at now: Int64) -> Effects {
    let next: SurveyScreen
    switch state {
    case .attract: next = .question(0)
    case .language: next = .language
    case .question(let question):
      if isAnswered(question) { visit.answers.removeLast() }
      // The marks of a first answer go with it.
      if visit.answers.isEmpty { visit.marks = [] }
      next = screen
    case .reasons(let question):
      if isAnswered(question) { visit.answers[visit.answers.count - 1].chosen = 0 }
      next = screen
    default: return []
    }
    choices.hasContrast.toggle()
    return enter(next, at: now)
  }

  mutating func choose(_ tile: Int32, at now: Int64) -> Effects {
    if case .reasons(let question) = state {
      return 0..<survey.questions[Int(question)].reasons ~= tile ? toggle(tile, of: question, at: now) : []
    }
    guard let question = shownQuestion, 0..<survey.questions[Int(question)].tiles ~= tile else { return [] }
    switch survey.questions[Int(question)].form {
    case .values(let values):
      return answer(Visit.Answer(question: question, value: values[Int(tile)]), at: now)
    case .one:
      return answer(Visit.Answer(question: question, value: 0, chosen: 1 << UInt32(tile)), at: now)
    case .several: return state == .attract ? [] : toggle(tile, of: question, at: now)
    case .slider, .code, .none: return []
    }
  }

  mutating func finishChoice(at now: Int64) -> Effects {
    switch state {
    case .reasons(let question): return goOn(from: question, at: now)
    case .question(let question):
      switch survey.questions[Int(question)].form {
      case .several, .code:
        if !isAnswered(question) { visit.answers.append(Visit.Answer(question: question, value: 0)) }
        return goOn(from: question, at: now)
      case .none: return goOn(from: question, at: now)
      case .slider, .values, .one: return []
      }
    default: return []
    }
  }

  private func isAnswered(_ question: Int32) -> Bool { visit.answers.last?.question == question }

  /// Selects one of several options, or deselects it.
  private mutating func toggle(_ option: Int32, of question: Int32, at now: Int64) -> Effects {
    if !isAnswered(question) { visit.answers.append(Visit.Answer(question: question, value: 0)) }
    visit.answers[visit.answers.count - 1].chosen ^= 1 << UInt32(option)
    return noteActivity(at: now)
  }

  private mutating func answer(_ answer: Visit.Answer, at now: Int64) -> Effects {
    if state == .attract { state = .question(0) }
    let effects = noteActivity(at: now)
    if !budget.admitsAnswer(at: now, after: survey.limits.answerInterval) {
      return visit.answers.isEmpty ? goHome() : .show
    }
    visit.answers.append(answer)
    let question = survey.questions[Int(answer.question)]
    if question.reasons > 0 && answer.value <= question.reasonsUpTo {
      return effects.union(enter(.reasons(answer.question), at: now))
    }
    return effects.union(goOn(from: answer.question, at: now))
  }

  /// Shows the question that follows according to the rules, or records the visit.
  private mutating func goOn(from question: Int32, at now: Int64) -> Effects {
    let answer = visit.answers.last { $0.question == question } ?? Visit.Answer(question: question, value: 0)
    let next = survey.next(after: question, answer)
    if Int(next) < survey.questions.count { return enter(.question(next), at: now) }
    return visit.answers.isEmpty ? goHome() : record(then: .thanks, at: now)
  }
}
