import ArgumentParser
import Journal

/// `starctl export`: answers out of a journal, also while the kiosk is writing to it.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a journal's answers to standard output, in the order of recording.",
    discussion: """
      csv: RFC 4180 with a header line. jsonl: one JSON object a line. Both name the same fields: \
      uuid; stars, the value in stars; steps, steps_per_star and star_count, the value as it was given; fraction, the \
      share of all stars, 0 to 1; wall, the time in UTC, and wall_ms, the same in milliseconds since 1970; \
      monotonic_ns, nanoseconds since the boot that boot_id names; visit, what one visitor's answers share; question, \
      reasons, language, flags (partial, repeated) and terminal; wall_synchronised, whether the time was known to be \
      right, and wall_repaired_ms, what it should have been, where that was found out later. The answers are those of one moment; a kiosk that \
      runs is not held up.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, jsonl
  }

  @Option(help: ArgumentHelp("The journal that the kiosk records to.", valueName: "path"))
  var journal: String

  @Option(help: "The output's format.")
  var format: Format = .csv

  func run() throws {
    var output = Output()
    do {
      let reader = try JournalReader(path: journal)
      if format == .csv { try output.add(csvHeader + "\r\n") }
      while let answer = try reader.next() {
        try output.add(format == .csv ? csvLine(answer) + "\r\n" : answer.json + "\n")
      }
    } catch let error as JournalError {
      // What could be read before it is there.
      try output.flush()
      throw Failure(error.message)
    }
    try output.flush()
  }
}
