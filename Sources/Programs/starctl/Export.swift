import Basics
import Journal
import System

struct Export: Command {
  static var name: String { "export" }
  static var summary: String { "prints a journal's answers in the order of recording, even while the kiosk runs" }
  static var options: [CommandOption<Self>] {
    [
      .text("journal", "PATH", "The journal that the kiosk records to. Required.") { $0.journal = $1 },
      .value("format", "csv|jsonl", "RFC 4180 with a header line (the default), or a JSON object per line.") {
        guard let format = Format(rawValue: $1) else { return "must be csv or jsonl" }
        $0.format = format
        return nil
      },
      .value("without", "MARKS", "Leave out answers with one of these flags, such as burst,staff.") {
        Answer.Flags.read($1, into: &$0.without)
      },
      .value("only", "MARKS", "Print only answers with one of these flags.") {
        var flags = $0.only ?? []
        let fault = Answer.Flags.read($1, into: &flags)
        $0.only = flags
        return fault
      },
    ]
  }
  static var notes: [String] {
    [
      "Both formats have the same fields:",
      """
        uuid               the answer's identity
        stars              the value in stars
        steps, steps_per_star, star_count
                           the value as it was given
        fraction           the share of all stars, 0 to 1
        wall, wall_ms      the time in UTC, and in milliseconds since 1970
        monotonic_ns       nanoseconds since the boot that boot_id names
        visit              shared by the answers of one visit
        question, reasons, language, terminal
        flags              partial, repeated, burst, hasty, sweep, staff
        wall_synchronised  whether the clock was known to be right
        wall_repaired_ms   the right time, if it became known later
        kind, value        the question's kind, and the value in its unit
        chosen             the ids of a choice
      """,
      "In CSV, an apostrophe precedes a text that begins with =, +, -, @, a tab or a carriage return, which a spreadsheet would take for a "
        + "formula. Numbers stay as they are.",
      "The answers are a consistent snapshot. A running kiosk is not blocked.",
    ]
  }

  enum Format: String { case csv, jsonl }

  private var journal = ""
  private var format = Format.csv
  private var without: Answer.Flags = []
  private var only: Answer.Flags?

  func run(_ operands: [String]) throws {
    if journal.isEmpty { throw Self.usage("--journal PATH is missing") }
    let reader = try JournalReader(path: journal)
    var pending = format == .csv ? csvHeader + "\r\n" : ""
    func flush() throws {
      try Output.text(pending)
      pending = ""
    }
    do {
      while let answer = try reader.next() {
        if !answer.flags.isDisjoint(with: without) || only.map({ answer.flags.isDisjoint(with: $0) }) ?? false {
          continue
        }
        pending += format == .csv ? csvLine(answer) + "\r\n" : answer.json + "\n"
        if pending.utf8.count >= 1 << 16 { try flush() }
      }
    } catch let error as JournalError {
      // The answers that could be read are still printed.
      try flush()
      throw error
    }
    try flush()
  }
}

extension Answer.Flags {
  /// Adds the flags whose names are in a list separated by commas. Returns what is wrong with the list, or `nil`.
  static func read(_ text: String, into flags: inout Self) -> String? {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = names.first(where: { $0.name == word }) else {
        return "must be of " + names.map { $0.name }.joined(separator: ", ") + ", separated by commas"
      }
      flags.insert(known.flag)
    }
    return nil
  }
}

let csvHeader =
  "uuid,stars,steps,steps_per_star,star_count,fraction,wall,wall_ms,monotonic_ns,boot_id,visit,question,reasons,"
  + "language,flags,terminal,wall_synchronised,wall_repaired_ms,kind,value,chosen"

/// Returns an answer as an RFC 4180 record, without the line break.
func csvLine(_ answer: Answer) -> String {
  [
    answer.uuid.text, answer.starsText, "\(answer.steps)", "\(answer.stepsPerStar)", "\(answer.starCount)",
    answer.fractionText, answer.wallText ?? "", "\(answer.wall)", "\(answer.monotonic)", answer.bootID,
    answer.visit.text, answer.question, answer.reasons.joined(separator: " "), answer.language,
    answer.flagNames.joined(separator: " "), answer.terminal, answer.isSynchronised ? "true" : "false",
    answer.repairedWall.map { "\($0)" } ?? "", answer.kind, answer.valueText ?? "",
    answer.chosen.joined(separator: " "),
  ].map(csvField).joined(separator: ",")
}

/// Returns a field, quoted if necessary (RFC 4180, section 2, rules 5 to 7). A spreadsheet would execute a text that begins like a formula,
/// so such a text gets an apostrophe before it.
func csvField(_ text: String) -> String {
  let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  let text = isFormula && Double(text) == nil ? "'" + text : text
  if !text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) { return text }
  // It works on Unicode scalars, because a quote with a combining mark is one Character.
  return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
}
