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
        guard let format = AnswerExport.Format(rawValue: $1) else { return "must be csv or jsonl" }
        $0.format = format
        return nil
      },
      .value("without", "MARKS", "Leave out answers with one of these marks, such as burst,staff.") {
        Answer.Flags.read($1, into: &$0.without)
      },
      .value("only", "MARKS", "Print only answers with one of these marks.") {
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
      AnswerField.exported.map {
        "  \($0.name)" + String(repeating: " ", count: 19 - $0.name.utf8CodeUnitCount) + "\($0.meaning)"
      }.joined(separator: "\n"),
      "In CSV, an apostrophe precedes a text that begins with =, +, -, @, a tab or a carriage return, which a spreadsheet would take for a "
        + "formula. Numbers stay as they are.",
      "The answers are a consistent snapshot. A running kiosk is not blocked.",
    ]
  }

  private var journal = ""
  private var format = AnswerExport.Format.csv
  private var without: Answer.Flags = []
  private var only: Answer.Flags?

  func run(_ operands: [String]) throws {
    if journal.isEmpty { throw Self.usage("--journal PATH is missing") }
    let (without, only) = (without, only)
    var export = AnswerExport(try JournalReader(path: journal), format) { answer in
      answer.flags.isDisjoint(with: without) && !(only.map { answer.flags.isDisjoint(with: $0) } ?? false)
    }
    while let piece = try export.next() { try Output.text(piece) }
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
