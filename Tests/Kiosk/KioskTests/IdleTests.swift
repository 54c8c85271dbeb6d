import Foundation
import System
import Testing

/// Nothing moves, nothing wakes.
@Suite struct IdleTests {
  /// Voluntary and forced context switches of all of a process's threads: each wake-up ends in one.
  private func contextSwitches(of process: Int32) throws -> Int {
    var sum = 0
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
      let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
      for line in status.split(separator: "\n") where line.contains("ctxt_switches") {
        sum += Int(line.split(separator: "\t").last!)!
      }
    }
    return sum
  }

  /// Stars alone, and a start screen whose picture moves in twenty minutes.
  @Test(
    arguments: [
      [],
      [
        "--config", KioskProgramTests.sample, "--phrases", Program.phrases, "--pixel-shift", "20", "--animation", "no",
      ],
    ])
  func noWakeUpsInTenSeconds(more: [String]) throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.start(["--display", "memory", "--touch", "auto", "--journal", "j.sqlite"] + more)
    defer { kiosk.terminate() }
    // The first frame is drawn, and the search for a panel given up, when the process has not run for two seconds.
    var last = -1
    let isAsleep = try program.wait(30) {
      sleep(2)
      let now = try contextSwitches(of: kiosk.processIdentifier)
      defer { last = now }
      return now == last
    }
    #expect(isAsleep)
    let before = try contextSwitches(of: kiosk.processIdentifier)
    sleep(10)
    #expect(try contextSwitches(of: kiosk.processIdentifier) - before == 0)
    #expect(kiosk.isRunning)
    // The measure itself is alive: a signal is a wake-up.
    kill(kiosk.processIdentifier, SIGUSR1)
    #expect(try program.wait(5) { try contextSwitches(of: kiosk.processIdentifier) > before })
  }

  /// The start screen lights up for 2.8 s every 6 s, and nothing wakes up between.
  @Test func noWakeUpsBetweenLights() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.startKiosk(Program.configuration(start: "Begin"), motion: true)
    defer { kiosk.terminate() }
    #expect(try program.wait(30) { try program.log().contains("drawing to") })
    var (last, asleep, pauses) = (try contextSwitches(of: kiosk.processIdentifier), MonotonicClock.now(), [] as [Int64])
    let end = asleep + 22_000_000_000
    while asleep < end {
      usleep(50_000)
      let (switches, now) = (try contextSwitches(of: kiosk.processIdentifier), MonotonicClock.now())
      if now >= end { break }
      if switches == last { continue }
      // A busy machine may delay a frame of the light, and the reading of the counters.
      if now - asleep >= 2_000_000_000 { pauses.append((now - asleep) / 1_000_000) }
      (last, asleep) = (switches, now)
    }
    #expect(pauses.count >= 2 && pauses.dropFirst().allSatisfy { $0 >= 2_900 }, "\(pauses)")
  }
}
