import Basics
import Foundation
import Journal

/// A report as a page: a single file that needs no scripts and no network.
struct ReportPage {
  let figures: ReportFigures
  let language: ReportLanguage
  let words: ReportWords

  var html: String {
    let direction = language.isRightToLeft ? "rtl" : "ltr"
    return """
      <!doctype html>
      <html lang="\(SVG.attribute(language.tag))" dir="\(direction)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(text(.title)), \(days(figures.period.days, .period))</title>
      <style>
      \(PageStyle.palette)
      \(ReportStyle.css)
      </style>
      <header>
        <h1>\(PageStyle.star)\(text(.title))</h1>
        <p>\(days(figures.period.days, .period)). \(days(figures.period.before, .compared)).</p>
        <dl class="totals">\(totals)</dl>
      </header>
      <main>
      \(figures.questions.map { ReportSection($0, figures.period, language, words).html }.joined(separator: "\n"))
      \(marks)
      </main>
      <footer>\(SVG.escaped(language.filled(.madeBy, ["program": "starctl report"])))</footer>
      </html>

      """
  }

  private func text(_ phrase: ReportPhrase) -> String { SVG.escaped(language[phrase]) }

  private func days(_ days: Range<Int>, _ phrase: ReportPhrase) -> String {
    SVG.escaped(
      language.filled(
        phrase, ["from": language.day(days.lowerBound), "to": language.day(days.upperBound - 1)]))
  }

  private var totals: String {
    func total(_ phrase: ReportPhrase, _ now: Int64, before: Int64?) -> String {
      let note = before.map { "<small>\(text(.before)): \(language.count($0))</small>" } ?? ""
      return "<div><dt>\(text(phrase))</dt><dd>\(language.count(now))\(note)</dd></div>"
    }
    return total(.answers, figures.answers.now, before: figures.answers.before)
      + total(.visits, figures.visits.now, before: figures.visits.before)
      + total(.kiosks, Int64(figures.kiosks.count), before: nil)
  }

  /// The number of marked answers, and how the marks affect the figures.
  private var marks: String {
    let rows = zip(Answer.Flags.names, figures.marked).map { mark, count in
      "<tr><th scope=\"row\">\(text(ReportPhrase(mark: mark.name)))</th><td>\(language.count(count))</td></tr>"
    }
    var notes = [language.filled(.leftOut, ["count": language.count(figures.leftOutCount)])]
    if figures.undated > 0 { notes.append(language.filled(.unsetClock, ["count": language.count(figures.undated)])) }
    return """
      <section aria-labelledby="marks"><h2 id="marks">\(text(.marks))</h2>
      <table class="narrow"><thead><tr><th scope="col">\(text(.mark))</th><th scope="col">\(text(.answers))</th></tr></thead>
      <tbody>\(rows.joined())</tbody></table>
      <p class="lead">\(notes.map { SVG.escaped($0) }.joined(separator: "<br>"))</p>
      </section>
      """
  }
}
