import ArgumentParser
import Foundation
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
    let output = Output()
    do throws(JournalError) { try write(to: output) } catch { throw Failure(error.message) }
    output.flush()
    if let failure = output.failure {
      throw Failure("cannot write to standard output: \(failure.localizedDescription)")
    }
  }

  private func write(to output: Output) throws(JournalError) {
    let reader = try JournalReader(path: journal)
    if format == .csv { output.add(csvHeader + "\r\n") }
    while let answer = try reader.next() {
      switch format {
      case .csv: output.add(csvLine(answer) + "\r\n")
      case .jsonl: output.add(answer.json + "\n")
      }
    }
  }
}

/// Standard output in large writes. After a failed one it keeps the error and drops the rest.
private final class Output {
  private var pending = Data()
  private(set) var failure: (any Error)?

  func add(_ text: String) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 1 << 16 { flush() }
  }

  func flush() {
    if failure == nil {
      do { try FileHandle.standardOutput.write(contentsOf: pending) } catch { failure = error }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
