import Basics
import Foundation
import System

struct Chart: Command {
  static var name: String { "chart" }
  static var summary: String { "draws how a board warms up, from a report of star-bench --sustain" }
  static var operands: [String] { ["REPORT.json"] }
  static var options: [CommandOption<Self>] {
    [.text("output", "FILE.svg", "Write the picture. Required.") { $0.output = $1 }]
  }
  static var notes: [String] {
    ["Three curves over time: frames a second, the measured clock, and the temperature where the kernel tells it."]
  }

  private var output: String?

  func run(_ operands: [String]) throws {
    guard let output else { throw Self.usage("--output FILE.svg is missing") }
    let run = try SustainRun(path: operands[0])
    try writeFile(output, Array(SustainChart(run: run).svg.utf8))
  }
}

/// A report of `star-bench --sustain MINUTES --json FILE`: the fields that the chart uses.
struct SustainRun: Decodable {
  struct Sample: Decodable {
    let timeMs: Double
    let framesPerSecond: Double
    let clockKhz: Double
    let temperatureMillicelsius: Double?
  }

  let program: String
  let date: String
  let display: String
  let machine: CompareRun.Machine
  let series: [Sample]

  init(path: String) throws(ProgramError) {
    let advice = "; create a report with star-bench --sustain MINUTES --json FILE"
    func refusal(_ reason: String) -> ProgramError { .failure("cannot draw \(path): \(reason)\(advice)") }
    let content: [UInt8]
    do throws(SystemError) {
      content = try readFile(path)
    } catch { throw error.kind == .folder ? refusal("it is a folder") : .failure(error.message) }
    if content.isEmpty { throw refusal("it is empty") }
    guard let run = decodeReport(SustainRun.self, content), run.program == "star-bench" else {
      throw refusal("it is not a report of star-bench")
    }
    if run.series.count < 2 { throw refusal("it has no series") }
    if !Self.isCredible(run.series) { throw refusal("a sample is out of order or out of range") }
    self = run
  }

  /// Whether the samples are in order, and each value is physically possible.
  static func isCredible(_ series: [Sample]) -> Bool {
    zip([-1] + series.map { $0.timeMs }, series).allSatisfy { last, sample in
      let values = [sample.timeMs, sample.framesPerSecond, sample.clockKhz, abs(sample.temperatureMillicelsius ?? 0)]
      return sample.timeMs > last && values.allSatisfy { (0...1e12).contains($0) }
    }
  }
}
