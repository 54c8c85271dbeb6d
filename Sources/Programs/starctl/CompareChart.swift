import Foundation

/// A picture of two runs' ratios. For each subject, it has a line with a dot for the ratio and a bar for its range, on a logarithmic scale.
struct CompareChart {
  let before: CompareRun
  let after: CompareRun
  let rows: [CompareRow]
  let names: (String, String)

  // All lengths are in pixels.
  private let lineHeight = 26.0
  private let top = 96.0
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
    let runs = ["A  \(names.0): \(before.summary)", "B  \(names.1): \(after.summary)"]
    // The summaries may be wider than the chart. A character is about 6 px wide.
    let longest = Double(runs.map { $0.count }.max() ?? 0) * 6.5
    let width = max(labelWidth + plotWidth + valueWidth, 32 + longest)
    let bottom = top + lineHeight * Double(rows.count)
    let height = bottom + 64
    var lines = [
      SVG.text(16, 28, "Time of B over time of A", size: 18),
      SVG.text(16, 50, runs[0], size: 11, color: "#555"),
      SVG.text(16, 66, runs[1], size: 11, color: "#555"),
    ]
    lines += grid(from: top, to: bottom)
    for (i, row) in rows.enumerated() { lines += self.lines(row, y: top + lineHeight * (Double(i) + 0.5)) }
    lines.append(SVG.text(labelWidth, bottom + 36, "\u{2190} B is faster", color: "#1b6b3a"))
    lines.append(SVG.text(labelWidth + plotWidth, bottom + 36, "B is slower \u{2192}", anchor: "end", color: "#a33"))
    let doubts = [("A", before), ("B", after)].filter { !$0.1.valid }.map { $0.0 }
    if !doubts.isEmpty {
      let words = doubts.joined(separator: " and ") + (doubts.count == 1 ? " is" : " are")
      lines.append(SVG.text(16, bottom + 56, "\(words) not valid", size: 11, color: "#a33"))
    }
    return SVG.picture("star-bench: B over A", width: width, height: height, lines)
  }

  private func grid(from top: Double, to bottom: Double) -> [String] {
    ticks.flatMap { ratio in
      let color = ratio == 1 ? "#888" : "#e4e4e4"
      return [
        SVG.line(x(ratio), top, x(ratio), bottom, color: color),
        SVG.text(x(ratio), bottom + 16, label(ratio), size: 11, anchor: "middle", color: "#555"),
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
    let color = row.verdict == "faster" ? "#2e9e5b" : row.verdict == "slower" ? "#c33" : "#777"
    let values = "\(duration(row.before.median)) \u{2192} \(duration(row.after.median))"
    return [
      SVG.text(labelWidth - 12, y + 4, row.name, anchor: "end"),
      "<line x1=\"\(SVG.number(x(row.range.lowerBound)))\" x2=\"\(SVG.number(x(row.range.upperBound)))\" y1=\"\(SVG.number(y))\" "
        + "y2=\"\(SVG.number(y))\" stroke=\"\(color)\" stroke-width=\"6\" stroke-linecap=\"round\" stroke-opacity=\"0.35\"/>",
      "<circle cx=\"\(SVG.number(x(row.ratio)))\" cy=\"\(SVG.number(y))\" r=\"5\" fill=\"\(color)\"/>",
      SVG.text(labelWidth + plotWidth + 14, y + 4, decimals(row.ratio)),
      SVG.text(labelWidth + plotWidth + 72, y + 4, values, color: "#555"),
    ]
  }

  private func label(_ ratio: Double) -> String {
    if ratio < 1e-5 || ratio > 1e5 { return decimals(ratio) }
    if ratio.rounded() == ratio { return "\(Int(ratio))" }
    return ratio < 0.5 ? "1/\(Int((1 / ratio).rounded()))" : "\(ratio)"
  }
}
