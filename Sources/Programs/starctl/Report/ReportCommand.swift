import Basics
import Foundation
import Journal
import Settings
import System

/// Creates a page of charts from answers.
struct ReportCommand: Command {
  static var name: String { "report" }
  static var summary: String { "creates a page of charts from answers in journals or a database" }
  static var moreOperands: String? { "FILE" }
  static var options: [CommandOption<Self>] {
    [
      .text("journal", "FILE", "A kiosk's journal. Further ones may follow as arguments.") { $0.journals.append($1) },
      .text(
        "database", "ADDRESS",
        "star-collector's database in place of journals: a connection URI of PostgreSQL, or settings such as \"host=db dbname=star\". "
          + "Missing settings come from the environment, as for psql."
      ) { $0.database = $1 },
      .value("from", "DATE", "The first day, such as 2026-11-01. Default 27 days before the last.") {
        $0.set(\.from, $1)
      },
      .value("to", "DATE", "The last day. Default today.") { $0.set(\.to, $1) },
      .text("output", "DIR", "The folder for index.html, created if necessary. Required.") { $0.output = $1 },
      .text("survey", "FILE", "A kiosk's configuration. Its texts are shown in place of IDs.") { $0.survey = $1 },
      .text("language", "TAG", "The language of the page, such as de. Default en.") { $0.language = $1 },
      .text("phrases", "FOLDER", "The folder of the page's translations. Default " + ReportPhrase.folder + ".") {
        $0.phrases = $1
      },
      .text(
        "time-zone", "NAME", "The time zone, such as Europe/Berlin. Default this machine's, or the database's."
      ) {
        $0.timeZone = $1
      },
      .value("with", "MARKS", "Also count visits with these marks, such as repeated,hasty.") {
        Answer.Flags.read($1, into: &$0.kept)
      },
    ]
  }
  static var notes: [String] {
    [
      "The page is one file without scripts. It compares the days with as many days before them. Means and shares have 95 % "
        + "intervals.",
      "Visits that are marked as repeated, burst, hasty, sweep or staff are counted by mark and left out of all other figures.",
      "The database is only read, in one statement, with the right to read star.answers. This requires libpq.",
      "A running kiosk is not blocked. An answer that is in several journals is counted once.",
    ]
  }

  private var journals: [String] = []
  private var database: String?
  private var from: Int?
  private var to: Int?
  private var output = ""
  private var survey: String?
  private var language = "en"
  private var phrases = ReportPhrase.folder
  private var timeZone = ""
  private var kept: Answer.Flags = []

  private mutating func set(_ day: WritableKeyPath<Self, Int?>, _ text: String) -> String? {
    self[keyPath: day] = ReportPeriod.day(text)
    return self[keyPath: day] == nil ? "must be a date such as 2026-11-01" : nil
  }

  func run(_ operands: [String]) throws {
    let journals = journals + operands
    if journals.isEmpty && database == nil { throw Self.usage("--journal FILE or --database ADDRESS is missing") }
    if !journals.isEmpty && database != nil {
      throw Self.usage("--database and --journal cannot be combined; remove one")
    }
    if output.isEmpty { throw Self.usage("--output DIR is missing") }
    let store = try database.map { address throws(ProgramError) in try DatabaseReader(address) }
    var zone = timeZone
    if zone.isEmpty, let store { zone = try store.timeZone() }
    do { try LocalTime.setZone(zone) } catch { throw ProgramError.failure(error.message) }
    let words = try ReportWords(survey, language: language)
    let shown = ReportLanguage(language, try ReportPhrases(language, folder: phrases))
    var figures = ReportFigures(period: try period(), leavingOut: Answer.Flags.distrusted.subtracting(kept))
    if let store { try read(store, into: &figures) } else { try read(journals, into: &figures) }
    try check(figures)
    try makeFolders(output)
    let path = output + "/index.html"
    try writeFile(path, Array(ReportPage(figures: figures, language: shown, words: words).html.utf8))
    let count = figures.answers.now
    try Output.line("wrote \(path): \(count) \(count == 1 ? "answer" : "answers")")
  }

  private func read(_ journals: [String], into figures: inout ReportFigures) throws {
    var seen: Set<AnswerID> = []
    for path in journals {
      do throws(JournalError) {
        let reader = try JournalReader(path: path)
        while let answer = try reader.next() {
          // An answer that was copied is in several journals.
          if journals.count == 1 || seen.insert(answer.uuid).inserted { figures.add(answer) }
        }
      } catch {
        if error.kind != .damaged { throw error }
        // The report includes the answers that could be read.
        Standard.error(error.message, .warning)
      }
    }
  }

  private func read(_ store: DatabaseReader, into figures: inout ReportFigures) throws {
    // Local days begin up to 14 hours from those of UTC.
    let day: Int64 = 86_400_000
    let (first, last) = (figures.period.before.lowerBound - 1, figures.period.days.upperBound + 1)
    try store.read(Int64(first) * day..<Int64(last) * day) { figures.add($0) }
    if figures.answers.now == 0, let ends = try store.ends() { figures.note(ends) }
  }

  private func period() throws -> ReportPeriod {
    var today = ReportPeriod(days: 0..<1)
    let last = to ?? today.moment(Int64(Date().timeIntervalSince1970 * 1000)).day
    let first = from ?? last - 27
    if first > last {
      throw Self.usage("--from \(ReportPeriod.text(first)) is after the last day, \(ReportPeriod.text(last))")
    }
    return ReportPeriod(days: first..<last + 1)
  }

  private func check(_ figures: ReportFigures) throws(ProgramError) {
    if figures.answers.now > 0 { return }
    let days = figures.period.days
    let wanted =
      "no answers to count from \(ReportPeriod.text(days.lowerBound)) to \(ReportPeriod.text(days.upperBound - 1))"
    guard let all = figures.allDays else { throw ProgramError.failure("there are no answers yet; nothing was written") }
    throw ProgramError.failure(
      wanted + "; there are answers from \(ReportPeriod.text(all.lowerBound)) to \(ReportPeriod.text(all.upperBound)): "
        + "choose the days with --from and --to, or count marked visits with --with")
  }
}

extension Answer.Flags {
  /// The marks of visits that may not be visitors' own opinions.
  static var distrusted: Answer.Flags { [.repeated, .burst, .hasty, .sweep, .staff] }
}
