import Foundation

/// A page of many runs: a table, a chart for each workload, a comparison of two runs, and all facts of each. It is a single file that needs
/// no network.
struct ResultsPage {
  /// The runs; not empty.
  let runs: [SubmittedRun]

  var html: String {
    let count = runs.count == 1 ? "one run" : "\(runs.count) runs"
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Star slider: how fast boards draw stars</title>
      <style>
      \(PageStyle.palette)
      \(ResultsAssets.style)
      </style>
      <header>
        <h1>\(PageStyle.star)How fast boards draw stars</h1>
        <p>Measured by <code>star-bench --submit</code>, \(count). The figure to quote is <strong>stars per second per GHz</strong>:
          how many stars of 64 px a core paints from their corners, for each GHz of its measured clock. Beside it stand the time of
          such a star over its floor, which only stores the same bytes, and over other libraries on the same machine.</p>
      </header>
      <nav aria-label="Parts of this page"><a href="#runs">Runs</a> <a href="#compare">Compare two</a>
        <a href="#workloads">Workloads</a> <a href="#machines">Machines</a></nav>
      <main>
      <section aria-labelledby="runs"><h2 id="runs">Runs</h2>
      \(table)
      </section>
      <section aria-labelledby="compare"><h2 id="compare">Compare two</h2>
      \(comparison)
      </section>
      <section aria-labelledby="workloads"><h2 id="workloads">Workloads</h2>
      <p class="lead">Operations per second: a longer bar is faster. One clock, one core; the floor stores or copies the same bytes.</p>
      <div class="charts">
      \(ResultsCharts(runs: runs).html)
      </div></section>
      <section aria-labelledby="machines"><h2 id="machines">Machines</h2>
      \(runs.enumerated().map { ResultsMachine(run: $1, all: runs).html(number: $0) }.joined(separator: "\n"))
      </section>
      </main>
      <footer>Ratios within one run carry over to other machines better than times.
        Made by <code>starctl results</code>.</footer>
      <script type="application/json" id="data">\(json)</script>
      <script>
      \(ResultsAssets.script)
      </script>
      </html>

      """
  }

  // MARK: The table

  private struct Column {
    let title: String
    /// The meaning of the figure, for a narrow screen and a tooltip.
    let explanation: String
    /// Whether a larger figure is better, so that it is sorted first.
    var largestFirst = false
  }

  private static let columns = [
    Column(title: "Machine", explanation: "Board, processor and kernel"),
    Column(title: "Stars / s / GHz", explanation: "Stars of 64 px per second per GHz", largestFirst: true),
    Column(title: "Over floor", explanation: "Time of a star over storing its bytes"),
    Column(title: "Over peers", explanation: "Time of a star over the closest library's on this machine"),
    Column(title: "Clock", explanation: "Measured clock while stars were painted", largestFirst: true),
    Column(title: "Star, 64 px", explanation: "Time of one star from its corners"),
    Column(title: "Drag frame", explanation: "Time of one frame of a drag over five stars"),
    Column(title: "Date", explanation: "Date of the run", largestFirst: true),
  ]

  private var table: String {
    let heads = Self.columns.enumerated().map { i, column in
      let sorted = i == 1 ? " aria-sort=\"descending\"" : ""
      let first = column.largestFirst ? "descending" : "ascending"
      return "<th scope=\"col\" role=\"columnheader\"\(sorted)><button type=\"button\" data-first=\"\(first)\" "
        + "title=\"\(column.explanation)\">\(column.title)</button></th>"
    }
    return "<table id=\"table\" role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\">" + heads.joined()
      + "</tr></thead>\n<tbody role=\"rowgroup\">\n" + runs.enumerated().map(row).joined(separator: "\n")
      + "\n</tbody></table>"
  }

  private func row(_ number: Int, _ run: SubmittedRun) -> String {
    let headline = run.details.headline
    let best = runs.compactMap { $0.details.headline?.starsPerSecondPerGhz }.max() ?? 1
    func time(_ name: String) -> Double? { run.report.times(of: name)?.median }
    func cell(_ column: Int, _ text: String?, sort: Double?, missing: String = "not measured", extra: String = "")
      -> String
    {
      let shown = text.map { "<span>\($0)</span>" } ?? "<span class=\"none\">\(missing)</span>"
      return
        "<td role=\"cell\" data-label=\"\(Self.columns[column].title)\" data-sort=\"\(sort.map { "\($0)" } ?? "")\">\(shown)\(extra)</td>"
    }
    let bar = headline.map {
      "<svg class=\"bar\" aria-hidden=\"true\" width=\"100%\" height=\"4\"><rect class=\"track\" width=\"100%\" height=\"4\" rx=\"2\"/>"
        + "<rect class=\"fill\" width=\"\(SVG.number(100 * $0.starsPerSecondPerGhz / best))%\" height=\"4\" rx=\"2\"/></svg>"
    }
    let peer = run.bestPeer
    let peers = run.peers.map { "\($0.name) \(decimals($0.ratio))" }.joined(separator: ", ")
    let suffix = headline.map { String($0.subject.dropFirst("raster 64".count)) } ?? ""
    let day = String(run.report.date.prefix(10))
    return "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\" data-sort=\"\(SVG.attribute(run.title))\">"
      + "<a href=\"#machine-\(number)\">\(SVG.escaped(run.title))</a>\(ResultsMachine.badges(run))"
      + "<small>\(SVG.escaped(run.boardTitle ?? ResultsMachine.subtitle(run)))</small></th>"
      + cell(
        1, headline.map { "<b class=\"figure\">\(grouped($0.starsPerSecondPerGhz))</b>" },
        sort: headline?.starsPerSecondPerGhz, extra: bar ?? "")
      + cell(2, headline?.timesFloor.map { decimals($0) + " ×" }, sort: headline?.timesFloor)
      + cell(
        3,
        peer.map {
          "<span title=\"\(SVG.attribute(peers))\">\(decimals($0.ratio)) × \(SVG.escaped($0.name))</span>"
        },
        sort: peer?.ratio)
      + cell(4, headline.map { decimals($0.clockKhz / 1e6) + " GHz" }, sort: headline?.clockKhz)
      + cell(5, time("raster 64" + suffix).map(briefTime), sort: time("raster 64" + suffix))
      + cell(6, time("drag" + suffix).map(briefTime), sort: time("drag" + suffix))
      + "<td role=\"cell\" data-label=\"Date\" data-sort=\"\(SVG.attribute(run.report.date))\"><span>\(SVG.escaped(day))</span></td></tr>"
  }

  // MARK: The comparison

  private var comparison: String {
    if runs.count < 2 { return "<p class=\"lead\">A comparison needs two runs; here is one.</p>" }
    func choice(_ name: String, chosen: Int) -> String {
      let options = runs.enumerated().map { i, run in
        "<option value=\"\(i)\"\(i == chosen ? " selected" : "")>\(SVG.escaped(run.label(among: runs)))</option>"
      }
      return "<label>\(name.uppercased()) <select id=\"\(name)\">\(options.joined())</select></label>"
    }
    return """
      <noscript><p>The comparison needs JavaScript.</p></noscript>
      <form class="choices" autocomplete="off">\(choice("a", chosen: 0))\(choice("b", chosen: 1))</form>
      <p id="summary" class="lead" aria-live="polite"></p>
      <table id="comparison" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Workload</th>
      <th scope="col" role="columnheader">A</th><th scope="col" role="columnheader">B</th>
      <th scope="col" role="columnheader">Speed of B over A</th><th scope="col" role="columnheader">At equal clocks</th></tr></thead>
      <tbody role="rowgroup"></tbody></table>
      """
  }

  private struct Data: Encodable {
    struct Result: Encodable {
      let name: String
      let title: String
      /// The time in nanoseconds.
      let time: Double
      let shown: String
    }
    let title: String
    let valid: Bool
    let headline: Double?
    let clock: Double?
    let results: [Result]
  }

  /// The data for the comparison.
  private var json: String {
    let data = runs.map { run in
      let results = run.report.results.filter { $0.floor != nil }.map {
        Data.Result(
          name: $0.name, title: ResultsCharts.title($0.name), time: $0.times.median, shown: briefTime($0.times.median))
      }
      return Data(
        title: run.label(among: runs), valid: run.report.valid, headline: run.details.headline?.starsPerSecondPerGhz,
        clock: run.details.headline?.clockKhz, results: results)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let bytes = try? encoder.encode(data) else { return "[]" }
    // Escaped, so that no text of a run can end the script.
    return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "<", with: "\\u003c")
  }
}

/// Returns a number without decimals, with a narrow space between thousands.
func grouped(_ value: Double) -> String {
  let digits = String(format: "%.0f", value)
  let groups = stride(from: digits.count, to: 0, by: -3).map { end in
    String(Array(digits)[max(end - 3, 0)..<end])
  }
  return groups.reversed().joined(separator: "\u{202f}")
}

/// Returns a time in nanoseconds with three digits.
func briefTime(_ nanoseconds: Double) -> String {
  let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
  let (unit, size) = units.last { nanoseconds >= $0.1 } ?? units[0]
  let value = nanoseconds / size
  return String(format: value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value) + " " + unit
}
