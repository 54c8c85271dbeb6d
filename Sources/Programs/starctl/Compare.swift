import ArgumentParser
import Foundation
import System

/// `starctl compare`: two runs of star-bench, beside each other.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares two reports of star-bench --json.",
    discussion: """
      Prints, for each thing that both have measured, the second run's median over the first one's, and how far the \
      middle halves of both runs' batches allow that ratio to be off. Where 1 lies in between, nothing is shown to have \
      changed. A warning names what else than the build was not the same: screen, processor, board, kernel, governor. Two \
      machines are best compared by the ratios to their own floors: those lines are there, too.
      """)

  @Argument(help: ArgumentHelp("The run before, or the one to measure against.", valueName: "a.json"))
  var before: String

  @Argument(help: ArgumentHelp("The run after.", valueName: "b.json"))
  var after: String

  @Option(help: ArgumentHelp("Draws the ratios as an SVG picture, too.", valueName: "file.svg"))
  var chart: String?

  func run() throws {
    let (old, new) = (try CompareRun(path: before), try CompareRun(path: after))
    let rows = CompareRow.rows(old, new)
    if rows.isEmpty { throw Failure("the two reports have measured nothing in common") }
    let differences = old.differences(from: new).joined(separator: ", ")
    if !differences.isEmpty {
      Standard.errorText("warning: A and B were not measured alike: \(differences); B / A is no measure of a change\n")
    }
    try Output.line("A  \(before): \(old.summary)")
    try Output.line("B  \(after): \(new.summary)")
    for (name, run) in [("A", old), ("B", new)] where !run.valid {
      try Output.line("\(name) is not to be trusted: " + run.reasons.joined(separator: "; "))
    }
    try Output.line()
    try Output.text(table(rows))
    let floors = floorTable(old, new)
    if !floors.isEmpty { try Output.text("\nas multiples of their floors\n" + floors) }
    if let chart {
      let svg = CompareChart(old, new, rows, names: (before, after)).svg
      do throws(SystemError) { try writeFile(chart, Array(svg.utf8)) } catch { throw Failure(error.message) }
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
    let cells: [[String]] = new.results.compactMap { result in
      guard let before = multiple(of: result, in: old), let after = multiple(of: result, in: new) else { return nil }
      return [result.name, decimals(before), decimals(after), decimals(after / before)]
    }
    return cells.isEmpty ? "" : columns([["", "A", "B", "B / A"]] + cells)
  }

  private func multiple(of result: CompareRun.Result, in run: CompareRun) -> Double? {
    guard let mine = run.results.first(where: { $0.name == result.name }), let name = mine.floor,
      let floor = run.results.first(where: { $0.name == name })
    else { return nil }
    return CompareTimes(mine.batchesNs).median / CompareTimes(floor.batchesNs).median
  }

  /// The first column to the left, the last to the left if it is words, the others to the right.
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

/// Two decimals; two digits that say something where two decimals would not have them.
func decimals(_ value: Double) -> String {
  let format = value < 0.1 || value >= 1e6 ? "%.2g" : value < 1e4 ? "%.2f" : "%.0f"
  return String(format: format, value)
}

/// Nanoseconds in the unit that has few digits.
func duration(_ nanoseconds: Double) -> String {
  if nanoseconds < 10_000 { return decimals(nanoseconds) + " ns" }
  if nanoseconds < 10_000_000 { return decimals(nanoseconds / 1000) + " us" }
  if nanoseconds < 10_000_000_000 { return decimals(nanoseconds / 1_000_000) + " ms" }
  return decimals(nanoseconds / 1_000_000_000) + " s"
}
