import Foundation

/// The findings about a question, as sentences.
struct ReportFindings {
  /// The findings in the order of their weight, as sentences.
  let sentences: [String]

  init(_ question: QuestionFigures, _ period: ReportPeriod, _ language: ReportLanguage) {
    guard question.measure != .none, let mean = question.now.mean else {
      sentences = []
      return
    }
    let score = ReportScore(question.measure, language)
    var clear: [String] = []
    var unclear: [String] = []
    if !question.now.isFew, !question.before.isFew, let before = question.before.mean,
      let change = question.now.change(from: question.before)
    {
      let values = ["before": score.text(before), "now": score.text(mean)]
      let scale = question.range.upperBound - question.range.lowerBound
      if change.isClear {
        clear.append(language.filled(change.difference > 0 ? .rose : .fell, values))
      } else if abs(change.difference) < scale / 20 {
        unclear.append(language.filled(.steady, values))
      }
    }
    if let low = question.worstDays(in: period), let worst = low.scores.mean {
      let first = period.days.lowerBound
      clear.append(
        language.filled(
          .worstDays,
          [
            "from": language.day(first + low.range.lowerBound), "to": language.day(first + low.range.upperBound),
            "score": score.text(worst),
          ]))
    }
    if let gap = question.widestGap {
      clear.append(
        language.filled(
          .kioskGap,
          [
            "lower": language.isolated(name: gap.lower), "higher": language.isolated(name: gap.higher),
            "difference": score.unsigned(gap.difference),
          ]))
    }
    sentences = clear + unclear
  }
}

extension QuestionFigures {
  /// The range of scores in charts. That of stars begins at 1 unless the mean of a day or kiosk is lower.
  var range: ClosedRange<Double> {
    let (range, kiosks) = (measure.range, kiosks.values)
    let means = (days.values + kiosks.map { $0.now } + kiosks.map { $0.before }).compactMap { $0.mean }
    guard case .mean = measure, range.upperBound > 1, means.allSatisfy({ $0 >= 1 }) else { return range }
    return 1...range.upperBound
  }

  /// The lowest run of two or more days whose 95 % intervals are below the period's mean, counted from the period's first day.
  func worstDays(in period: ReportPeriod) -> (range: ClosedRange<Int>, scores: Scores)? {
    guard measure != .none, let mean = now.mean else { return nil }
    let days = period.days.map { self.days[$0] ?? Scores() }
    func isLow(_ day: Scores) -> Bool {
      guard day.count >= Scores.enough, let own = day.mean, let margin = day.margin else { return false }
      return own + margin < mean
    }
    let runs = days.indices.split { !isLow(days[$0]) }
    let scored = runs.filter { $0.count >= 2 }.map { run in
      (range: run.startIndex...run.endIndex - 1, scores: run.reduce(into: Scores()) { $0.add(days[$1]) })
    }
    return scored.min { ($0.scores.mean ?? 0) < ($1.scores.mean ?? 0) }
  }

  /// The kiosks with the lowest and the highest mean, if they differ by more than chance. Kiosks with few answers do not count.
  ///
  /// Among many kiosks that are alike, the extremes are far apart. So the limit of 5 % is divided by the number of pairs (Bonferroni), with
  /// Chernoff's bound for the tail of the normal distribution. The spread is that of all answers, because a few equal ones have none.
  var widestGap: (lower: String, higher: String, difference: Double)? {
    let means = kiosks.compactMap { id, scores in
      scores.now.isFew || id.isEmpty ? nil : scores.now.mean.map { (id: id, mean: $0, count: Double(scores.now.count)) }
    }.sorted { ($0.mean, $0.id) < ($1.mean, $1.id) }
    guard measure != .none, means.count > 1, let low = means.first, let high = means.last, let margin = now.margin
    else { return nil }
    let pairs = Double(means.count * (means.count - 1) / 2)
    let spread = margin / 1.96 * Double(now.count).squareRoot()
    let limit = spread * (1 / low.count + 1 / high.count).squareRoot() * (2 * log(2 * pairs / 0.05)).squareRoot()
    return high.mean - low.mean > limit ? (low.id, high.id, high.mean - low.mean) : nil
  }
}
