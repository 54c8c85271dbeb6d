/// A comparison as a page: the runs, a chart for each run beside the base, one table of all figures, and the series of drags.
struct ComparePage {
  let comparison: Comparison

  var html: String {
    let charts = comparison.others.map { other, rows in
      figure(
        "Time of \(other.name) over time of \(comparison.base.name)",
        CompareChart(rows: rows, names: (comparison.base.name, other.name)).svg)
    }
    let series = comparison.runs.compactMap { each in
      each.run.seriesSummary.map { figure("\(each.name): \($0)", SustainChart(series: each.run.series ?? []).svg) }
    }
    return Page.html(
      PackageResources.compare_html, style: PackageResources.compare_css,
      [
        "runs": comparison.runs.map(article).joined(separator: "\n"),
        "sections": section("ratios", "Ratios", charts.joined(separator: "\n"))
          + section("figures", "All figures", comparison.base.run.results.isEmpty ? "" : table)
          + section("series", "A drag without a pause", series.joined(separator: "\n")),
      ])
  }

  private func section(_ id: String, _ title: String, _ content: String) -> String {
    content.isEmpty ? "" : "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(title)</h2>\n\(content)\n</section>\n"
  }

  private func figure(_ title: String, _ svg: String) -> String {
    "<figure><figcaption>\(SVG.escaped(title))</figcaption>\n\(svg)</figure>"
  }

  private func article(_ named: Comparison.Named) -> String {
    let (run, machine, build) = (named.run, named.run.machine, named.run.build)
    let processors = machine.processors.map { ", \($0) processors" } ?? ""
    let facts: [(String, String)] = [
      ("Board", machine.board),
      ("Processor", machine.processor + processors + (machine.architecture.map { ", " + $0 } ?? "")),
      ("Memory", machine.memoryMib.map { "\($0) MiB" } ?? ""),
      ("Kernel", "\(machine.kernel), governor \(machine.governor)"),
      ("Screen", run.display),
      ("Build", "\(build.language), \(build.compiler), commit \(build.commit)"),
      ("Date", run.date),
      ("Note", run.note ?? ""),
    ]
    let rows = facts.filter { !$0.1.isEmpty && $0.1 != "unknown" }.map { "<dt>\($0)</dt><dd>\(SVG.escaped($1))</dd>" }
    let doubts = run.valid ? [] : run.reasons.map { "<p class=\"doubt\">not valid: \(SVG.escaped($0))</p>" }
    return
      "<article><h3>\(named.name): \(SVG.escaped(named.file))</h3>\(doubts.joined())<dl>\(rows.joined())</dl></article>"
  }

  private var table: String {
    let measured = [comparison.base] + comparison.others.map(\.named)
    let heads = measured.enumerated().map { i, run in
      let name = run.name
      return "<th scope=\"col\">\(name)</th><th scope=\"col\">\(name) / floor</th>"
        + (i == 0 ? "" : "<th scope=\"col\">\(name) / \(comparison.base.name)</th>")
    }
    let rows = comparison.subjects.map { subject in
      let cells = measured.enumerated().map { i, each in
        let time = each.run.times(of: subject).map { duration($0.median) } ?? ""
        let floor = each.run.timesFloor(of: subject).map { decimals($0) } ?? ""
        let row = i == 0 ? nil : comparison.others[i - 1].rows.first { $0.name == subject }
        let ratio =
          row.map { "<td class=\"\(style(of: $0))\">\(decimals($0.ratio))</td>" } ?? (i == 0 ? "" : "<td></td>")
        return "<td>\(time)</td><td>\(floor)</td>\(ratio)"
      }
      return "<tr><th scope=\"row\">\(SVG.escaped(subject))</th>\(cells.joined())</tr>"
    }
    return
      "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Subject</th>\(heads.joined())</tr></thead>\n<tbody>"
      + rows.joined(separator: "\n") + "</tbody></table></div>"
  }

  private func style(of row: CompareRow) -> String {
    ["faster", "slower"].contains(row.verdict) ? row.verdict : "secondary"
  }
}
