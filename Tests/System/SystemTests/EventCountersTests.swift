import CLinux
import Testing

@testable import System

/// Counters of the processor and of the kernel, which every machine has.
@Suite struct EventCountersTests {
  /// What the kernel counts itself, the type 1: nanoseconds of this thread.
  static let taskClock = EventCounters.Event(type: 1, number: 1)
  static let unknown = EventCounters.Event(type: 1, number: 9999)

  @Test func countsGoOn() throws {
    let counters = try EventCounters([Self.taskClock, Self.unknown, Self.taskClock], required: 1)
    let start = MonotonicClock.now()
    let before = try counters.counts()
    while MonotonicClock.now() - start < 5_000_000 {}
    let after = try counters.counts()
    #expect(before.count == 3 && before[1] == nil && after[1] == nil)
    for place in [0, 2] {
      let time = try #require(after[place]) - #require(before[place])
      // The kernel may have given the processor to another program meanwhile.
      #expect(time > 0 && time < MonotonicClock.now() - start, "\(place): \(time) ns")
    }
  }

  @Test func aRequiredEventIsAnError() {
    #expect(throws: SystemError.self) { try EventCounters([Self.taskClock, Self.unknown], required: 2) }
  }

  /// Either it counts about as many instructions as were executed, or it says why not.
  @Test func processorsCountOrSayWhyNot() throws {
    do {
      let counters = try EventCounters([.cycles, .instructions, .cacheMisses, .branchMisses], required: 2)
      let before = try counters.counts()
      cl_add_in_chain(10_000)
      let after = try counters.counts()
      let instructions = try #require(after[1]) - #require(before[1])
      #expect((2_560_000..<3_000_000).contains(instructions), "\(instructions)")
      #expect(try #require(after[0]) > #require(before[0]))
    } catch let error as SystemError {
      #expect(error.message.hasPrefix("cannot count the processor's events: "), "\(error.message)")
    }
  }

  @Test(arguments: [
    (EACCES, "permission denied; set kernel.perf_event_paranoid to 2 with sysctl, or run it outside of the container"),
    (ENOENT, "this processor offers no counters to Linux, as in most virtual machines"),
    (ENOSYS, "the kernel was built without CONFIG_PERF_EVENTS"),
  ]) func errorsSayWhatToDo(errno: Int32, words: String) {
    #expect(EventCounters.error(errno: errno).message == "cannot count the processor's events: " + words)
  }

  /// No machine that runs these tests is slower than 200 MHz or faster than 8 GHz.
  @Test func theClockIsMeasured() {
    let frequency = measuredFrequency()
    #expect((200_000...8_000_000).contains(frequency), "\(frequency) kHz")
  }
}
