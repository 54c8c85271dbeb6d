import Foundation
import System

/// What `star-bench --json` has written, as far as it is compared.
struct CompareRun: Decodable {
  struct Machine: Decodable {
    let processor: String
    let board: String
    let kernel: String
    let governor: String
  }

  struct Build: Decodable {
    let language: String
    let compiler: String
    let commit: String
  }

  struct Result: Decodable {
    let name: String
    let per: String
    let batchesNs: [Double]
    /// The subject that does nothing but the same stores.
    let floor: String?
  }

  let program: String
  let valid: Bool
  let reasons: [String]
  let date: String
  let display: String
  let machine: Machine
  let build: Build
  let results: [Result]

  init(path: String) throws {
    func noReport(_ reason: String) -> Failure {
      Failure("cannot compare \(path): \(reason); make a report with star-bench --json FILE")
    }
    let content: [UInt8]
    do throws(SystemError) {
      content = try readFile(path)
    } catch {
      throw error.kind == .folder ? noReport("it is a folder") : Failure(error.message)
    }
    if content.isEmpty { throw noReport("it is empty") }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      self = try decoder.decode(CompareRun.self, from: Data(content))
    } catch {
      throw noReport("it is not what star-bench --json writes")
    }
    if program != "star-bench" { throw Failure("cannot compare \(path): it is from \(program), not from star-bench") }
    for text in texts where text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw Failure("cannot compare \(path): it has control characters in a name")
    }
    for result in results {
      if result.batchesNs.isEmpty { throw Failure("cannot compare \(path): \(result.name) has no times") }
      for time in result.batchesNs where !(Self.leastTime...Self.mostTime).contains(time) {
        throw Failure("cannot compare \(path): \(result.name) has a time of \(time) ns; a thousandth to a week is one")
      }
    }
  }

  // Nanoseconds; no clock tells less, and nobody measures for longer than a week.
  private static let leastTime = 0.001
  private static let mostTime = 7 * 86_400e9

  /// All that is shown as it is.
  private var texts: [String] {
    [
      date, display, machine.processor, machine.board, machine.kernel, machine.governor, build.language, build.compiler,
      build.commit,
    ] + reasons + results.flatMap { [$0.name, $0.per] }
  }

  /// What was not the same when another run was measured, as in "display (memory 800x480 RGB565, KMS)"; builds aside, which are
  /// what runs are compared for.
  func differences(from other: CompareRun) -> [String] {
    [
      ("display", display, other.display), ("processor", machine.processor, other.machine.processor),
      ("board", machine.board, other.machine.board), ("kernel", machine.kernel, other.machine.kernel),
      ("governor", machine.governor, other.machine.governor),
    ].filter { $0.1 != $0.2 }.map { "\($0.0) (\($0.1), \($0.2))" }
  }

  /// What it was measured on and with, one line.
  var summary: String {
    let board = machine.board == "unknown" ? "" : ", \(machine.board)"
    let built = "\(build.language) (\(build.compiler)), commit \(build.commit)"
    return "\(machine.processor)\(board), \(display), \(built), \(date)"
  }
}

/// A list of times in short, nanoseconds.
struct CompareTimes {
  let median: Double
  /// Where the middle half of the batches begins and ends.
  let low: Double
  let high: Double

  /// `times` is not empty.
  init(_ times: [Double]) {
    let sorted = times.sorted()
    func rank(_ share: Double) -> Double { sorted[max(Int((share * Double(sorted.count)).rounded(.up)), 1) - 1] }
    (low, median, high) = (rank(0.25), rank(0.5), rank(0.75))
  }
}

/// One subject of two runs: the second over the first.
struct CompareRow {
  let name: String
  let per: String
  let before: CompareTimes
  let after: CompareTimes
  /// Both runs were valid.
  let isTrusted: Bool

  /// Below 1: the second run was faster.
  var ratio: Double { after.median / before.median }
  /// From the most that the middle halves of both allow for in one direction to the most in the other.
  var range: ClosedRange<Double> { min(after.low / before.high, ratio)...max(after.high / before.low, ratio) }

  /// Between runs that can be trusted.
  var verdict: String {
    if !isTrusted { return "?" }
    if range.contains(1) { return "the same" }
    return ratio < 1 ? "faster" : "slower"
  }

  /// The subjects that both runs have, in the second one's order.
  static func rows(_ before: CompareRun, _ after: CompareRun) -> [CompareRow] {
    after.results.compactMap { result in
      guard let old = before.results.first(where: { $0.name == result.name }) else { return nil }
      return CompareRow(
        name: result.name, per: result.per, before: CompareTimes(old.batchesNs), after: CompareTimes(result.batchesNs),
        isTrusted: before.valid && after.valid)
    }
  }
}
