import Basics
import Foundation
import Settings
import System

/// A word or sentence of a report. To add one, add a case and a row here, and a line to every translation.
enum ReportPhrase: String, CaseIterable {
  case title, period, compared, answers, visits, kiosks, mean
  case promoterScore = "promoter-score"
  case yes, no, interval, change, clear, chance, satisfied, promoters, passives, detractors
  case rose, fell, steady
  case worstDays = "worst-days"
  case kioskGap = "kiosk-gap"
  case byDay = "by-day"
  case distribution, hours, reasons, choices
  case byKiosk = "by-kiosk"
  case marks
  case table, date, hour, value, share, before, kiosk, reason, choice, mark
  case leftOut = "left-out"
  case repeated, burst, hasty, sweep, staff, partial
  case unsetClock = "unset-clock"
  case unnamed, rating
  case asked, few
  case changed, reordered
  case visitEnds = "visit-ends"
  case outcome, begun, finished
  case leftAt = "left-at"
  case languageChoice = "language-choice"
  case kindStars = "kind-stars"
  case kindFaces = "kind-faces"
  case kindNPS = "kind-nps"
  case kindEffort = "kind-effort"
  case kindChoice = "kind-choice"
  case kindYesNo = "kind-yes-no"
  case kindComment = "kind-comment"
  case madeBy = "made-by"

  /// The English text. `{...}` stands for a value that the report fills in.
  var english: String {
    switch self {
    case .title: "What visitors said"
    case .period: "{from} to {to}"
    case .compared: "Compared with {from} to {to}"
    case .answers: "Answers"
    case .visits: "Visits"
    case .kiosks: "Kiosks"
    case .mean: "Mean"
    case .promoterScore: "Net promoter score"
    case .yes: "Yes"
    case .no: "No"
    case .interval: "95 % interval"
    case .change: "Change"
    case .clear: "more than chance"
    case .chance: "may be chance"
    case .satisfied: "Satisfied"
    case .promoters: "Promoters"
    case .passives: "Passives"
    case .detractors: "Detractors"
    case .rose: "Up from {before} to {now}"
    case .fell: "Down from {before} to {now}"
    case .steady: "About as before: {now}"
    case .worstDays: "Lowest from {from} to {to}: {score}"
    case .kioskGap: "{lower} is {difference} below {higher}"
    case .byDay: "Day by day"
    case .distribution: "All answers"
    case .hours: "Hour and weekday"
    case .reasons: "Reasons"
    case .choices: "Choices"
    case .byKiosk: "By kiosk"
    case .marks: "Marked answers"
    case .table: "Table"
    case .date: "Date"
    case .hour: "Hour"
    case .value: "Value"
    case .share: "Share"
    case .before: "Before"
    case .kiosk: "Kiosk"
    case .reason: "Reason"
    case .choice: "Choice"
    case .mark: "Mark"
    case .leftOut: "Left out of all figures: {count}"
    case .repeated: "Soon after another visit"
    case .burst: "Many visits in a short time"
    case .hasty: "Faster than people read"
    case .sweep: "All values in order"
    case .staff: "Given by staff"
    case .partial: "Visit ended early"
    case .unsetClock: "Given while the kiosk's clock was not set: {count}"
    case .unnamed: "Without a name"
    case .rating: "Rating"
    case .asked: "Of those asked"
    case .few: "Gray: fewer than {count} answers"
    case .changed: "Questions or words changed on {dates}; answers before and after may mean something else."
    case .reordered: "Answers to tiles in changing order: {count}"
    case .visitEnds: "Visits begun and finished"
    case .outcome: "Outcome"
    case .begun: "Begun"
    case .finished: "Finished"
    case .leftAt: "Left at: {question}"
    case .languageChoice: "Choice of language"
    case .kindStars: "Stars"
    case .kindFaces: "Faces"
    case .kindNPS: "Recommendation"
    case .kindEffort: "Effort"
    case .kindChoice: "Choice"
    case .kindYesNo: "Yes or no"
    case .kindComment: "Comment"
    case .madeBy: "Made by {program}"
    }
  }

  /// The values of the visitors that it names.
  var values: ClosedRange<Int> {
    switch self {
    case .promoters: 9...10
    case .passives: 7...8
    default: 0...6
    }
  }

  /// The folder with the package's translations.
  static var folder: String { "/usr/share/star-slider/report" }

  /// Creates the phrase for one of `Answer.kinds`; `nil` for a kind that this version does not know.
  init?(kind: String) { self.init(rawValue: "kind-" + kind) }

  /// Creates the phrase for one of `Answer.Flags.names`.
  init(mark name: String) { self = ReportPhrase(rawValue: name) ?? .mark }
}

/// All phrases in one language.
struct ReportPhrases {
  private var texts: [ReportPhrase: String] = [:]

  /// Reads the translation of a language: TAG.ini, or the file of the language without a region. English needs no file.
  init(_ tag: String, folder: String) throws(ProgramError) {
    let language = String(tag.prefix { $0 != "-" })
    if language.lowercased() == "en" { return }
    let paths = [tag, language].map { folder + "/" + $0 + ".ini" }
    guard let path = paths.first(where: { exists($0) }) else {
      let known = (try? listDirectory(folder))?.filter { $0.hasSuffix(".ini") }.map { $0.dropLast(4) }.sorted() ?? []
      throw ProgramError.failure(
        "cannot write a report in the language \(tag): there is no \(paths[0]); use en"
          + known.map { ", " + $0 }.joined() + ", or name the folder of the translations with --phrases")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: INIDocument.maximumSize)
    } catch { throw ProgramError.failure(error.message) }
    try read(INIDocument(bytes, name: path), path)
  }

  private mutating func read(_ document: INIDocument, _ path: String) throws(ProgramError) {
    if let fault = document.diagnostics.first { throw ProgramError.failure(fault.message) }
    for (line, content) in document.lines {
      guard case .entry(let key, let text) = content, let phrase = ReportPhrase(rawValue: key) else {
        throw ProgramError.failure("\(path):\(line): not a phrase of the report; remove the line")
      }
      texts[phrase] = text
    }
    if let missing = ReportPhrase.allCases.first(where: { texts[$0] == nil }) {
      throw ProgramError.failure("\(path): the phrase \(missing.rawValue) is missing; add it")
    }
  }

  subscript(phrase: ReportPhrase) -> String { texts[phrase] ?? phrase.english }

  /// Returns a phrase with its placeholders filled in, in one pass: a kiosk may be named {higher}.
  func filled(_ phrase: ReportPhrase, _ values: [String: String]) -> String {
    var text = ""
    for (i, part) in self[phrase].split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      text += i == 0 || pieces.count < 2 ? String(part) : (values[String(pieces[0])] ?? "") + pieces[1]
    }
    return text
  }
}
