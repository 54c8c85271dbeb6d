import Foundation

// When visitors answer, by hour and weekday.
extension ReportCharts {
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

  var fewNote: String { language.filled(.few, ["count": language.count(Scores.enough)]) }

  private func cell(_ scores: Scores) -> String {
    if scores.count == 0 { return "" }
    let mean = hasScore ? scores.mean.map { " · " + score.text($0) } ?? "" : ""
    return language.count(scores.count) + mean
  }

  /// The hours from the first one with answers to the last.
  private var shownHours: Range<Int> {
    let shown = question.hours.indices.filter { question.hours[$0].count > 0 }.map { $0 % 24 }
    return (shown.min() ?? 0)..<(shown.max() ?? 23) + 1
  }

  /// Returns a map with a field for each hour, and Monday's hours in the first row. `shades` range from 0 (none) to 1.
  private func map(
    _ title: String, _ shades: [Double], kind: String, fewNote: String? = nil, isFew: (Int) -> Bool = { _ in false }
  ) -> String {
    let note = fewNote.map { " · <span class=\"few\">\(SVG.escaped($0))</span>" } ?? ""
    let hours = shownHours
    let fields = shades.enumerated().filter { $1 > 0 }.map { place, shade in
      let kind = isFew(place) ? "gray" : kind
      let (x, y) = (SVG.number(Double(place % 24) + 0.04), SVG.number(Double(place / 24) + 0.06))
      return "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"0.92\" height=\"0.88\" "
        + "fill-opacity=\"\(String(format: "%.2f", 0.08 + 0.92 * shade))\"/>"
    }
    let weekdays = (0..<7).map { "<span>\(SVG.escaped(language.weekday($0)))</span>" }.joined()
    let ends = [hours.lowerBound, hours.upperBound].map { "<span>\(language.hour($0))</span>" }.joined()
    return """
      <div class="map" dir="ltr"><p>\(SVG.escaped(title))\(note)</p><div class="weekdays">\(weekdays)</div>
      <svg role="img" aria-label="\(SVG.attribute(title))" viewBox="\(hours.lowerBound) 0 \(hours.count) 7" preserveAspectRatio="none">\(fields.joined())</svg>
      <div></div><div class="ends">\(ends)</div></div>
      """
  }
}
