import Basics
import CPages
import Screens
import Settings
import StarSlider
import System

extension Conformance {
  /// The report as a page: one file that needs no scripts and no network.
  var html: String {
    let style = String(cString: cpages_style()) + String(cString: cpages_conformance_style())
    return Template(String(cString: cpages_conformance())).filled([
      ("file", Self.escaped(subject.file)), ("style", style), ("star", Self.star),
      ("facts", facts.reduce(into: "") { $0 += "<dt>\($1.name)</dt><dd>\(Self.escaped($1.value))</dd>" }),
      ("totals", Finding.Outcome.allCases.reduce(into: "") { $0 += total($1) }),
      ("unmet", clauses.reduce(into: "") { if $1.finding.outcome == .notMet { $0 += Self.item($1) } }),
      ("chapters", chapters.reduce(into: "") { $0 += Self.section($1) }), ("version", "\(Version.number)"),
    ])
  }

  /// The star before the title, without the line's end.
  private static var star: String {
    String(
      decoding: Array(String(cString: cpages_star()).utf8.prefix { $0 != UInt8(ascii: "\n") }), as: UTF8.self)
  }

  /// What was judged.
  var facts: [(name: String, value: String)] {
    var facts: [(name: String, value: String)] = [("Configuration", subject.file)]
    if !subject.board.utf8.isEmpty { facts.append(("Board", subject.board)) }
    var size = "\(subject.size.width)x\(subject.size.height) px"
    if let area = subject.settings.screen.area { size += ", panel of \(area.width)x\(area.height) mm" }
    facts.append(("Screen", size))
    facts.append(("Reading distance", "\(ScreenMeasures.leastCapitals.distance) mm"))
    facts.append(("Keypad", subject.hasKeys ? "accepted" : "excluded by keys = no"))
    facts.append(("More contrast", subject.contrast == nil ? "no button" : "button in the top right corner"))
    return facts
  }

  private func total(_ outcome: Finding.Outcome) -> String {
    "<div class=\"\(outcome.name)\"><dt>\(outcome.title)</dt><dd>\(count(outcome))</dd></div>"
  }

  private static func item(_ clause: Clause) -> String {
    "<li><a href=\"#\(anchor(clause))\">\(clause.number)</a> <span>\(escaped(clause.title))</span></li>\n"
  }

  private static func section(_ chapter: Chapter) -> String {
    "<section aria-labelledby=\"\(chapter.id)\"><h2 id=\"\(chapter.id)\">\(escaped(chapter.title))</h2>\n"
      + chapter.clauses.reduce(into: "") { $0 += article($1) } + "</section>\n"
  }

  private static func article(_ clause: Clause) -> String {
    let finding = clause.finding
    var html =
      "<article id=\"\(anchor(clause))\" class=\"\(finding.outcome.name)\">"
      + "<h3><span class=\"number\">\(clause.number)</span> \(escaped(clause.title))</h3>\n"
      + "<div><p class=\"outcome\">\(finding.outcome.title)</p>\n<p>\(escaped(finding.reason))</p>\n"
    if !finding.figures.isEmpty {
      html += "<dl class=\"figures\">" + finding.figures.reduce(into: "") { $0 += row($1) } + "</dl>\n"
    }
    if !finding.tests.isEmpty {
      let names = finding.tests.reduce(into: "") { $0 += ($0.utf8.isEmpty ? "" : ", ") + "<code>\($1)</code>" }
      html += "<p class=\"tests\">Shown by \(names)</p>\n"
    }
    return html + "</div></article>\n"
  }

  private static func row(_ figure: Finding.Figure) -> String {
    let required = figure.required.utf8.isEmpty ? "" : "<small>needs \(escaped(figure.required))</small>"
    return "<div><dt>\(escaped(figure.name))</dt><dd><b>\(escaped(figure.value))</b>\(required)</dd></div>"
  }

  private static func anchor(_ clause: Clause) -> String {
    let bytes = clause.number.utf8.map { byte in
      let isKept = (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte >= 0x41
      return isKept ? byte : UInt8(ascii: "-")
    }
    return "clause-" + String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text for use between tags. Control characters become spaces.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in oneLine(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
