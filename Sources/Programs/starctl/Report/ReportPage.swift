import Basics
import Foundation
import Journal

/// A report as a page: a single file that needs no scripts and no network.
struct ReportPage {
  let figures: ReportFigures
  let language: ReportLanguage
  let words: ReportWords

  var html: String {
    let sections = figures.questions.map { ReportSection($0, figures.period, language, words) }
    let findings = sections.compactMap { $0.summary }
    return Page.html(
      PackageResources.report_html, style: PackageResources.report_css,
      [
        "language": SVG.attribute(language.tag), "direction": language.isRightToLeft ? "rtl" : "ltr",
        "title": text(.title), "period": days(figures.period.days, .period),
        "compared": days(figures.period.before, .compared), "totals": totals,
        "changed": changed, "findings": findings.isEmpty ? "" : "<ul class=\"findings\">\(findings.joined())</ul>",
        "sections": sections.map { $0.html }.joined(separator: "\n"), "visits": visits, "marks": text(.marks),
        "mark": text(.mark),
        "answers": text(.answers), "marked": marked, "notes": notes,
        "made-by": SVG.escaped(language.filled(.madeBy, ["program": "starctl report"])),
      ])
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

  /// When the questions or their words changed, so that answers before and after are not mixed without a word.
  private var changed: String {
    if figures.meaning.changes.isEmpty { return "" }
    let dates = figures.meaning.changes.suffix(5).map { language.day($0) }.joined(separator: ", ")
    return "<p class=\"finding\">\(SVG.escaped(language.filled(.changed, ["dates": dates])))</p>"
  }

  private var visits: String {
    var questions: [String] = []
    // A question that was asked on several scales has a section for each.
    for figures in figures.questions where !questions.contains(figures.key.question) {
      questions.append(figures.key.question)
    }
    return VisitSection(visits: figures.counted, questions: questions, language: language, words: words).html
  }

  /// The number of answers with each mark.
  private var marked: String {
    zip(Answer.Flags.names, figures.marked).map { mark, count in
      "<tr><th scope=\"row\">\(text(ReportPhrase(mark: mark.name)))</th><td>\(language.count(count))</td></tr>"
    }.joined()
  }

  /// How the marks affect the figures.
  private var notes: String {
    var notes = [language.filled(.leftOut, ["count": language.count(figures.leftOutCount)])]
    func note(_ phrase: ReportPhrase, _ count: Int64) {
      if count > 0 { notes.append(language.filled(phrase, ["count": language.count(count)])) }
    }
    note(.unsetClock, figures.meaning.undated)
    note(.reordered, figures.meaning.reordered)
    return notes.map { SVG.escaped($0) }.joined(separator: "<br>")
  }
}
