import CLinux
import Testing

@testable import System

/// Counters of the processor and of the kernel, which every machine has.
@Suite struct EventCountersTests {
  /// Events that the kernel counts itself: the type 1.
  static let taskClock = EventCounters.Event(type: 1, number: 1)
  static let pageFaults = EventCounters.Event(type: 1, number: 2)
  static let unknown = EventCounters.Event(type: 1, number: 9999)

  @Test func countsGoOn() throws {
    let counters = try EventCounters([Self.taskClock, Self.pageFaults, Self.unknown], required: 2)
    let before = try counters.counts()
    let pages = 64
    let memory = mmap(nil, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    for page in 0..<pages { memory.storeBytes(of: 1, toByteOffset: page * 4096, as: UInt8.self) }
    munmap(memory, pages * 4096)
    let after = try counters.counts()
    #expect(before.count == 3 && before[2] == nil && after[2] == nil)
    #expect(try #require(after[0]) > #require(before[0]))
    // Huge pages would make it one.
    #expect(try #require(after[1]) > #require(before[1]))
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
