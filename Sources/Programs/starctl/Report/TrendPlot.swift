import Foundation

/// The pictures of a series of days. They are stretched to the width of the page without changing the width of lines.
struct TrendPlot {
  private let scores: [Scores]
  private let range: ClosedRange<Double>

  /// The height of the line's picture, in units of its view box.
  private let height = 100.0

  init(_ scores: [Scores], _ range: ClosedRange<Double>) { (self.scores, self.range) = (scores, range) }

  /// The values of the labels from the top: the highest score, the middle, the lowest.
  var ticks: [Double] { [range.upperBound, (range.lowerBound + range.upperBound) / 2, range.lowerBound] }

  /// Returns the indexes of the days that have a date below them: Mondays, or any days of less than two weeks; at most five, and none whose
  /// date would reach beyond the picture. `first` is the day at index 0.
  func dates(from first: Int) -> [Int] {
    let days = scores.count == 1 ? [0] : scores.indices.filter { 8...92 ~= share($0) }
    let shown = scores.count < 14 ? days : days.filter { ReportPeriod.weekday(first + $0) == 0 }
    let step = max((shown.count + 4) / 5, 1)
    return shown.enumerated().filter { $0.offset % step == 0 }.map { $0.element }
  }

  private func share(_ day: Int) -> Double { 100 * (Double(day) + 0.5) / Double(scores.count) }

  /// Returns a day's place in percent of the width.
  func percent(_ day: Int) -> String { SVG.number(share(day)) }

  /// Returns the style of a label above some days with a score.
  func place(of days: ClosedRange<Int>, _ score: Double) -> String {
    let middle = (share(days.lowerBound) + share(days.upperBound)) / 2
    return "left: \(SVG.number(min(max(middle, 4), 96)))%; top: \(SVG.number(y(score)))%"
  }

  private func y(_ score: Double) -> Double {
    let clamped = min(max(score, range.lowerBound), range.upperBound)
    return height * (range.upperBound - clamped) / (range.upperBound - range.lowerBound)
  }

  private func point(_ day: Int, _ score: Double) -> String {
    "\(SVG.number(Double(day) + 0.5)) \(SVG.number(y(score)))"
  }

  private func picture(_ name: String, _ kind: String, _ parts: [String]) -> String {
    "<svg class=\"\(kind)\" role=\"img\" aria-label=\"\(name)\" viewBox=\"0 0 \(scores.count) \(SVG.number(height))\" "
      + "preserveAspectRatio=\"none\">\(parts.joined())</svg>"
  }

  /// Returns the means as a line, on the band of their intervals. Days without answers interrupt both. `name` is escaped.
  ///
  /// - Parameters:
  ///   - before: The mean of the period before, as a dashed line.
  ///   - dated: The days with a vertical line.
  ///   - low: The days that are shaded.
  func line(_ name: String, before: Double?, dated: [Int], low: ClosedRange<Int>?) -> String {
    var parts = ticks.map { "<path class=\"grid\" d=\"M0 \(SVG.number(y($0)))H\(scores.count)\"/>" }
    parts += dated.map { "<path class=\"grid\" d=\"M\(SVG.number(Double($0) + 0.5)) 0V\(SVG.number(height))\"/>" }
    if let low {
      parts.append(
        "<rect class=\"run\" x=\"\(low.lowerBound)\" width=\"\(low.count)\" y=\"0\" height=\"\(SVG.number(height))\"/>")
    }
    if let before { parts.append("<path class=\"before\" d=\"M0 \(SVG.number(y(before)))H\(scores.count)\"/>") }
    for days in scores.indices.split(whereSeparator: { scores[$0].count == 0 }) {
      let means = days.map { ($0, scores[$0].mean ?? 0, scores[$0].margin ?? 0) }
      let upper = means.map { point($0.0, $0.1 + $0.2) }
      let lower = means.reversed().map { point($0.0, $0.1 - $0.2) }
      parts.append("<path class=\"band\" d=\"M\((upper + lower).joined(separator: "L"))Z\"/>")
      // A single day is a point.
      let end = means.count == 1 ? "h0" : ""
      parts.append("<path class=\"line\" d=\"M\(means.map { point($0.0, $0.1) }.joined(separator: "L"))\(end)\"/>")
    }
    return picture(name, "means", parts)
  }

  /// Returns the numbers of answers as bars. `name` is escaped.
  func bars(_ name: String) -> String {
    let most = Double(max(scores.map { $0.count }.max() ?? 1, 1))
    let parts = scores.enumerated().filter { $1.count > 0 }.map { day, scores in
      let size = height * Double(scores.count) / most
      return
        "<rect class=\"accent\" x=\"\(SVG.number(Double(day) + 0.1))\" width=\"0.8\" y=\"\(SVG.number(height - size))\" "
        + "height=\"\(SVG.number(size))\"/>"
    }
    return picture(name, "counts", parts)
  }
}
