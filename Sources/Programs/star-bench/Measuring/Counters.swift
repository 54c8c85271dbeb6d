import Basics
import System

/// The processor's counts in user mode; `nil` for events that it cannot count.
struct Counts {
  var cycles: Int64 = 0
  var instructions: Int64 = 0
  var cacheMisses: Int64? = 0
  var branchMisses: Int64? = 0

  static func + (a: Counts, b: Counts) -> Counts { combine(a, b) { $0 + $1 } }
  static func - (a: Counts, b: Counts) -> Counts { combine(a, b) { $0 - $1 } }

  private static func combine(_ a: Counts, _ b: Counts, _ operation: (Int64, Int64) -> Int64) -> Counts {
    func both(_ a: Int64?, _ b: Int64?) -> Int64? {
      guard let a, let b else { return nil }
      return operation(a, b)
    }
    return Counts(
      cycles: operation(a.cycles, b.cycles), instructions: operation(a.instructions, b.instructions),
      cacheMisses: both(a.cacheMisses, b.cacheMisses), branchMisses: both(a.branchMisses, b.branchMisses))
  }
}

/// The processor's counters, or the reason why there are none.
struct Counters {
  private let events: EventCounters?
  /// Why nothing is counted; `nil` if events are counted.
  let reason: String?

  init() {
    do throws(SystemError) {
      events = try EventCounters([.cycles, .instructions, .cacheMisses, .branchMisses], required: 2)
      reason = nil
    } catch { (events, reason) = (nil, error.message) }
  }

  func now() -> Counts? {
    guard let counts = try? events?.counts(), let cycles = counts[0], let instructions = counts[1] else { return nil }
    return Counts(cycles: cycles, instructions: instructions, cacheMisses: counts[2], branchMisses: counts[3])
  }
}
