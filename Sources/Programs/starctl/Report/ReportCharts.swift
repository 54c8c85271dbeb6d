import Foundation

/// The charts of one question, each with its table.
struct ReportCharts {
  let question: QuestionFigures
  let period: ReportPeriod
  let language: ReportLanguage
  let score: ReportScore

  init(_ question: QuestionFigures, _ period: ReportPeriod, _ language: ReportLanguage) {
    (self.question, self.period, self.language) = (question, period, language)
    score = ReportScore(question.measure, language)
  }

  func escaped(_ phrase: ReportPhrase) -> String { SVG.escaped(language[phrase]) }
  var hasScore: Bool { question.measure != .none }

  /// A chart with its title, above the table of its figures.
  func figure(_ title: ReportPhrase, _ chart: String, _ table: String, isWide: Bool = false) -> String {
    """
    <figure\(isWide ? " class=\"wide\"" : "")><figcaption>\(escaped(title))</figcaption>
    \(chart)
    <details><summary>\(escaped(.table))</summary>\(table)</details></figure>
    """
  }

  func table(_ heads: [ReportPhrase], _ rows: [[String]]) -> String {
    table(heads.map { language[$0] }, rows)
  }

  /// Returns a table. The first cell of each row is its heading. All texts are escaped here.
  ///
  /// - Parameter isFew: Whether the figure in a cell, given by its row and column, is based on few answers. Such a figure is gray.
  func table(_ heads: [String], _ rows: [[String]], isFew: (Int, Int) -> Bool = { _, _ in false }) -> String {
    let head = heads.map { "<th scope=\"col\">\(SVG.escaped($0))</th>" }.joined()
    let body = rows.enumerated().map { number, row in
      let cells = row.enumerated().dropFirst().map { column, cell in
        "<td\(isFew(number, column) ? " class=\"few\"" : "")>\(SVG.escaped(cell))</td>"
      }
      return "<tr><th scope=\"row\">\(SVG.escaped(row[0]))</th>\(cells.joined())</tr>"
    }
    return "<table><thead><tr>\(head)</tr></thead><tbody>\(body.joined())</tbody></table>"
  }

  var scoreHeads: [String] { hasScore ? [score.title, language[.interval]] : [] }

  /// Returns the cells of a mean and its interval.
  func cells(_ scores: Scores) -> [String] {
    if !hasScore { return [] }
    return [scores.mean.map(score.text) ?? "–", scores.margin.map(score.margin) ?? "–"]
  }

  // MARK: Day by day

  /// The mean of each day with its interval, above the number of answers. A dashed line is the mean of the period before; the worst days are
  /// shaded.
  var trend: String {
    let days = Array(period.days)
    let scores = days.map { question.days[$0] ?? Scores() }
    let plot = TrendPlot(scores, question.range)
    let (dated, low) = (plot.dates(from: period.days.lowerBound), question.worstDays(in: period))
    var line = ""
    if hasScore {
      let ticks = plot.ticks.map { "<span>\(SVG.escaped(score.tick($0)))</span>" }.joined()
      let picture = plot.line(
        SVG.attribute(language[.byDay]), before: question.before.mean, dated: dated, low: low?.range)
      let label = low.map { run in
        "<span class=\"low\" style=\"\(plot.place(of: run.range, run.scores.mean ?? 0))\">"
          + "\(SVG.escaped(score.text(run.scores.mean ?? 0)))</span>"
      }
      line = "<div class=\"ticks\">\(ticks)</div><div class=\"plot\">\(picture)\(label ?? "")</div>"
    }
    let most = language.count(scores.map { $0.count }.max() ?? 0)
    let dates = dated.map { day in
      "<span style=\"left: \(plot.percent(day))%\">\(SVG.escaped(language.shortDay(days[day])))</span>"
    }
    let before = question.before.mean.map { score.text($0) }
    let key = before.map {
      "<p class=\"key\"><span class=\"dash\"></span>\(escaped(.before)): \(SVG.escaped($0))</p>"
    }
    let chart = """
      \(hasScore ? key ?? "" : "")<div class="trend" dir="ltr">\(line)
      <div class="ticks"><span>\(most)</span><span>0</span></div>\(plot.bars(SVG.attribute(language[.answers])))
      <div></div><div class="weeks">\(dates.joined())</div></div>
      """
    let rows = zip(days, scores).map { [language.day($0), language.count($1.count)] + cells($1) }
    return figure(
      .byDay, chart, table([language[.date], language[.answers]] + scoreHeads, rows), isWide: true)
  }

  // MARK: Values, reasons and choices

  /// A chart of how often each value was given.
  var distribution: String {
    let bars = question.values.map { value, count in
      Bar(name: name(of: value), count: count, isStar: true)
    }
    let rows = bars.map { [$0.name, language.count($0.count), language.share($0.count, of: question.now.count)] }
    let chart = question.measure == .promoters ? stack : list(bars, of: question.now.count)
    return figure(.distribution, chart, table([.value, .answers, .share], rows))
  }

  /// The shares of detractors, passives and promoters as one bar of 100 %.
  private var stack: String {
    var (parts, names, left) = ("", "", 0.0)
    for (kind, phrase) in [("low", ReportPhrase.detractors), ("middle", .passives), ("high", .promoters)] {
      let count = question.count(phrase.values)
      let share = 100 * Double(count) / Double(max(question.now.count, 1))
      parts +=
        "<rect class=\"\(kind)\" x=\"\(SVG.number(left))%\" width=\"\(SVG.number(share))%\" height=\"28\"/>"
      names +=
        "<div><dt><span class=\"\(kind)\"></span>\(escaped(phrase))</dt>"
        + "<dd>\(SVG.escaped(language.share(count, of: question.now.count)))</dd></div>"
      left += share
    }
    return
      "<svg class=\"bar stack\" aria-hidden=\"true\" width=\"100%\" height=\"28\">\(parts)</svg><dl class=\"legend\">\(names)</dl>"
  }

  private func name(of value: Double) -> String {
    if question.measure == .yes { return language[value > 0 ? .yes : .no] }
    let number = language.decimal(value, places: value == value.rounded() ? 0 : 1)
    return question.key.kind == "stars" ? number + " ★" : number
  }

  /// Returns a chart of how often each reason or option was chosen, most frequent first; `nil` if none was. `whole` is the number of
  /// visitors who could choose, and `share` names their share.
  func shares(
    _ title: ReportPhrase, column: ReportPhrase, _ counts: [String: Pair], of whole: Int64, _ share: ReportPhrase,
    _ name: (String) -> String
  ) -> String? {
    if counts.isEmpty { return nil }
    let sorted = counts.sorted { ($1.value.now, $0.key) < ($0.value.now, $1.key) }
    let bars = sorted.map { Bar(name: name($0.key), count: $0.value.now) }
    let rows = sorted.map { id, pair in
      [
        name(id), language.count(pair.now), language.share(pair.now, of: whole),
        language.count(pair.before),
      ]
    }
    return figure(title, list(bars, of: whole), table([column, .answers, share, .before], rows))
  }

  private struct Bar {
    let name: String
    let count: Int64
    var isStar = false
  }

  private func list(_ bars: [Bar], of whole: Int64) -> String {
    let most = max(bars.map { $0.count }.max() ?? 1, 1)
    let items = bars.map { bar in
      let width = SVG.number(100 * Double(bar.count) / Double(most))
      let share = language.share(bar.count, of: whole)
      return
        "<li><bdi>\(SVG.escaped(bar.name))</bdi><span class=\"what\"><b>\(SVG.escaped(share))</b> \(language.count(bar.count))</span>"
        + "<svg class=\"bar\" aria-hidden=\"true\" width=\"100%\" height=\"10\"><rect class=\"\(bar.isStar ? "fill" : "accent")\" width=\"\(width)%\" height=\"10\" rx=\"3\"/></svg></li>"
    }
    return "<ol>\(items.joined())</ol>"
  }
}
