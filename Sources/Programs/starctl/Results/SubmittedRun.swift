import Boards
import Foundation
import System

/// A run from an archive of `star-bench --submit`.
struct SubmittedRun {
  /// The archive's name without its ending.
  let name: String
  let submission: Submission
  let report: CompareRun
  let details: ReportDetails
  /// The title of the board's profile, if the archive has one.
  let boardTitle: String?
  /// The time of a star of 64 px divided by each peer's time, if the archive has a record of `tools/peers`.
  let peers: [(name: String, ratio: Double)]
  /// When and at which commit the peers were measured, such as "2026-01-02 at abc".
  let peersOrigin: String?

  /// The content of `submission.json`.
  struct Submission: Decodable {
    struct Binary: Decodable {
      let bytes: Int
      let hash: String
    }
    struct Picture: Decodable, Hashable {
      let name: String
      let hash: String
    }
    let program: String
    let submission: Int
    let version: String
    let note: String?
    let kernelBuild: String?
    let hash: String
    let binary: Binary
    let pictures: [Picture]

    /// The version of archives that this program reads.
    static let known = 1
  }

  /// The fields that every archive has, whatever its version.
  private struct Version: Decodable {
    let program: String
    let submission: Int
  }

  /// Reads a run. `files` are the archive's files by name.
  init(name: String, files: [String: [UInt8]]) throws(ReportFault) {
    func content(_ file: String) throws(ReportFault) -> [UInt8] {
      guard let content = files[file] else {
        throw ReportFault(reason: "it is not an archive of star-bench --submit: \(file) is missing")
      }
      return content
    }
    self.name = name
    let description = try content("submission.json")
    let version = try Self.decode(Version.self, description, "submission.json")
    if version.program != "star-bench" {
      throw ReportFault(reason: "it is from \(version.program), not from star-bench")
    }
    if version.submission != Submission.known {
      let advice = version.submission > Submission.known ? "update starctl" : "measure again with a newer star-bench"
      throw ReportFault(
        reason: "its version is \(version.submission), but starctl reads version \(Submission.known); \(advice)")
    }
    submission = try Self.decode(Submission.self, description, "submission.json")
    let text = try content("report.json")
    do throws(ReportFault) { report = try CompareRun(parsing: text) } catch {
      throw ReportFault(reason: "report.json: \(error.reason)")
    }
    details = try Self.decode(ReportDetails.self, text, "report.json")
    try details.check()
    boardTitle = files["board.conf"].flatMap { text in
      (try? BoardProfile(parsing: text, name: "board", file: "board.conf"))?.title
    }
    let record = try files["peers.json"].map { (text) throws(ReportFault) in
      try Self.decode(PeersRecord.self, text, "peers.json")
    }
    peers = try record?.ratios() ?? []
    peersOrigin = record?.origin
    try check()
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ text: [UInt8], _ file: String) throws(ReportFault) -> T {
    guard let value = decodeReport(type, text) else {
      throw ReportFault(reason: "\(file) is damaged, or has other fields than this starctl knows")
    }
    return value
  }

  private func check() throws(ReportFault) {
    if report.results.isEmpty { throw ReportFault(reason: "report.json has no results") }
    if Set(report.results.map { $0.name }).count < report.results.count {
      throw ReportFault(reason: "report.json has two results with the same name")
    }
    let shown =
      [
        submission.version, submission.hash, submission.binary.hash, submission.note ?? "",
        submission.kernelBuild ?? "", peersOrigin ?? "",
      ]
      + submission.pictures.flatMap { [$0.name, $0.hash] } + details.machine.texts + peers.map { $0.name }
    for text in shown where text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw ReportFault(reason: "a text in it has control characters")
    }
  }

  /// The board's name, or the processor's on a machine without one.
  var title: String { report.machine.board == "unknown" ? report.machine.processor : report.machine.board }

  /// Returns the title, with the date if another run has the same title.
  func label(among runs: [SubmittedRun]) -> String {
    runs.count { $0.title == title } > 1 ? "\(title), \(report.date.prefix(16))" : title
  }

  /// The fastest peer, compared with this library.
  var bestPeer: (name: String, ratio: Double)? { peers.max { $0.ratio < $1.ratio } }

  /// Returns a time divided by its floor's, or `nil` without a floor.
  func timesFloor(_ result: CompareRun.Result) -> Double? {
    result.floor.flatMap { report.times(of: $0) }.map { result.times.median / $0.median }
  }
}

/// The fields of a report that only the page shows.
struct ReportDetails: Decodable {
  struct Headline: Decodable {
    let subject: String
    let starsPerSecondPerGhz: Double
    let clockKhz: Double
    let timesFloor: Double?
  }
  struct Clock: Decodable {
    let workload: String
    let beforeKhz: Double
    let afterKhz: Double
  }
  struct Machine: Decodable {
    let processors: Int
    let architecture: String
    let soc: String
    let cores: [String]
    let clocks: [Clock]
    let counters: String

    var texts: [String] { [architecture, soc, counters] + cores + clocks.map { $0.workload } }
  }
  struct Result: Decodable {
    let name: String
    let cycles: Double?
    let instructions: Double?
    let energyNj: Double?
  }

  let machine: Machine
  let headline: Headline?
  let results: [Result]
  let series: [SustainRun.Sample]

  func check() throws(ReportFault) {
    func require(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws(ReportFault) {
      if let value, !range.contains(value) {
        throw ReportFault(
          reason:
            "report.json: \(name) is \(decimals(value)), outside \(decimals(range.lowerBound)) to \(decimals(range.upperBound))"
        )
      }
    }
    try require("stars_per_second_per_ghz", headline?.starsPerSecondPerGhz, 1...1e9)
    try require("times_floor", headline?.timesFloor, 0.001...1e9)
    let clocks = machine.clocks.flatMap { [$0.beforeKhz, $0.afterKhz] } + [headline?.clockKhz].compactMap { $0 }
    for clock in clocks { try require("a clock in kHz", clock, 1000...1e8) }
    for result in results {
      try require("cycles", result.cycles, 0...1e15)
      try require("instructions", result.instructions, 0...1e15)
      try require("energy_nj", result.energyNj, 0...1e15)
    }
    if !SustainRun.isCredible(series) {
      throw ReportFault(reason: "report.json: a sample of the series is out of order or out of range")
    }
  }
}

/// A record of `tools/peers --json FILE`: the fields that the page shows.
private struct PeersRecord: Decodable {
  let date: String
  let commit: String
  /// The version of each program, by name.
  let peers: [String: String]
  /// The batches in nanoseconds, by subject and program.
  let timesNs: [String: [String: [Double]]]

  var origin: String { "\(date.prefix(10)) at \(commit)" }

  func ratios() throws(ReportFault) -> [(name: String, ratio: Double)] {
    let stars = timesNs["raster 64"] ?? [:]
    for (_, times) in stars where times.isEmpty || !times.allSatisfy({ (0.001...1e15).contains($0) }) {
      throw ReportFault(reason: "peers.json: a time is missing or out of range")
    }
    guard let ours = stars["star-slider"].map(CompareTimes.init) else {
      throw ReportFault(reason: "peers.json has no times of stars of 64 px")
    }
    return peers.keys.sorted().compactMap { name in
      stars[name].map { (name, ours.median / CompareTimes($0).median) }
    }
  }
}
