import Basics
import Foundation
import System

struct Compare: Command {
  static var name: String { "compare" }
  static var summary: String { "compares two reports of star-bench --json" }
  static var operands: [String] { ["A.json", "B.json"] }
  static var options: [CommandOption<Self>] {
    [.text("chart", "FILE.svg", "Also draw the ratios as an SVG picture.") { $0.chart = $1 }]
  }
  static var notes: [String] {
    [
      "Prints B's median over A's for each subject that both reports have, and the range that the middle halves of both "
        + "runs' batches allow for that ratio. If the range contains 1, no change is shown.",
      "A warning lists what differed besides the build: screen, processor, board, kernel, governor. Compare two machines "
        + "by the ratios to their own floors, which are also printed.",
    ]
  }

  private var chart: String?

  func run(_ operands: [String]) throws {
    let (old, new) = (try CompareRun(path: operands[0]), try CompareRun(path: operands[1]))
    let rows = CompareRow.rows(old, new)
    if rows.isEmpty { throw ProgramError.failure("the two reports have no subject in common") }
    let differences = old.differences(from: new).joined(separator: ", ")
    if !differences.isEmpty {
      Standard.error(
        "warning: A and B were measured under different conditions: \(differences); B / A does not measure a change",
        .warning)
    }
    try Output.line("A  \(operands[0]): \(old.summary)")
    try Output.line("B  \(operands[1]): \(new.summary)")
    for (name, run) in [("A", old), ("B", new)] where !run.valid {
      try Output.line("\(name) is not valid: " + run.reasons.joined(separator: "; "))
    }
    try Output.line()
    try Output.text(table(rows))
    let floors = floorTable(old, new)
    if !floors.isEmpty { try Output.text("\nas multiples of their floors\n" + floors) }
    if let chart {
      let svg = CompareChart(before: old, after: new, rows: rows, names: (operands[0], operands[1])).svg
      try writeFile(chart, Array(svg.utf8))
    }
  }

  private func table(_ rows: [CompareRow]) -> String {
    let head = ["", "A", "B", "B / A", "from", "to", ""]
    let cells = rows.map { row in
      [
        row.name, duration(row.before.median), duration(row.after.median), decimals(row.ratio),
        decimals(row.range.lowerBound), decimals(row.range.upperBound), row.verdict,
      ]
    }
    return columns([head] + cells)
  }

  private func floorTable(_ old: CompareRun, _ new: CompareRun) -> String {
    func multiple(of name: String, in run: CompareRun) -> Double? {
      guard let result = run.results.first(where: { $0.name == name }), let floor = result.floor.flatMap(run.times)
      else { return nil }
      return result.times.median / floor.median
    }
    let cells: [[String]] = new.results.compactMap {
      guard let before = multiple(of: $0.name, in: old), let after = multiple(of: $0.name, in: new) else { return nil }
      return [$0.name, decimals(before), decimals(after), decimals(after / before)]
    }
    return cells.isEmpty ? "" : columns([["", "A", "B", "B / A"]] + cells)
  }

  /// Formats a table. The first column and column 6, which has the verdicts, are aligned to the left, the others to the right.
  private func columns(_ rows: [[String]]) -> String {
    let widths = (0..<rows[0].count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        let blanks = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 || column == 6 ? text + blanks : blanks + text
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}

/// Returns the value with two decimals, or with two significant digits if it is very small.
func decimals(_ value: Double) -> String {
  let format = value < 0.1 || value >= 1e6 ? "%.2g" : value < 1e4 ? "%.2f" : "%.0f"
  return String(format: format, value)
}

/// Returns a time in nanoseconds in the unit with the fewest digits.
func duration(_ nanoseconds: Double) -> String {
  if nanoseconds < 10_000 { return decimals(nanoseconds) + " ns" }
  if nanoseconds < 10_000_000 { return decimals(nanoseconds / 1000) + " us" }
  if nanoseconds < 10_000_000_000 { return decimals(nanoseconds / 1_000_000) + " ms" }
  return decimals(nanoseconds / 1_000_000_000) + " s"
}
