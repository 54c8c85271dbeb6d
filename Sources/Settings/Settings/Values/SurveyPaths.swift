import StarSlider

/// A `NextRule` with indices and steps instead of ids and stars: where a visit continues, and after which answers.
package struct Route: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case always
    /// The value in steps is one of these.
    case values(ClosedRange<Int32>)
    /// The option with this index was chosen.
    case option(Int32)
  }

  package let condition: Condition
  /// The index of the next question; the number of questions, or more, for the end.
  package let next: Int32

  package init(_ condition: Condition, next: Int32) { (self.condition, self.next) = (condition, next) }

  /// Whether the rule applies to an answer. `chosen` has a bit for each chosen option.
  package func applies(to value: Int32, chosen: UInt32) -> Bool {
    switch condition {
    case .always: true
    case .values(let values): values.contains(value)
    case .option(let option): chosen >> UInt32(option) & 1 != 0
    }
  }
}

extension Settings {
  /// Returns a question's rules, except those that refer to an unknown question or option and those that never apply.
  package func routes(after question: QuestionSettings) -> [Route] {
    question.next.compactMap { rule in
      let index = questions.firstIndex { same($0.id, rule.target) }
      guard let next = same(rule.target, NextRule.end) ? questions.count : index,
        let condition = condition(rule, question)
      else { return nil }
      return Route(condition, next: Int32(next))
    }
  }

  private func condition(_ rule: NextRule, _ question: QuestionSettings) -> Route.Condition? {
    switch rule.condition {
    case .always: return .always
    case .option(let id): return question.options.firstIndex { same($0, id) }.map { .option(Int32($0)) }
    case .value(let comparison, let number):
      guard let scale = scale(of: question) else { return nil }
      let value = Int32(clamping: number.rounded(inUnitsOf: Int64(scale.step.perStar)))
      let values: (lowest: Int32, highest: Int32) =
        switch comparison {
        case .atMost: (scale.minimum, value)
        case .less: (scale.minimum, value - 1)
        case .atLeast: (value, scale.maximum)
        case .greater: (value + 1, scale.maximum)
        case .equal: (value, value)
        }
      return values.lowest <= values.highest ? .values(values.lowest...values.highest) : nil
    }
  }
}

/// The possible orders of the questions in a visit.
package struct SurveyPaths {
  /// For each question, the indices of all questions that may follow it. The number of questions stands for the end.
  package let followers: [[Int]]

  package init(_ settings: Settings) {
    followers = settings.questions.indices.map { i in
      let question = settings.questions[i]
      let routes = settings.routes(after: question)
      var found: [Int] = []
      for (value, chosen) in Self.answers(question, settings.scale(of: question), routes) {
        let next = routes.first { $0.applies(to: value, chosen: chosen) }.map { Int($0.next) } ?? i + 1
        if !found.contains(next) { found.append(next) }
      }
      return found
    }
  }

  /// Returns one answer from each group of answers that the rules treat alike.
  private static func answers(
    _ question: QuestionSettings, _ scale: Scale?, _ routes: [Route]
  ) -> [(value: Int32, chosen: UInt32)] {
    let options = UInt32(question.options.count)
    if question.kind == .choice {
      return question.choosesSeveral ? (0..<1 << options).map { (0, $0) } : (0..<options).map { (0, 1 << $0) }
    }
    guard question.kind.hasValue, let scale else { return [(0, 0)] }
    var values = [scale.minimum]
    for case .values(let range) in routes.map({ $0.condition }) { values += [range.lowerBound, range.upperBound + 1] }
    return values.filter { scale.minimum <= $0 && $0 <= scale.maximum }.map { ($0, 0) }
  }

  /// Returns whether a visit at one question may reach another one later.
  func leads(from start: Int, to end: Int) -> Bool {
    var (reached, next) = ([Int](), followers[start])
    while let question = next.popLast() {
      if question == end { return true }
      if question == followers.count || reached.contains(question) { continue }
      reached.append(question)
      next += followers[question]
    }
    return false
  }

  /// Returns the maximum number of counted questions on a path from `start`, which is included, to the end. A path is followed for at most
  /// `limit` questions, because it may contain a loop.
  package func longest(
    from start: Int, limit: Int = QuestionSettings.most, counting counts: (Int) -> Bool = { _ in true }
  ) -> Int {
    if start >= followers.count || limit == 0 { return 0 }
    let rest = followers[start].map { longest(from: $0, limit: limit - 1, counting: counts) }.max() ?? 0
    return rest + (counts(start) ? 1 : 0)
  }

  /// Returns the maximum number of questions that a visit asks before the question `end`, at most `limit`.
  package func longest(to end: Int, limit: Int = QuestionSettings.most) -> Int {
    if limit == 0 { return 0 }
    return followers.indices.filter { followers[$0].contains(end) }.map { longest(to: $0, limit: limit - 1) + 1 }.max()
      ?? 0
  }
}
