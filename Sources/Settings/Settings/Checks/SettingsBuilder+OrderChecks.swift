import Basics

// Checks of the order of the questions: every rule is valid, every visit ends, and every question is asked.
extension SettingsBuilder {
  /// Checks each rule and then, if the configuration has no errors, the order as a whole.
  mutating func checkOrder(_ settings: Settings) {
    let before = diagnostics.count
    for question in settings.questions {
      if let entry = effectiveEntry("next", .question, question.id), entry.isValid,
        effectiveEntry("kind", .question, question.id)?.isValid != false,
        let reason = question.next.compactMap({ problem(with: $0, after: question, settings) }).first
      {
        report(entry, reason)
      }
    }
    if diagnostics.count > before || diagnostics.contains(where: { $0.severity == .error && $0.tolerance == nil }) {
      return
    }
    let paths = SurveyPaths(settings)
    for (i, question) in settings.questions.enumerated() {
      // Every loop contains a question that is followed by itself or by an earlier one.
      let back = paths.followers[i].first { $0 <= i && ($0 == i || paths.leads(from: $0, to: i)) }
      guard let back, let entry = effectiveEntry("next", .question, question.id) else { continue }
      let id = settings.questions[back].id
      report(entry, "[question " + id + "] would be asked again and again; name a later question, or end")
    }
    if diagnostics.count > before { return }
    for i in settings.questions.indices.dropFirst() where !paths.leads(from: 0, to: i) {
      warn(
        settings.questions[i], "no visit reaches this question; name it in another question's next, or remove it",
        .error)
    }
    if diagnostics.count > before { return }
    let isAsked = { settings.questions[$0].kind.isAnswered }
    let most = paths.longest(from: 0, counting: isAsked)
    if most > 3, let fourth = settings.questions.indices.filter({ isAsked($0) }).dropFirst(3).first {
      let reason = "a visit has up to \(most) questions; most visitors leave after three"
      warn(settings.questions[fourth], reason, .warning)
    }
  }

  private static func withoutAnswers(_ kind: QuestionKind) -> String {
    "a \(kind.name) has no answer; remove the condition"
  }

  private mutating func warn(_ question: QuestionSettings, _ reason: String, _ severity: Diagnostic.Severity) {
    let header = Header(.question, question.id)
    guard let section = sections.first(where: { $0.header == header }) else { return }
    diagnostics.append(
      Diagnostic(place: section.file, line: section.line, reason: header.text + ": " + reason, severity))
  }

  /// Returns why a rule cannot be followed; `nil` if it can.
  private func problem(
    with rule: NextRule, after question: QuestionSettings, _ settings: Settings
  ) -> String? {
    let ids = settings.questions.map { $0.id }
    if headersAreValid && !same(rule.target, NextRule.end) && !ids.contains(where: { same($0, rule.target) }) {
      let words = ids + [NextRule.end]
      return "there is no section [question " + rule.target + "]; "
        + NearMiss.suggestion(for: rule.target, among: words)
    }
    switch rule.condition {
    case .always: return nil
    case .option(let option):
      if question.kind != .choice {
        return question.kind.hasValue
          ? option + " is not a number; compare with a number, such as if <= 2" : Self.withoutAnswers(question.kind)
      }
      if question.options.contains(where: { same($0, option) }) { return nil }
      return "there is no option " + option + "; " + NearMiss.suggestion(for: option, among: question.options)
    case .value(let comparison, let number):
      if question.kind == .choice { return "a choice has no numbers; name an option, such as if ID" }
      if !question.kind.hasValue { return Self.withoutAnswers(question.kind) }
      if let reason = problem(with: number, of: question, settings) { return reason }
      return settings.applies(rule, after: question)
        ? nil : "no answer is " + comparison.rawValue + " the number; correct or remove the rule"
    }
  }
}

extension Settings {
  /// Whether a rule applies to at least one answer.
  fileprivate func applies(_ rule: NextRule, after question: QuestionSettings) -> Bool {
    var alone = question
    alone.next = [rule]
    return !routes(after: alone).isEmpty
  }
}
