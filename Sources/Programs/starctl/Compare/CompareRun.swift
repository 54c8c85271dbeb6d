import Basics
import Foundation
import System

/// A report of `star-bench --json`: the fields that the comparison uses.
struct CompareRun: Decodable {
  struct Machine: Decodable {
    let processor: String
    let board: String
    let kernel: String
    let governor: String
    // Reports of earlier versions have none of these.
    let processors: Int?
    let architecture: String?
    let memoryMib: Int?
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
    /// The name of the subject that only stores the same bytes.
    let floor: String?

    var times: CompareTimes { CompareTimes(batchesNs) }
  }

  /// A sample of a drag without a pause.
  struct Sample: Decodable {
    let timeMs: Double
    let framesPerSecond: Double
    let clockKhz: Double
    let temperatureMillicelsius: Double?
  }

  let program: String
  let valid: Bool
  let reasons: [String]
  let date: String
  let display: String
  let machine: Machine
  let build: Build
  let results: [Result]
  let note: String?
  /// The samples of --sustain, in order; `nil` in a report without any.
  let series: [Sample]?

  init(path: String) throws(ProgramError) {
    func refusal(_ reason: String, _ suggestion: String = "") -> ProgramError {
      .failure("cannot compare \(path): \(reason)" + suggestion)
    }
    let advice = "; create a report with star-bench --json FILE"
    let content: [UInt8]
    do throws(SystemError) {
      content = try readFile(path)
    } catch { throw error.kind == .folder ? refusal("it is a folder", advice) : .failure(error.message) }
    if content.isEmpty { throw refusal("it is empty", advice) }
    do throws(ReportFault) { try self.init(parsing: content) } catch {
      throw refusal(error.reason, error.isOtherFile ? advice : "")
    }
  }

  init(parsing content: [UInt8]) throws(ReportFault) {
    func refusal(_ reason: String) -> ReportFault { ReportFault(reason: reason) }
    guard let run = decodeReport(CompareRun.self, content) else {
      throw ReportFault(reason: "it is not a report of star-bench", isOtherFile: true)
    }
    self = run
    if program != "star-bench" { throw refusal("it is from \(program), not from star-bench") }
    for text in texts where text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw refusal("a name in it has control characters")
    }
    let series = series ?? []
    if results.isEmpty && series.count < 2 { throw refusal("it has neither results nor a series") }
    if !Self.isCredible(series) { throw refusal("a sample of its series is out of order or out of range") }
    for result in results {
      if result.batchesNs.isEmpty { throw refusal("\(result.name) has no times") }
      for time in result.batchesNs where !(Self.leastTime...Self.mostTime).contains(time) {
        throw refusal("\(result.name) has a time of \(time) ns; a time is 0.001 ns to a week")
      }
    }
  }

  // In nanoseconds. No clock is finer, and no measurement takes longer than a week.
  private static let leastTime = 0.001
  private static let mostTime = 7 * 86_400e9

  /// Whether the samples are in order, and each value is physically possible.
  private static func isCredible(_ series: [Sample]) -> Bool {
    zip([-1] + series.map { $0.timeMs }, series).allSatisfy { last, sample in
      let values = [sample.timeMs, sample.framesPerSecond, sample.clockKhz, abs(sample.temperatureMillicelsius ?? 0)]
      return sample.timeMs > last && values.allSatisfy { (0...1e12).contains($0) }
    }
  }

  /// Every text that the comparison prints.
  private var texts: [String] {
    [
      date, display, machine.processor, machine.board, machine.kernel, machine.governor, build.language, build.compiler,
      build.commit, note ?? "", machine.architecture ?? "",
    ] + reasons + results.flatMap { [$0.name, $0.per] }
  }

  /// Returns the conditions, except the build, that differ from another run's, such as "display (memory 800x480 RGB565, KMS)".
  func differences(from other: CompareRun) -> [String] {
    [
      ("display", display, other.display), ("processor", machine.processor, other.machine.processor),
      ("board", machine.board, other.machine.board), ("kernel", machine.kernel, other.machine.kernel),
      ("governor", machine.governor, other.machine.governor),
    ].filter { $0.1 != $0.2 }.map { "\($0.0) (\($0.1), \($0.2))" }
  }

  func times(of name: String) -> CompareTimes? { results.first { $0.name == name }?.times }

  /// Returns a subject's median over its floor's; `nil` for a subject without a floor.
  func timesFloor(of name: String) -> Double? {
    guard let result = results.first(where: { $0.name == name }), let floor = result.floor.flatMap(times) else {
      return nil
    }
    return result.times.median / floor.median
  }

  /// The first and the last sample in words; `nil` without a series.
  var seriesSummary: String? {
    guard let series, series.count > 1 else { return nil }
    func words(_ sample: Sample) -> String {
      let heat = sample.temperatureMillicelsius.map { ", " + decimals($0 / 1000) + " degrees Celsius" } ?? ""
      return "\(Int(sample.framesPerSecond)) frames/s at \(decimals(sample.clockKhz / 1e6)) GHz\(heat)"
    }
    let last = series[series.count - 1]
    return "\(words(series[0])); after \(duration(last.timeMs * 1e6)) \(words(last))"
  }

  /// The machine, the display and the build, on one line.
  var summary: String {
    let board = machine.board == "unknown" ? "" : ", \(machine.board)"
    let built = "\(build.language) (\(build.compiler)), commit \(build.commit)"
    return "\(machine.processor)\(board), \(display), \(built), \(date)"
  }
}

/// The median and the quartiles of a list of times, in nanoseconds.
struct CompareTimes {
  let median: Double
  /// The bounds of the middle half of the batches.
  let low: Double
  let high: Double

  /// Computes the values from `times`, which must not be empty.
  init(_ times: [Double]) {
    let sorted = times.sorted()
    func rank(_ share: Double) -> Double { sorted[max(Int((share * Double(sorted.count)).rounded(.up)), 1) - 1] }
    (low, median, high) = (rank(0.25), rank(0.5), rank(0.75))
  }
}

/// One subject in two runs.
struct CompareRow {
  let name: String
  let before: CompareTimes
  let after: CompareTimes
  /// Whether both runs are valid.
  let isTrusted: Bool

  /// The second median divided by the first. Below 1, the second run was faster.
  var ratio: Double { after.median / before.median }
  /// The range of ratios that is possible within the middle halves of both runs.
  var range: ClosedRange<Double> { min(after.low / before.high, ratio)...max(after.high / before.low, ratio) }

  /// The verdict; "?" unless both runs are valid.
  var verdict: String {
    if !isTrusted { return "?" }
    if range.contains(1) { return "the same" }
    return ratio < 1 ? "faster" : "slower"
  }

  /// Returns the subjects that both runs contain, in the second run's order.
  static func rows(_ before: CompareRun, _ after: CompareRun) -> [CompareRow] {
    after.results.compactMap { result in
      before.times(of: result.name).map {
        CompareRow(name: result.name, before: $0, after: result.times, isTrusted: before.valid && after.valid)
      }
    }
  }
}
