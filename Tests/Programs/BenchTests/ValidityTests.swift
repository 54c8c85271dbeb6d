import Foundation
import System
import Testing

@testable import star_bench

/// Why a run of `star-bench` is not valid, by what the machine did meanwhile.
@Suite struct ValidityTests {
  static func snapshot(_ processors: [ProcessorState] = [], _ supply: SupplyState = SupplyState()) -> Validity.Snapshot
  {
    Validity.Snapshot(
      processors: processors, supply: supply, temperature: nil, busy: 0, usage: .now(), time: MonotonicClock.now())
  }

  static func processor(_ number: Int32, _ frequency: Int64? = nil, states: [State] = []) -> ProcessorState {
    ProcessorState(
      processor: number, governor: "performance", frequency: frequency, throttled: nil, policy: number, states: states)
  }

  static func reasons(
    clocks: [ClockReading] = [], before: [ProcessorState] = [], after: [ProcessorState] = [], used: [Int32] = [0]
  ) -> [String] {
    Validity(before: snapshot(before), after: snapshot(after), used: used, clocks: clocks, measurements: []).reasons
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
    func states(_ slow: Int64, _ fast: Int64) -> [ProcessorState] {
      [Self.processor(0, states: [State(frequency: 600_000, time: slow), State(frequency: 1_500_000, time: fast)])]
    }
    #expect(Self.reasons(before: states(5000, 100), after: states(5002, 200)) == [])
    #expect(
      Self.reasons(before: states(5000, 100), after: states(5025, 175))
        == ["cpu0 spent only 75 % of the time at 1500 MHz; set a fixed frequency"])
    #expect(Self.reasons(before: states(5000, 100), after: states(5000, 100)) == [])
  }

  /// Processors of two kinds at clocks of their own are steady, and what a processor does that was not used is of no interest.
  @Test func onlyTheProcessorsOfTheRunCount() {
    func chip(_ little: Int64, _ big: Int64, _ time: Int64) -> [ProcessorState] {
      [
        Self.processor(
          0, little, states: [State(frequency: 1_000_000, time: 1), State(frequency: little, time: time)]),
        Self.processor(4, big, states: [State(frequency: 2_256_000, time: time)]),
      ]
    }
    for used in [[0], [4], [0, 4]] as [[Int32]] {
      #expect(
        Self.reasons(before: chip(1_800_000, 2_256_000, 1), after: chip(1_800_000, 2_256_000, 9), used: used) == [])
    }
    #expect(Self.reasons(before: chip(1_800_000, 2_256_000, 1), after: chip(600_000, 2_256_000, 9), used: [4]) == [])
    #expect(
      Self.reasons(before: chip(1_800_000, 2_256_000, 1), after: chip(1_800_000, 2_000_000, 9), used: [4])
        == ["the clock of cpu4 changed between 2000 and 2256 MHz; set a fixed frequency"])
  }

  /// Processors belong to the policy that lists them, or begins with them; what is no number is left out.
  @Test func processorsAreRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("processors-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String, _ text: String) throws {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for cpu in 0..<4 { try write("cpu\(cpu)/cpufreq/scaling_cur_freq", "\(1_000_000 + cpu)\n") }
    try write("cpu1/thermal_throttle/core_throttle_count", "3\n")
    try write("cpufreq/policy0/stats/time_in_state", "600000 10\n1500000 20\n")
    try write("cpufreq/policy2/stats/time_in_state", "1500000 5\n2400000 7\nrubbish\n1 2 3\n-\n")
    try write("cpufreq/boost/stats/time_in_state", "1 1\n")
    func times() -> [[Int64]] { ProcessorState.readAll(in: folder.path).map { $0.states.map { $0.time } } }
    #expect(times() == [[10, 20], [10, 20], [5, 7], [5, 7]])
    let all = ProcessorState.readAll(in: folder.path)
    #expect(all.map { $0.frequency } == [1_000_000, 1_000_001, 1_000_002, 1_000_003] && all[1].throttled == 3)
    try write("cpufreq/policy0/related_cpus", "0 3\n")
    try write("cpufreq/policy2/related_cpus", "1 2\n")
    #expect(times() == [[10, 20], [5, 7], [5, 7], [10, 20]])
    #expect(
      Validity(before: Self.snapshot(), after: Self.snapshot(all), used: [0, 1, 3], clocks: [], measurements: []).states
        .map { $0.time } == [10, 25, 7])
    #expect(ProcessorState.readAll(in: folder.path + "/missing").count == 1)
    #expect(currentProcessor() >= 0 && currentProcessor() < Int32(processorCount()))
  }
}
