import CLinux
import Foundation
import Testing

@testable import System

/// What must not make a program stand still, spin or end: each in a process of its own, with a limit of a minute.
@Suite struct StandstillTests {
  /// The limit of descriptors may be lowered while the program runs (prlimit(1)). poll(2) then refuses the set.
  @Test func waitsWithLimitBelowItsDescriptors() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      var pipes: [[Int32]] = []
      for _ in 0..<8 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { exit(2) }
        pipes.append(ends)
      }
      var limit = rlimit(rlim_cur: 4, rlim_max: 4)
      guard setrlimit(__rlimit_resource_t(7), &limit) == 0 else { exit(3) }
      let poller = Poller()
      for ends in pipes { poller.add(ends[0]) }
      poller.add(pipes[0][1], for: .writable)
      guard (try? poller.wait(until: nil)) == true else { exit(4) }
      if poller.readiness(of: pipes[0][1]) != .writable || poller.readiness(of: pipes[5][0]) != [] { exit(5) }
      poller.removeAll()
      for ends in pipes { poller.add(ends[0]) }
      guard (try? poller.wait(until: MonotonicClock.now() + 5_000_000)) == false else { exit(6) }
      write(pipes[7][1], "x", 1)
      guard (try? poller.wait(until: nil)) == true, poller.readiness(of: pipes[7][0]) == .readable else { exit(7) }
      var byte: [UInt8] = [0]
      read(pipes[7][0], &byte, 1)
      close(pipes[6][1])
      guard (try? poller.wait(until: nil)) == true, poller.readiness(of: pipes[6][0]) != [] else { exit(8) }
      exit(0)
    }
  }

  @Test func raisesLowLimit() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(7), &limit)
      limit.rlim_cur = 16
      setrlimit(__rlimit_resource_t(7), &limit)
      Standard.prepare()
      getrlimit(__rlimit_resource_t(7), &limit)
      exit(limit.rlim_cur == min(limit.rlim_max, 1024) ? 0 : 1)
    }
  }

  /// A log whose reader stands still, with any amount of room left in the pipe.
  @Test func fullErrorPipeDoesNotBlock() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], 2) == 2 else { exit(2) }
      Standard.neverWait()
      for length in 0..<300 {
        Standard.error(String(repeating: "x", count: length * 40), .warning)
        Standard.errorText(String(repeating: "y", count: 70_000))
      }
      // Once there is room again, lines arrive.
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      guard read(ends[0], &bytes, bytes.count) > 0 else { exit(3) }
      Standard.errorText("the last line\n")
      let count = read(ends[0], &bytes, bytes.count)
      exit(count > 0 && String(decoding: bytes.prefix(count), as: UTF8.self).hasSuffix("the last line\n") ? 0 : 4)
    }
  }

  /// Without `neverWait`, a slow reader gets every line.
  @Test func slowPagerGetsAllLines() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], 2) == 2 else { exit(2) }
      close(ends[1])
      let reader = ends[0]
      let thread = Thread {
        var (total, bytes) = (0, [UInt8](repeating: 0, count: 5000))
        while total < 300_000 {
          let count = read(reader, &bytes, bytes.count)
          if count <= 0 { exit(3) }
          total += count
        }
        exit(0)
      }
      thread.start()
      for _ in 0..<3000 { Standard.errorText(String(repeating: "z", count: 99) + "\n") }
      while true { pause() }
    }
  }

  @Test func signalsDoNotShortenSleep() async {
    await #expect(processExitsWith: .success) {
      signal(SIGALRM) { _ in }
      var often = itimerval()
      often.it_interval.tv_usec = 3000
      often.it_value.tv_usec = 3000
      setitimer(__itimer_which_t(0), &often, nil)
      let start = MonotonicClock.now()
      System.sleep(nanoseconds: 100_000_000)
      exit(MonotonicClock.now() - start >= 100_000_000 ? 0 : 1)
    }
  }

  /// A stopped child is killed without a wait, and reaped by a later call.
  @Test func stoppedChildIsReapedLater() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      var ids: [Int32] = []
      for _ in 0..<12 {
        guard let process = try? ForkedProcess(memory: 512 << 20, { while true { pause() } }) else { exit(2) }
        ids.append(process.id)
        process.stop()
      }
      // The last ones may still be ending.
      while ids.contains(where: { processExists($0) }) {
        System.sleep(nanoseconds: 1_000_000)
        cl_abandon(Int32.max)
      }
      exit(0)
    }
  }

  /// Reading nothing from a device makes no error.
  @Test func emptyReadReturnsCode() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let file = FileDescriptor(owning: ends[0], path: "pipe")
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(file.tryRead(into: &bytes) == -Int(EAGAIN))
    write(ends[1], "abc", 3)
    #expect(file.tryRead(into: &bytes) == 3 && file.tryRead(into: &bytes) == -Int(EAGAIN))
    #expect(throws: SystemError.self) { try file.read(into: &bytes) }
  }
}
