import Foundation

/// A picture of two runs' ratios. For each subject, it has a line with a dot for the ratio and a bar for its range, on a logarithmic scale.
struct CompareChart {
  let rows: [CompareRow]
  /// The names of the two runs, such as A and B.
  let names: (before: String, after: String)

  // All lengths are in pixels.
  private let lineHeight = 26.0
  private let top = 8.0
  private let labelWidth = 230.0
  private let plotWidth = 520.0
  private let valueWidth = 250.0
  private let tickWidth = 52.0

  /// The binary logarithms of the scale's ends. The scale includes every bar and the range 0.5 to 2.
  private var scale: ClosedRange<Double> {
    let low = rows.map { $0.range.lowerBound }.min() ?? 1
    let high = rows.map { $0.range.upperBound }.max() ?? 1
    return min(-1, log2(low).rounded(.down))...max(1, log2(high).rounded(.up))
  }

  private func x(_ ratio: Double) -> Double {
    labelWidth + plotWidth * (log2(ratio) - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
  }

  var svg: String {
    let bottom = top + lineHeight * Double(rows.count)
    var lines = grid(from: top, to: bottom)
    for (i, row) in rows.enumerated() { lines += self.lines(row, y: top + lineHeight * (Double(i) + 0.5)) }
    lines.append(SVG.text(labelWidth, bottom + 36, "\u{2190} \(names.after) is faster", style: "faster"))
    lines.append(
      SVG.text(labelWidth + plotWidth, bottom + 36, "\(names.after) is slower \u{2192}", anchor: "end", style: "slower")
    )
    return SVG.picture(
      "Time of \(names.after) over time of \(names.before)", width: labelWidth + plotWidth + valueWidth,
      height: bottom + 48, lines)
  }

  private func grid(from top: Double, to bottom: Double) -> [String] {
    ticks.flatMap { ratio in
      [
        SVG.line(x(ratio), top, x(ratio), bottom, style: ratio == 1 ? "one" : "grid"),
        SVG.text(x(ratio), bottom + 16, label(ratio), size: 11, anchor: "middle", style: "secondary"),
      ]
    }
  }

  private var ticks: [Double] {
    if scale.upperBound - scale.lowerBound <= 2 { return [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] }
    // Powers of two that include 1. Their distance is at least the width of their labels.
    let step = ((scale.upperBound - scale.lowerBound) * tickWidth / plotWidth).rounded(.up)
    let first = (scale.lowerBound / step).rounded(.up) * step
    return stride(from: first, through: scale.upperBound, by: step).map { exp2($0) }
  }

  private func lines(_ row: CompareRow, y: Double) -> [String] {
    let style = ["faster", "slower"].contains(row.verdict) ? row.verdict : "secondary"
    let values = "\(duration(row.before.median)) \u{2192} \(duration(row.after.median))"
    return [
      SVG.text(labelWidth - 12, y + 4, row.name, anchor: "end"),
      SVG.line(x(row.range.lowerBound), y, x(row.range.upperBound), y, style: "range " + style),
      "<circle class=\"\(style)\" cx=\"\(SVG.number(x(row.ratio)))\" cy=\"\(SVG.number(y))\" r=\"5\"/>",
      SVG.text(labelWidth + plotWidth + 14, y + 4, decimals(row.ratio)),
      SVG.text(labelWidth + plotWidth + 72, y + 4, values, style: "secondary"),
    ]
  }

  private func label(_ ratio: Double) -> String {
    if ratio < 1e-5 || ratio > 1e5 { return decimals(ratio) }
    if ratio.rounded() == ratio { return "\(Int(ratio))" }
    return ratio < 0.5 ? "1/\(Int((1 / ratio).rounded()))" : "\(ratio)"
  }
}
