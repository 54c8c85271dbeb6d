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
      .text("kiosk", "ID", "Count only this kiosk. May be repeated.") { $0.kiosks.append($1) },
      .text("group", "NAME", "Count only the kiosks of this group, by the database. May be repeated.") {
        $0.groups.append($1)
      },
      .text(
        "place", "PLACE",
        "Count only the kiosks at this place, such as \"Berlin / Hauptbahnhof\", by the database. May be repeated."
      ) { $0.places.append($1) },
      .value(
        "level", "NUMBER",
        "Sum up kiosks by this level of their places: 1 for Berlin of \"Berlin / Hauptbahnhof\". Default kiosks."
      ) {
        guard let level = Int($1), 1...KioskIdentity.mostLevels ~= level else {
          return "must be 1 to \(KioskIdentity.mostLevels)"
        }
        $0.level = level
        return nil
      },
      .text(
        "survey", "FILE",
        "A kiosk's configuration. Its texts are shown in place of IDs, and it says after which values the kiosk asks for reasons."
      ) { $0.survey = $1 },
      .text("language", "TAG", "The language of the page, such as de. Default en.") { $0.language = $1 },
      .text("phrases", "FOLDER", "The folder of the page's translations. Default " + ReportPhrase.folder + ".") {
        $0.phrases = $1
      },
      .text(
        "time-zone", "NAME",
        "The time zone, such as Europe/Berlin. Default each kiosk's own, as far as the database or the survey names it, otherwise the "
          + "database's or this machine's."
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
      "The database is only read, with the right to read star.answers. This requires libpq.",
      "From the kiosks' counts in the database, the page shows how many visits were begun, where visitors left, and how many finished.",
      "A running kiosk is not blocked. An answer that is in several journals is counted once.",
    ]
  }

  private var journals: [String] = []
  private var database: String?
  private var from: Int?
  private var to: Int?
  private var kiosks: [String] = []
  private var groups: [String] = []
  private var places: [String] = []
  private var level: Int?
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
    if !groups.isEmpty && database == nil {
      throw Self.usage("--group requires --database: journals name no groups; name the kiosks with --kiosk")
    }
    if (!places.isEmpty || level != nil) && database == nil {
      throw Self.usage("--place and --level require --database: journals name no places")
    }
    if output.isEmpty { throw Self.usage("--output DIR is missing") }
    let store = try database.map { try DatabaseReader($0) }
    let words = try ReportWords(survey, language: language)
    try setZone(try store?.timeZone(), otherwise: words.timeZone)
    let shown = ReportLanguage(language, try ReportPhrases(language, folder: phrases))
    var figures = ReportFigures(period: try period(), leavingOut: Answer.Flags.distrusted.subtracting(kept))
    figures.asksUpTo = words.asksUpTo
    try choose(from: store?.kiosks(), for: &figures)
    if let store { try read(store, into: &figures) } else { try read(journals, into: &figures) }
    try check(figures)
    try makeFolders(output)
    let path = output + "/index.html"
    try writeFile(path, Array(ReportPage(figures: figures, language: shown, words: words).html.utf8))
    let count = figures.answers.now
    try Output.line("wrote \(path): \(count) \(count == 1 ? "answer" : "answers")")
  }

  /// Sets the time zone that --time-zone names, otherwise the database's or the survey's.
  private func setZone(_ stored: String?, otherwise other: String) throws {
    if timeZone.isEmpty, let stored {
      do { return try LocalTime.setZone(stored) } catch {
        // PostgreSQL also knows zones without a file, such as "<+03>-03".
        Standard.error("unknown time zone \(stored) of the database; using UTC", .warning)
        return try LocalTime.setZone("UTC")
      }
    }
    do { try LocalTime.setZone(timeZone.isEmpty ? other : timeZone) } catch {
      throw ProgramError.failure(error.message)
    }
  }

  /// Applies --kiosk, --group, --place and --level, and the kiosks' own names and time zones.
  private func choose(from found: [DatabaseReader.Kiosk]?, for figures: inout ReportFigures) throws(ProgramError) {
    if found == nil && database != nil && (!groups.isEmpty || !places.isEmpty || level != nil) {
      throw .failure("cannot read groups and places: grant the right to read star.statuses")
    }
    let known = found ?? []
    let wanted = places.map {
      $0.split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }
    }
    if !kiosks.isEmpty || !groups.isEmpty || !places.isEmpty {
      for group in groups where !known.contains(where: { $0.groups.contains(group) }) {
        throw .failure(
          "no kiosk of the database is in the group \(group); its kiosks send their groups with their status")
      }
      for place in wanted where !known.contains(where: { $0.place.starts(with: place) }) {
        throw .failure(
          "no kiosk of the database is at \(place.joined(separator: " / ")); its kiosks send their places with their status"
        )
      }
      let members = known.filter { kiosk in
        groups.contains { kiosk.groups.contains($0) } || wanted.contains { kiosk.place.starts(with: $0) }
      }
      figures.known.wanted = Set(kiosks + members.map { $0.id })
    }
    figures.known.labels = labels(of: known)
    figures.known.isByPlace = level != nil
    if !timeZone.isEmpty { return }
    for kiosk in known where !kiosk.timeZone.isEmpty {
      if let zone = TimeZone(identifier: kiosk.timeZone) {
        figures.known.zones[kiosk.id] = zone
      } else {
        Standard.error("unknown time zone \(kiosk.timeZone) of the kiosk \(kiosk.id); using the database's", .warning)
      }
    }
  }

  /// What the report calls kiosks: their places up to --level, otherwise their names, with their IDs unless a name is unique.
  private func labels(of known: [DatabaseReader.Kiosk]) -> [String: String] {
    var uses = Dictionary(grouping: known.flatMap { [$0.id, $0.name] }) { $0 }.mapValues { $0.count }
    // A kiosk whose name is its ID is unique.
    for kiosk in known where kiosk.name == kiosk.id { uses[kiosk.id, default: 0] -= 1 }
    var labels: [String: String] = [:]
    for kiosk in known {
      if let level {
        labels[kiosk.id] = kiosk.place.prefix(level).joined(separator: " / ")
      } else if !kiosk.name.isEmpty {
        labels[kiosk.id] = uses[kiosk.name] == 1 ? kiosk.name : "\(kiosk.name) (\(kiosk.id))"
      }
    }
    return labels
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
    // Local days begin up to 14 hours before or after those of UTC.
    let day: Int64 = 86_400_000
    let (first, last) = (figures.period.before.lowerBound - 1, figures.period.days.upperBound + 1)
    let badRows = try store.read(Int64(first) * day..<Int64(last) * day) { figures.add($0) }
    for counts in try store.counts(figures.period) { figures.add(counts) }
    if badRows > 0 {
      Standard.error("skipped \(badRows) rows of the database that hold no valid answer", .warning)
    }
    if figures.answers.now == 0 && figures.known.wanted == nil, let ends = try store.ends() { figures.note(ends) }
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
    guard let all = figures.allDays else {
      if let chosen = figures.known.wanted?.sorted() {
        throw ProgramError.failure(
          "no answers of " + chosen.joined(separator: ", ") + "; check "
            + (places.isEmpty && groups.isEmpty ? "the IDs of --kiosk" : "--kiosk, --group and --place"))
      }
      throw ProgramError.failure("there are no answers yet; nothing was written")
    }
    throw ProgramError.failure(
      wanted + "; there are answers from \(ReportPeriod.text(all.lowerBound)) to \(ReportPeriod.text(all.upperBound)): "
        + "choose the days with --from and --to, or count marked visits with --with")
  }
}

extension Answer.Flags {
  /// The marks of visits that may not be visitors' own opinions.
  static var distrusted: Answer.Flags { [.repeated, .burst, .hasty, .sweep, .staff] }
}
