import Basics
import System

/// One measured subject: an operation that runs a given number of times.
struct Subject {
  /// The name, such as "drag".
  let name: String
  /// The unit of one operation, such as "frame".
  let unit: StaticString
  /// The number of operations per batch; 0 for as many as `Measurement.batchTime` allows.
  var operations = 0
  /// The minimum number of bytes that one operation stores or reads; 0 if that is meaningless.
  var bytes: Int64 = 0
  /// The name of the subject that only stores the same bytes; `nil` for a floor.
  var floor: String?
  /// Whether this process does all of the work and times it, so that counters are meaningful.
  var isCounted = true
  /// Whether a batch is a single event, whose duration varies: its spread then says nothing about the run.
  var isEvent = false
  /// Prepares each batch; neither timed nor counted.
  var prepare: () throws(ProgramError) -> Void = {}
  /// Runs a number of operations and returns their time in nanoseconds.
  var run: (Int) throws(ProgramError) -> Int64
}

/// Returns the time of `body` in nanoseconds.
@inline(__always) func timed<E>(_ body: () throws(E) -> Void) throws(E) -> Int64 {
  let start = MonotonicClock.now()
  try body()
  return MonotonicClock.now() - start
}

struct Measurement {
  let subject: Subject
  /// The time of one operation in each batch in picoseconds, in order.
  let batches: [Int64]
  /// The core on which it was measured; `nil` without --each-core.
  var core: Core?
  /// The processor's counts in these batches; `nil` without counters.
  let counts: Counts?
  /// The energy of these batches in nanojoules; `nil` without a sensor.
  let energy: Int64?

  /// The approximate time of a batch in nanoseconds: long compared with the clock's resolution, short compared with a time slice.
  static var batchTime: Int64 { 2_000_000 }

  var statistics: Statistics { Statistics(batches) }

  /// The subject's name with the core's, such as "drag, cpu4".
  var name: String { named(subject.name) }
  /// The name of its floor, with the core's.
  var floor: String? { subject.floor.map { named($0) } }

  private func named(_ name: String) -> String { name + (core.map { ", " + $0.name } ?? "") }
}

/// Measures subjects in turn, one batch of each per round, so that a disturbance affects all of them. The first round is discarded. Rounds
/// continue until every spread is small; their number is within `rounds`.
func measure(
  _ subjects: [Subject], rounds: ClosedRange<Int>, _ counters: Counters, _ meter: EnergyMeter?
) throws(ProgramError) -> [Measurement] {
  var subjects = subjects
  for i in subjects.indices where subjects[i].operations == 0 { try calibrate(&subjects[i]) }
  var batches = [[Int64]](repeating: [], count: subjects.count)
  var counts = [Counts?](repeating: nil, count: subjects.count)
  var energies = [Int64?](repeating: meter == nil ? nil : 0, count: subjects.count)
  for round in 0...rounds.upperBound {
    for (i, subject) in subjects.enumerated() {
      try subject.prepare()
      let energy = meter?.now()
      let before = subject.isCounted ? counters.now() : nil
      let time = try subject.run(subject.operations)
      if round == 0 { continue }
      batches[i].append(time * 1000 / Int64(subject.operations))
      if let before, let after = counters.now() { counts[i] = (counts[i] ?? Counts()) + (after - before) }
      if let sum = energies[i] {
        energies[i] =
          if let meter, let energy, let end = meter.now() { meter.energy(from: energy, to: end).map { sum + $0 } } else
          { nil }
      }
    }
    if round >= rounds.lowerBound && batches.allSatisfy({ Statistics($0).spread <= Statistics.wantedSpread }) { break }
  }
  // The report needs only the numbers, and only one screen can be open, so everything that `run` captures is released.
  for i in subjects.indices { (subjects[i].prepare, subjects[i].run) = ({}, { _ throws(ProgramError) in 0 }) }
  return subjects.indices.map {
    Measurement(subject: subjects[$0], batches: batches[$0], counts: counts[$0], energy: energies[$0])
  }
}

private func calibrate(_ subject: inout Subject) throws(ProgramError) {
  var operations = 1
  while true {
    try subject.prepare()
    let time = max(try subject.run(operations), 1)
    if time >= Measurement.batchTime / 2 {
      subject.operations = max(Int(Int64(operations) * Measurement.batchTime / time), 1)
      return
    }
    operations *= time < Measurement.batchTime / 20 ? 10 : 2
  }
}

/// The statistics of a list of batches, in picoseconds per operation.
struct Statistics {
  let minimum: Int64
  let median: Int64
  /// The 99th percentile by nearest rank; the maximum of fewer than 100 batches.
  let p99: Int64
  /// The interquartile range divided by the median, in thousandths: roughly the uncertainty of the median.
  let spread: Int64

  /// The spread below which no more batches are needed, in thousandths.
  static var wantedSpread: Int64 { 35 }

  /// Computes the statistics of `batches`, which must not be empty.
  init(_ batches: [Int64]) {
    let sorted = batches.sorted()
    func rank(_ percent: Int) -> Int64 { sorted[max((sorted.count * percent + 99) / 100, 1) - 1] }
    minimum = sorted[0]
    median = rank(50)
    p99 = rank(99)
    spread = (rank(75) - rank(25)) * 1000 / max(median, 1)
  }
}
