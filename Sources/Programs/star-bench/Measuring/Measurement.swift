import Basics
import System

/// One thing that is measured: a number of operations, and how long they took.
final class Subject {
  /// As in "drag".
  let name: String
  /// What one operation is, as in "frame".
  let unit: StaticString
  /// Bytes that one operation stores or reads at least; 0 where that says nothing.
  let bytes: Int64
  /// The subject that does nothing but the same stores; `nil` for a floor.
  let floor: Subject?
  /// Operations in a batch; 0: as many as take `Measurement.batchTime`.
  var operations: Int
  /// Runs a number of operations; the nanoseconds that they took.
  private(set) var run: (Int) throws(ProgramError) -> Int64

  init(
    _ name: String, unit: StaticString, operations: Int = 0, bytes: Int64 = 0, floor: Subject? = nil,
    run: @escaping (Int) throws(ProgramError) -> Int64
  ) {
    self.name = name
    self.unit = unit
    self.operations = operations
    self.bytes = bytes
    self.floor = floor
    self.run = run
  }

  /// Lets go of everything that `run` holds: a screen has one user at a time, and the report needs only the numbers.
  func retire() { run = { _ throws(ProgramError) in 0 } }
}

/// Nanoseconds that something took.
@inline(__always)
func timed(_ body: () -> Void) -> Int64 {
  let start = MonotonicClock.now()
  body()
  return MonotonicClock.now() - start
}

/// What came out for a subject, and for its floor in the same rounds.
struct Measurement {
  let subject: Subject
  /// Picoseconds per operation, a batch each, in the order of measuring.
  let batches: [Int64]

  /// A batch takes about so long, nanoseconds: long against the clock's grain, short against the scheduler's patience.
  static var batchTime: Int64 { 2_000_000 }

  var statistics: Statistics { Statistics(batches) }
}

/// Measures subjects in turns: one batch of each, then the next batch of each, so that whatever disturbs the machine
/// disturbs all. A first round warms up and is thrown away.
func measure(_ subjects: [Subject], batches count: Int) throws(ProgramError) -> [Measurement] {
  for subject in subjects where subject.operations == 0 { try calibrate(subject) }
  var batches = [[Int64]](repeating: [], count: subjects.count)
  for round in 0...count {
    for (i, subject) in subjects.enumerated() {
      let time = try subject.run(subject.operations)
      if round > 0 { batches[i].append(time * 1000 / Int64(subject.operations)) }
    }
  }
  var measurements: [Measurement] = []
  for subject in subjects { subject.retire() }
  for (i, subject) in subjects.enumerated() { measurements.append(Measurement(subject: subject, batches: batches[i])) }
  return measurements
}

private func calibrate(_ subject: Subject) throws(ProgramError) {
  var operations = 1
  while true {
    let time = max(try subject.run(operations), 1)
    if time >= Measurement.batchTime / 2 {
      subject.operations = max(Int(Int64(operations) * Measurement.batchTime / time), 1)
      return
    }
    operations *= time < Measurement.batchTime / 20 ? 10 : 2
  }
}
