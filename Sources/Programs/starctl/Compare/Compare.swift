import Basics
import Foundation
import System

struct Compare: Command {
  static var name: String { "compare" }
  static var summary: String { "prints and draws reports of star-bench --json, relative to the first" }
  static var operands: [String] { ["FILE"] }
  static var moreOperands: String? { "FILE" }
  static var options: [CommandOption<Self>] {
    [
      .text("output", "PAGE.html", "Also write a page with the runs, charts of their ratios, and their series.") {
        $0.page = $1
      }
    ]
  }
  static var notes: [String] {
    [
      "The first file is A, the second B, and so on. Prints each run's median over A's for each subject that both have, and the "
        + "range that the middle halves of both runs' batches allow for that ratio. If the range contains 1, no change is shown.",
      "A warning lists what differed besides the build: screen, processor, board, kernel, governor. Compare two machines "
        + "by the ratios to their own floors, which are also printed.",
    ]
  }

  private var page: String?

  func run(_ operands: [String]) throws {
    let comparison = try Comparison(files: operands)
    for warning in comparison.warnings { Standard.error("warning: " + warning, .warning) }
    try Output.text(comparison.text)
    if let page { try writeFile(page, Array(ComparePage(comparison: comparison).html.utf8)) }
  }
}

/// Runs side by side. The first one that has results is the base of all ratios.
struct Comparison {
  /// A run and its name in the tables: a letter, or a number beyond 26 runs.
  struct Named {
    let name: String
    let file: String
    let run: CompareRun
  }

  let runs: [Named]
  let base: Named
  /// The other runs that have results, with their ratios to the base's.
  let others: [(named: Named, rows: [CompareRow])]

  init(files: [String]) throws(ProgramError) {
    var runs: [Named] = []
    for (i, file) in files.enumerated() {
      let name = files.count > 26 ? "\(i + 1)" : String(UnicodeScalar(UInt8(ascii: "A") + UInt8(i)))
      runs.append(Named(name: name, file: file, run: try CompareRun(path: file)))
    }
    let measured = runs.filter { !$0.run.results.isEmpty }
    let base = measured.first ?? runs[0]
    (self.runs, self.base) = (runs, base)
    var others: [(Named, [CompareRow])] = []
    for other in measured.dropFirst() {
      let rows = CompareRow.rows(base.run, other.run)
      if rows.isEmpty { throw .failure("\(base.file) and \(other.file) have no subject in common") }
      others.append((other, rows))
    }
    self.others = others
  }

  /// Why ratios may not measure a change of the program.
  var warnings: [String] {
    others.compactMap { other, _ in
      let differences = base.run.differences(from: other.run).joined(separator: ", ")
      if differences.isEmpty { return nil }
      return "\(base.name) and \(other.name) were measured under different conditions: \(differences); "
        + "\(other.name) / \(base.name) does not measure a change"
    }
  }

  /// The subjects of the base, then those that only other runs have.
  var subjects: [String] {
    var subjects = base.run.results.map(\.name)
    for (other, _) in others { subjects += other.run.results.map(\.name).filter { !subjects.contains($0) } }
    return subjects
  }

  // MARK: Text

  var text: String {
    var lines = runs.map { "\($0.name)  \($0.file): \($0.run.summary)" }
    lines += runs.filter { !$0.run.valid }.map { "\($0.name) is not valid: " + $0.run.reasons.joined(separator: "; ") }
    var text = lines.map { $0 + "\n" }.joined()
    if !base.run.results.isEmpty { text += "\n" + columns(timeTable, isText: { $0 >= 6 && ($0 - 6) % 5 == 0 }) }
    let floors = floorTable
    if floors.count > 1 { text += "\nas multiples of their floors\n" + columns(floors, isText: { _ in false }) }
    for each in runs {
      if let sentence = each.run.seriesSummary { text += "\n\(each.name) in a drag without a pause: \(sentence)\n" }
    }
    return text
  }

  private var timeTable: [[String]] {
    let head =
      ["", base.name] + others.flatMap { [$0.named.name, "\($0.named.name) / \(base.name)", "from", "to", ""] }
    let rows = subjects.compactMap { subject -> [String]? in
      guard let own = base.run.times(of: subject) else { return nil }
      let cells = others.flatMap { other -> [String] in
        guard let row = other.rows.first(where: { $0.name == subject }) else { return ["", "", "", "", ""] }
        let range = row.range
        return [
          duration(row.after.median), decimals(row.ratio), decimals(range.lowerBound), decimals(range.upperBound),
          row.verdict,
        ]
      }
      let isShown = others.isEmpty || cells.contains { !$0.isEmpty }
      return isShown ? [subject, duration(own.median)] + cells : nil
    }
    return [head] + rows
  }

  private var floorTable: [[String]] {
    let head = ["", base.name] + others.flatMap { [$0.named.name, "\($0.named.name) / \(base.name)"] }
    let rows = subjects.compactMap { subject -> [String]? in
      guard let own = base.run.timesFloor(of: subject) else { return nil }
      let cells = others.flatMap { other -> [String] in
        other.named.run.timesFloor(of: subject).map { [decimals($0), decimals($0 / own)] } ?? ["", ""]
      }
      return [subject, decimals(own)] + cells
    }
    return [head] + rows
  }

  /// Formats a table. The first column and the columns of text are left-aligned; the others are right-aligned.
  private func columns(_ rows: [[String]], isText: (Int) -> Bool) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        let blanks = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 || isText(column) ? text + blanks : blanks + text
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
