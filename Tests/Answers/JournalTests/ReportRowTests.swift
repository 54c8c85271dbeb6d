import Foundation
import Testing

@testable import Journal

/// `starctl report` of journals with rows that no kiosk has written: it counts the others.
@Suite struct ReportRowTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// 2026-11-02 00:00 UTC.
  private static let monday: Int64 = 1_793_577_600_000

  private func journal(_ name: String, _ count: Int) throws -> String {
    let path = folder.file(name)
    let journal = try Journal(path: path)
    try journal.record(
      try (0..<count).map { number in
        Answer(
          uuid: try .random(), steps: Int32(number % 11), stepsPerStar: 2, starCount: 5,
          wall: Self.monday + Int64(number) * 60_000, monotonic: Int64(number), bootID: "b", question: "service",
          isSynchronised: true)
      })
    journal.close()
    return path
  }

  private func report(_ path: String) throws -> (outcome: Tool.Outcome, page: String) {
    let site = folder.file("site")
    let outcome = try Tool(folder).run(
      ["report", path, "--output", site, "--time-zone", "UTC", "--from", "2026-11-02", "--to", "2026-11-08"])
    return (outcome, (try? String(contentsOfFile: site + "/index.html", encoding: .utf8)) ?? "")
  }

  /// One row with a scale of two thousand million stars asked for 34 GB.
  @Test(arguments: ["star_count = 2147483647", "steps_per_star = 2147483647, star_count = 2147483647, steps = 7"])
  func aScaleOutOfRangeIsSkipped(change: String) throws {
    let path = try journal("answers.db", 20)
    try sql(path, "PRAGMA ignore_check_constraints = 1; UPDATE answers SET \(change) WHERE sequence = 7")
    let (outcome, page) = try report(path)
    #expect(outcome.status == 0 && outcome.output.hasSuffix(": 19 answers\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 of its rows were skipped") && page.utf8.count < 100_000)
  }

  /// Whatever numbers stand in any columns, the report ends with a page or an error, and never with a signal.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func anyRowIsReadOrSkipped(seed: UInt64) throws {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let numbers: [Int64] = [
      .min, .min + 1, -1_000_000_000_000_000, -86_400_001, -1, 0, 1, 2, 5, 10, 999, 1000, 1001, 1_000_000, 1_000_001,
      2_147_483_647, 2_147_483_648, 4_294_967_301, Self.monday, 253_402_300_800_000, 9_000_000_000_000_000, .max - 1,
      .max,
    ]
    let columns = [
      "steps", "steps_per_star", "star_count", "wall_ms", "wall_repaired_ms", "monotonic_ns", "flags",
      "wall_synchronised",
    ]
    let path = try journal("answers-\(seed).db", 60)
    for sequence in 1...60 where random(2) == 0 {
      let changes = (0...random(3)).map { _ in "\(columns[random(columns.count)]) = \(numbers[random(numbers.count)])" }
      // A column may be named twice; SQLite then uses the last value. A fraction that is not a number leaves the row as it was.
      try sql(
        path,
        "PRAGMA ignore_check_constraints = 1; "
          + "UPDATE OR IGNORE answers SET \(changes.joined(separator: ", ")) WHERE sequence = \(sequence)")
    }
    let (outcome, page) = try report(path)
    #expect(outcome.status == 0 || outcome.status == 1, "seed \(seed): status \(outcome.status), \(outcome.errors)")
    #expect(page.utf8.count < 1_000_000)
  }
}
