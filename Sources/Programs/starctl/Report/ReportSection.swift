import Foundation

/// The part of a report about one question.
struct ReportSection {
  let question: QuestionFigures
  let period: ReportPeriod
  let language: ReportLanguage
  let words: ReportWords

  init(_ question: QuestionFigures, _ period: ReportPeriod, _ language: ReportLanguage, _ words: ReportWords) {
    (self.question, self.period, self.language, self.words) = (question, period, language, words)
  }

  /// An element's ID. It includes the scale, because a question may have been asked on several scales.
  private var id: String {
    let key = question.key
    return "q-" + (key.question + "-" + key.kind + "-\(key.starCount)").utf8.map { String($0, radix: 16) }.joined()
  }

  private var findings: [String] { ReportFindings(question, period, language).sentences }

  private var title: String {
    let name = question.key.question
    return name.isEmpty ? language[.rating] : words.question(name)
  }

  /// The question and its findings, for the head of the page; `nil` without any.
  var summary: String? {
    if findings.isEmpty { return nil }
    let all = SVG.escaped(findings.joined(separator: " · "))
    return "<li><a href=\"#\(id)\"><bdi>\(SVG.escaped(title))</bdi></a><b>\(all)</b></li>"
  }

  var html: String {
    let kind = ReportPhrase(kind: question.key.kind).map { language[$0] } ?? question.key.kind
    let scale = question.measure == .none ? "" : " · \(language.count(Int64(question.key.starCount)))"
    let charts = ReportCharts(question, period, language)
    let parts = [
      question.now.count == 0 ? nil : charts.trend,
      question.measure == .none ? nil : charts.distribution,
      charts.shares(.reasons, column: .reason, question.reasons, of: question.asked, .asked, words.reason),
      charts.shares(.choices, column: .choice, question.chosen, of: question.now.count, .share, words.option),
      question.now.count == 0 ? nil : charts.hours,
      charts.kiosks,
    ]
    return """
      <section class="question" aria-labelledby="\(id)"><h2 id="\(id)"><bdi>\(SVG.escaped(title))</bdi> <small>\(SVG.escaped(kind))\(scale)</small></h2>
      \(findings.map { "<p class=\"finding\">\(SVG.escaped($0))</p>" }.joined())
      <dl class="totals">\(totals)</dl>
      <div class="charts">
      \(parts.compactMap { $0 }.joined(separator: "\n"))
      </div></section>
      """
  }

  private var totals: String {
    var totals: [String] = []
    func add(_ title: String, _ value: String, _ note: String = "", kind: String = "") {
      let small = note.isEmpty ? "" : "<small>\(note)</small>"
      totals.append("<div class=\"\(kind)\"><dt>\(SVG.escaped(title))</dt><dd>\(SVG.escaped(value))\(small)</dd></div>")
    }
    let score = ReportScore(question.measure, language)
    if let mean = question.now.mean, question.measure != .none {
      let margin = question.now.margin.map { score.margin($0) + " (" + language[.interval] + ")" } ?? ""
      add(score.title, score.text(mean), SVG.escaped(margin), kind: "main")
      if let change = question.now.change(from: question.before), let before = question.before.mean {
        add(
          language[.change], score.signed(change.difference),
          SVG.escaped(
            "\(language[.before]): \(score.text(before)); \(language[change.isClear ? .clear : .chance])"),
          kind: !change.isClear ? "" : change.difference > 0 ? "better" : "worse")
      }
    }
    let count = question.now.count
    add(
      language[.answers], language.count(count),
      SVG.escaped("\(language[.before]): \(language.count(question.before.count))"))
    switch question.measure {
    case .mean: add(language[.satisfied], language.share(question.satisfied, of: count))
    case .promoters:
      for phrase in [ReportPhrase.promoters, .passives, .detractors] {
        add(language[phrase], language.share(question.count(phrase.values), of: count))
      }
    case .yes, .none: break
    }
    return totals.joined()
  }
}

/// The format of a measure's values.
struct ReportScore {
  private let measure: Measure
  private let language: ReportLanguage
  init(_ measure: Measure, _ language: ReportLanguage) { (self.measure, self.language) = (measure, language) }

  var title: String {
    switch measure {
    case .promoters: language[.promoterScore]
    case .yes: language[.yes]
    case .mean, .none: language[.mean]
    }
  }

  func text(_ score: Double) -> String {
    switch measure {
    case .promoters: language.signed(score, places: 1)
    case .yes: language.percent(score / 100)
    case .mean, .none: language.decimal(score, places: 2)
    }
  }

  /// Returns a value of the scale, without decimals if they are 0.
  func tick(_ score: Double) -> String {
    switch measure {
    case .promoters: language.signed(score, places: 0)
    case .yes: language.count(Int64(score)) + " %"
    case .mean, .none: language.decimal(score, places: score == score.rounded() ? 0 : 1)
    }
  }

  /// Returns half of an interval.
  func margin(_ margin: Double) -> String { language.margin(margin, places: places) }
  func unsigned(_ difference: Double) -> String { language.decimal(difference, places: places) }
  func signed(_ difference: Double) -> String { language.signed(difference, places: places) }
  private var places: Int { if case .mean = measure { 2 } else { 1 } }
}
