import Foundation

// The kiosks of a question.
extension ReportCharts {
  private typealias Row = (id: String, now: Scores, before: Scores)

  /// The maximum number of kiosks that are always shown. Those of a large fleet would fill the page.
  private static var most: Int { 12 }

  /// The kiosks with the most answers: the mean of each as a dot on its 95 % interval, and that of the period before as a circle. A table has
  /// all kiosks. Answers without a score have only the table. `nil` if there is only one kiosk.
  var kiosks: String? {
    if question.kiosks.count < 2 { return nil }
    let sorted = question.kiosks.sorted { ($1.value.now.count, $0.key) < ($0.value.now.count, $1.key) }
      .map { Row(id: $0.key, now: $0.value.now, before: $0.value.before) }
    if !hasScore {
      let (first, count) = (table(of: Array(sorted.prefix(Self.most))), language.count(Int64(sorted.count)))
      let all =
        sorted.count <= Self.most
        ? "" : "<details><summary>\(escaped(.table)) (\(count))</summary>\(table(of: sorted))</details>"
      return "<figure class=\"wide\"><figcaption>\(escaped(.byKiosk))</figcaption>\(first)\(all)</figure>"
    }
    let hasFew = sorted.contains { $0.now.isFew || $0.before.isFew }
    let note = hasFew ? "<p class=\"few\">\(SVG.escaped(fewNote))</p>" : ""
    return figure(.byKiosk, plot(of: Array(sorted.prefix(Self.most))) + note, table(of: sorted), isWide: true)
  }

  private func name(of id: String) -> String { id.isEmpty ? language[.unnamed] : id }

  private func table(of rows: [Row]) -> String {
    let heads =
      [language[.kiosk], language[.answers]] + scoreHeads + [language[.before]] + (hasScore ? [score.title] : [])
    let texts = rows.map { row in
      [name(of: row.id), language.count(row.now.count)] + cells(row.now) + [language.count(row.before.count)]
        + (hasScore ? [row.before.mean.map(score.text) ?? "–"] : [])
    }
    // The mean and its interval, and the mean before.
    return table(heads, texts) { row, column in
      hasScore && (2...3 ~= column && rows[row].now.isFew || column == 5 && rows[row].before.isFew)
    }
  }

  private func plot(of rows: [Row]) -> String {
    let range = plotted(rows)
    func percent(_ value: Double) -> String {
      let shown = min(max(value, range.lowerBound), range.upperBound)
      return SVG.number(100 * (shown - range.lowerBound) / (range.upperBound - range.lowerBound))
    }
    let items = rows.map { row in
      var marks = ""
      if let before = row.before.mean {
        marks += "<circle class=\"before\" cx=\"\(percent(before))%\" cy=\"9\" r=\"4\"/>"
      }
      if let mean = row.now.mean {
        let margin = row.now.margin ?? 0
        marks +=
          "<line x1=\"\(percent(mean - margin))%\" x2=\"\(percent(mean + margin))%\" y1=\"9\" y2=\"9\"/>"
          + "<circle class=\"\(row.now.isFew ? "gray" : "accent")\" cx=\"\(percent(mean))%\" cy=\"9\" r=\"5\"/>"
      }
      let (mean, margin) = (row.now.mean.map(score.text) ?? "–", row.now.margin.map { " " + score.margin($0) } ?? "")
      let answers = "\(language[.answers]): \(language.count(row.now.count))"
      return
        "<li><bdi>\(SVG.escaped(name(of: row.id)))</bdi><span class=\"what\"><b>\(SVG.escaped(mean))</b>"
        + "\(SVG.escaped(margin)) · \(SVG.escaped(answers))</span>"
        + "<svg class=\"dots\" aria-hidden=\"true\" width=\"100%\" height=\"18\">\(marks)</svg></li>"
    }
    let ends = [range.lowerBound, range.upperBound].map { "<span>\(SVG.escaped(score.tick($0)))</span>" }.joined()
    return """
      <p class="key"><span class="dot"></span>\(SVG.escaped(score.title)), \(escaped(.interval)) <span class="circle"></span>\(escaped(.before))</p>
      <ol class="kiosks">\(items.joined())</ol><div class="ends" dir="ltr">\(ends)</div>
      """
  }

  /// The part of the scale that holds all means and intervals, from one whole tick to another. A tick is half a star, five percent, or ten
  /// points of the net promoter score.
  private func plotted(_ rows: [Row]) -> ClosedRange<Double> {
    let whole = question.range
    let tick = max(((whole.upperBound - whole.lowerBound) / 10).rounded(.up) / 2, 0.5)
    let values = rows.flatMap { row in
      [row.now, row.before].flatMap { scores in
        scores.mean.map { [$0 - (scores.margin ?? 0), $0 + (scores.margin ?? 0)] } ?? []
      }
    }
    guard let low = values.min(), let high = values.max() else { return whole }
    let start = max(((low - whole.lowerBound) / tick).rounded(.down) * tick + whole.lowerBound, whole.lowerBound)
    let end = min(((high - whole.lowerBound) / tick).rounded(.up) * tick + whole.lowerBound, whole.upperBound)
    return start...max(end, start + tick)
  }
}
