import Foundation

/// The charts of one question, each with its table.
struct ReportCharts {
  private let question: QuestionFigures
  private let period: ReportPeriod
  private let language: ReportLanguage
  private let score: ReportScore

  init(_ question: QuestionFigures, _ period: ReportPeriod, _ language: ReportLanguage) {
    (self.question, self.period, self.language) = (question, period, language)
    score = ReportScore(question.measure, language)
  }

  private func escaped(_ phrase: ReportPhrase) -> String { SVG.escaped(language[phrase]) }
  private var hasScore: Bool { question.measure != .none }

  /// A chart with its title, above the table of its figures.
  private func figure(_ title: ReportPhrase, _ chart: String, _ table: String, isWide: Bool = false) -> String {
    """
    <figure\(isWide ? " class=\"wide\"" : "")><figcaption>\(escaped(title))</figcaption>
    \(chart)
    <details><summary>\(escaped(.table))</summary>\(table)</details></figure>
    """
  }

  private func table(_ heads: [ReportPhrase], _ rows: [[String]]) -> String {
    table(heads.map { language[$0] }, rows)
  }

  /// Returns a table. The first cell of each row is its heading. All texts are escaped here.
  ///
  /// - Parameter isFew: Whether the figure in a cell, given by its row and column, is based on few answers. Such a figure is gray.
  private func table(_ heads: [String], _ rows: [[String]], isFew: (Int, Int) -> Bool = { _, _ in false }) -> String {
    let head = heads.map { "<th scope=\"col\">\(SVG.escaped($0))</th>" }.joined()
    let body = rows.enumerated().map { number, row in
      let cells = row.enumerated().dropFirst().map { column, cell in
        "<td\(isFew(number, column) ? " class=\"few\"" : "")>\(SVG.escaped(cell))</td>"
      }
      return "<tr><th scope=\"row\">\(SVG.escaped(row[0]))</th>\(cells.joined())</tr>"
    }
    return "<table><thead><tr>\(head)</tr></thead><tbody>\(body.joined())</tbody></table>"
  }

  private var scoreHeads: [String] { hasScore ? [score.title, language[.interval]] : [] }

  /// Returns the cells of a mean and its interval.
  private func cells(_ scores: Scores) -> [String] {
    if !hasScore { return [] }
    return [scores.mean.map(score.text) ?? "–", scores.margin.map(score.margin) ?? "–"]
  }

  // MARK: Day by day

  /// The mean of each day with its interval, above the number of answers.
  var trend: String {
    let days = Array(period.days)
    let scores = days.map { question.days[$0] ?? Scores() }
    let plot = TrendPlot(scores, question.measure)
    let name = SVG.attribute(language[.byDay])
    let (first, last) = (SVG.escaped(language.day(days[0])), SVG.escaped(language.day(days[days.count - 1])))
    let ticks = plot.ticks.map { "<span>\(SVG.escaped(score.tick($0)))</span>" }.joined()
    let line = hasScore ? "<div class=\"ticks\">\(ticks)</div>\(plot.line(name))" : ""
    let most = language.count(scores.map { $0.count }.max() ?? 0)
    let chart = """
      <div class="trend" dir="ltr">\(line)
      <div class="ticks"><span>\(most)</span><span>0</span></div>\(plot.bars(SVG.attribute(language[.answers])))
      <div></div><div class="ends"><span>\(first)</span><span>\(last)</span></div></div>
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
    return figure(.distribution, list(bars, of: question.now.count), table([.value, .answers, .share], rows))
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
        + "<svg class=\"bar\" aria-hidden=\"true\" width=\"100%\" height=\"10\"><rect class=\"track\" width=\"100%\" height=\"10\" rx=\"3\"/>"
        + "<rect class=\"\(bar.isStar ? "fill" : "accent")\" width=\"\(width)%\" height=\"10\" rx=\"3\"/></svg></li>"
    }
    return "<ol>\(items.joined())</ol>"
  }

  // MARK: Hours and weekdays

  /// Two maps of the hours of the week: the number of answers, and their means.
  var hours: String {
    let counts = question.hours.map { Double($0.count) }
    let most = max(counts.max() ?? 1, 1)
    var maps = map(language[.answers], counts.map { $0 / most }, kind: "accent")
    // Hours with few answers do not count: the mean of one or two answers would often be the lowest or the highest of all.
    let means = question.hours.compactMap { $0.isFew ? nil : $0.mean }
    let hasFew = hasScore && question.hours.contains { $0.isFew }
    if hasScore {
      let (lowest, highest) = (means.min() ?? 0, means.max() ?? 0)
      // The shades range from the lowest to the highest mean. If they covered the whole scale, all hours would look alike.
      let shades = question.hours.map { hour in
        hour.isFew
          ? 0.5 : hour.mean.map { 0.1 + 0.9 * ($0 - lowest) / max(highest - lowest, .leastNormalMagnitude) } ?? 0
      }
      let range = means.isEmpty ? score.title : "\(score.title): \(score.text(lowest)) – \(score.text(highest))"
      maps += map(range, shades, kind: "fill", fewNote: hasFew ? fewNote : nil) { question.hours[$0].isFew }
    }
    let heads = [language[.hour]] + (0..<7).map(language.weekday)
    let shown = (0..<24).filter { hour in (0..<7).contains { question.hours[$0 * 24 + hour].count > 0 } }
    let rows = shown.map { hour in
      [language.hour(hour)] + (0..<7).map { weekday in cell(question.hours[weekday * 24 + hour]) }
    }
    let figures = table(heads, rows) { row, column in
      hasScore && question.hours[(column - 1) * 24 + shown[row]].isFew
    }
    return figure(.hours, "<div class=\"maps\">\(maps)</div>", figures, isWide: true)
  }

  private var fewNote: String { language.filled(.few, ["count": language.count(Scores.enough)]) }

  private func cell(_ scores: Scores) -> String {
    if scores.count == 0 { return "" }
    let mean = hasScore ? scores.mean.map { " · " + score.text($0) } ?? "" : ""
    return language.count(scores.count) + mean
  }

  /// Returns a map with a field for each hour, and Monday's hours in the first row. `shades` range from 0 (none) to 1.
  private func map(
    _ title: String, _ shades: [Double], kind: String, fewNote: String? = nil, isFew: (Int) -> Bool = { _ in false }
  ) -> String {
    let note = fewNote.map { " · <span class=\"few\">\(SVG.escaped($0))</span>" } ?? ""
    let fields = shades.enumerated().filter { $1 > 0 }.map { place, shade in
      let kind = isFew(place) ? "gray" : kind
      let (x, y) = (SVG.number(Double(place % 24) + 0.04), SVG.number(Double(place / 24) + 0.06))
      return "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"0.92\" height=\"0.88\" "
        + "fill-opacity=\"\(String(format: "%.2f", 0.08 + 0.92 * shade))\"/>"
    }
    let weekdays = (0..<7).map { "<span>\(SVG.escaped(language.weekday($0)))</span>" }.joined()
    let hours = [0, 6, 12, 18].map { "<span>\(language.hour($0))</span>" }.joined()
    return """
      <div class="map" dir="ltr"><p>\(SVG.escaped(title))\(note)</p><div class="weekdays">\(weekdays)</div>
      <svg role="img" aria-label="\(SVG.attribute(title))" viewBox="0 0 24 7" preserveAspectRatio="none">\(fields.joined())</svg>
      <div></div><div class="hours">\(hours)</div></div>
      """
  }

  // MARK: Kiosks

  /// A table of the kiosks with the most answers. If there are more kiosks, it is followed by a table of all kiosks, which a reader can
  /// open; `nil` if there is only one kiosk.
  var kiosks: String? {
    if question.kiosks.count < 2 { return nil }
    let sorted = question.kiosks.sorted { ($1.value.now.count, $0.key) < ($0.value.now.count, $1.key) }
    let rows = sorted.map { id, scores in
      [id.isEmpty ? language[.unnamed] : id, language.count(scores.now.count)] + cells(scores.now)
        + [language.count(scores.before.count)] + (hasScore ? [scores.before.mean.map(score.text) ?? "–"] : [])
    }
    let heads =
      [language[.kiosk], language[.answers]] + scoreHeads + [language[.before]] + (hasScore ? [score.title] : [])
    // The mean and its interval, and the mean before.
    func isFew(_ row: Int, _ column: Int) -> Bool {
      hasScore && (2...3 ~= column && sorted[row].value.now.isFew || column == 5 && sorted[row].value.before.isFew)
    }
    // If the first table listed every kiosk, the page of a large fleet would consist of little else.
    let most = 12
    var all = ""
    if rows.count > most {
      let count = language.count(Int64(rows.count))
      all = "<details><summary>\(escaped(.table)) (\(count))</summary>\(table(heads, rows, isFew: isFew))</details>"
    }
    let first = table(heads, Array(rows.prefix(most)), isFew: isFew)
    let note =
      hasScore && sorted.contains { $0.value.now.isFew || $0.value.before.isFew }
      ? "<p class=\"few\">\(SVG.escaped(fewNote))</p>" : ""
    return "<figure class=\"wide\"><figcaption>\(escaped(.byKiosk))</figcaption>\(first)\(note)\(all)</figure>"
  }
}
