import System

/// The processor's measured clock before and after one workload, in kHz.
struct ClockReading {
  let workload: String
  let before: Int64
  let after: Int64

  /// The maximum change of the clock in a valid run, in thousandths.
  static var mostDrift: Int64 { 20 }

  var hasMoved: Bool { abs(after - before) * 1000 > max(before, after) * Self.mostDrift }

  /// Why a run with this reading is invalid.
  var reason: String {
    "the measured clock changed from \(before / 1000) to \(after / 1000) MHz during " + workload
      + "; set a fixed frequency, cool the board, or stop other programs"
  }
}
