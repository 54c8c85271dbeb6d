import Basics
import System

/// Everything that one run of the program measures.
struct Run {
  let options: Options
  let before = Validity.Snapshot.now()
  let counters = Counters()
  let meter: EnergyMeter?
  private(set) var clocks: [ClockReading] = []
  /// The processors on which the measurements ran, as far as they were observed.
  private(set) var used: [Int32] = []
  var measurements: [Measurement] = []
  var facts: [Fact] = []
  private(set) var cores: [Core] = []

  init(_ options: Options) throws(ProgramError) { (self.options, meter) = (options, try options.energyMeter()) }

  /// Measures all workloads on one core.
  mutating func measureAll(on core: Core) throws(ProgramError) {
    do throws(SystemError) { try System.run(onProcessor: core.processor) } catch { throw .failure(error.message) }
    let (first, known) = (measurements.count, facts)
    try measureAll()
    for i in first..<measurements.count { measurements[i].core = core }
    // Facts are not times, so they are the same on every core.
    if !cores.isEmpty { facts = known }
    cores.append(core)
  }

  mutating func measureAll() throws(ProgramError) {
    for workload in options.workloads.chosen {
      let clock = measuredFrequency()
      noteProcessor()
      if workload.screens.refusal(of: options.screen.name) == nil { try workload.measure(in: &self) }
      noteProcessor()
      clocks.append(ClockReading(workload: workload.name, before: clock, after: measuredFrequency()))
    }
  }

  mutating func noteProcessor() {
    let processor = currentProcessor()
    if !used.contains(processor) { used.append(processor) }
  }

  /// Measures subjects in turn.
  mutating func add(_ subjects: [Subject]) throws(ProgramError) {
    measurements += try measure(subjects, rounds: options.batches, counters, meter)
    noteProcessor()
  }
}
