import Foundation
import System
import Testing

@testable import star_bench

/// Why a run of `star-bench` is not valid, by what the machine did meanwhile.
@Suite struct ValidityTests {
  static func snapshot(states: [State] = []) -> Validity.Snapshot {
    Validity.Snapshot(
      governor: "performance", frequency: nil, throttled: nil, states: states, temperature: nil, busy: 0, usage: .now(),
      time: MonotonicClock.now())
  }

  static func reasons(clocks: [ClockReading] = [], before: [State] = [], after: [State] = []) -> [String] {
    Validity(before: snapshot(states: before), after: snapshot(states: after), clocks: clocks, measurements: []).reasons
  }

  @Test(arguments: [(1_500_000, 1_500_000), (1_500_000, 1_470_000), (1_470_000, 1_500_000)] as [(Int64, Int64)])
  func aSteadyClockIsValid(before: Int64, after: Int64) {
    #expect(Self.reasons(clocks: [ClockReading(workload: "drag", before: before, after: after)]) == [])
  }

  @Test(arguments: [(1_500_000, 1_469_999), (1_200_000, 1_500_000)] as [(Int64, Int64)])
  func aMovedClockIsNamed(before: Int64, after: Int64) {
    let clocks = [
      ClockReading(workload: "raster", before: 1_500_000, after: 1_500_000),
      ClockReading(workload: "drag", before: before, after: after),
    ]
    let told =
      "the measured clock changed from \(before / 1000) to \(after / 1000) MHz during drag; set a fixed frequency, cool the "
      + "board, or stop other programs"
    #expect(Self.reasons(clocks: clocks) == [told])
  }

  /// Only the time of the run counts, not what was before.
  @Test func timeAtOtherFrequenciesIsNotValid() {
    func states(_ slow: Int64, _ fast: Int64) -> [State] {
      [State(frequency: 600_000, time: slow), State(frequency: 1_500_000, time: fast)]
    }
    #expect(Self.reasons(before: states(5000, 100), after: states(5002, 200)) == [])
    #expect(
      Self.reasons(before: states(5000, 100), after: states(5025, 175))
        == ["the processors spent only 75 % of the time at 1500 MHz; set a fixed frequency"])
    #expect(Self.reasons(before: states(5000, 100), after: states(5000, 100)) == [])
  }

  /// Groups of processors with the same frequencies count together; what is no number is left out.
  @Test func timeInStateIsRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("states-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (policy, text) in [
      ("policy0", "600000 10\n1500000 20\n"), ("policy4", "1500000 5\n2400000 7\nrubbish\n1 2 3\n-\n"),
      ("boost", "1 1\n"),
    ] {
      let stats = folder.appendingPathComponent(policy + "/stats")
      try FileManager.default.createDirectory(at: stats, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: stats.appendingPathComponent("time_in_state"))
    }
    let states = State.read(in: folder.path).sorted { $0.frequency < $1.frequency }
    #expect(states.map { $0.frequency } == [600_000, 1_500_000, 2_400_000])
    #expect(states.map { $0.time } == [10, 25, 7])
    #expect(State.read(in: folder.path + "/missing").isEmpty)
  }
}
