/// The part of a report about what became of the visits that began.
struct VisitSection {
  let visits: VisitFigures
  /// The questions in the order of the report.
  let questions: [String]
  let language: ReportLanguage
  let words: ReportWords

  /// Empty if no visit was counted in the period.
  var html: String {
    if visits.begun.now == 0 { return "" }
    let heads: [ReportPhrase] = [.outcome, .visits, .share, .before]
    let head = heads.map { "<th scope=\"col\">\(SVG.escaped(language[$0]))</th>" }.joined()
    let left = visits.places(inOrder: questions).map { id in
      let name = id.isEmpty ? language[.languageChoice] : words.question(id)
      return row(language.filled(.leftAt, ["question": language.isolated(name: name)]), visits.left[id] ?? Pair())
    }
    let rows = [row(language[.begun], visits.begun)] + left + [row(language[.finished], visits.finished)]
    return """
      <section aria-labelledby="visits"><h2 id="visits">\(SVG.escaped(language[.visitEnds]))</h2>
      <table><thead><tr>\(head)</tr></thead><tbody>\(rows.joined())</tbody></table>
      </section>
      """
  }

  private func row(_ title: String, _ count: Pair) -> String {
    let cells = [
      language.count(count.now), language.share(count.now, of: visits.begun.now), language.count(count.before),
    ]
    return "<tr><th scope=\"row\">\(SVG.escaped(title))</th>"
      + cells.map { "<td>\(SVG.escaped($0))</td>" }.joined() + "</tr>"
  }
}
