import Basics
import CLinux

/// Counts events of this process in user mode, in hardware if the processor can: perf_event_open(2).
///
/// The counters run at the same time. If the processor has too few of them, or other programs use them, the kernel runs them only part of
/// the time; the counts are then scaled up.
package final class EventCounters {
  /// An event with the kernel's numbers.
  package struct Event: Sendable {
    let type: UInt32
    let number: UInt64

    package static var cycles: Event { Event(type: 0, number: UInt64(cl_count_cycles)) }
    package static var instructions: Event { Event(type: 0, number: UInt64(cl_count_instructions)) }
    package static var cacheMisses: Event { Event(type: 0, number: UInt64(cl_count_cache_misses)) }
    package static var branchMisses: Event { Event(type: 0, number: UInt64(cl_count_branch_misses)) }
  }

  /// The counters' descriptors, the group's leader first; -1 for an event that is not counted.
  private var descriptors: [Int32] = []

  /// Starts counting.
  ///
  /// - Parameters:
  ///   - events: The events, at least one.
  ///   - required: The number of events, from the first one, that must be counted.
  /// - Throws: `SystemError`, with advice, if a required event cannot be counted.
  package init(_ events: [Event], required: Int) throws(SystemError) {
    for (place, event) in events.enumerated() {
      let descriptor = cl_counter_open(event.type, event.number, descriptors.first ?? -1)
      if descriptor < 0 && place < required { throw Self.error(errno: -descriptor) }
      descriptors.append(max(descriptor, -1))
    }
  }

  deinit { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }

  /// Returns the error of a failed perf_event_open(2), with reasons that are more precise than those of errno.
  package static func error(errno: Int32) -> SystemError {
    let (reason, suggestion): (String?, String) =
      switch errno {
      case EACCES, EPERM:
        (nil, "set kernel.perf_event_paranoid to 2 with sysctl, or run it outside of the container")
      case ENOENT, ENODEV, EOPNOTSUPP: ("this processor offers no counters to Linux, as in most virtual machines", "")
      case ENOSYS: ("the kernel was built without CONFIG_PERF_EVENTS", "")
      default: (nil, "")
      }
    return SystemError("count", "the processor's events", errno: errno, reason: reason, suggestion: suggestion)
  }

  /// Returns the counts since the start, in the order of the events; `nil` for an event that is not counted.
  package func counts() throws(SystemError) -> [Int64?] {
    // The format is that of perf_event_open(2): the number of counters, two times in nanoseconds, the counts.
    var values = [UInt64](repeating: 0, count: 3 + descriptors.count)
    let read = unsafe values.withUnsafeMutableBytes { bytes in
      retryingInterrupts { unsafe CLinux.read(descriptors[0], bytes.baseAddress!, bytes.count) }
    }
    try check(read, "read", "the processor's counters")
    let (enabled, running) = (values[1], values[2])
    var place = 2
    return descriptors.map { descriptor in
      if descriptor < 0 { return nil }
      place += 1
      if running == 0 { return nil }
      let scaled = running.dividingFullWidth(values[place].multipliedFullWidth(by: enabled)).quotient
      return Int64(clamping: scaled)
    }
  }
}

/// Returns the measured clock frequency of the processor in kHz. The frequency that the kernel reports may be the requested one instead of
/// the actual one.
///
/// It times dependent additions of one cycle each, 20 times. The fastest time counts, because interruptions make the others longer.
package func measuredFrequency() -> Int64 {
  let (rounds, cycles): (UInt32, Int64) = (1000, 256_000)
  var shortest = Int64.max
  for _ in 0..<20 {
    let start = MonotonicClock.now()
    cl_add_in_chain(rounds)
    shortest = min(shortest, MonotonicClock.now() - start)
  }
  return cycles * 1_000_000 / max(shortest, 1)
}
