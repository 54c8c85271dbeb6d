import Basics
import CLinux
import Testing

@testable import System

@Suite struct WallClockWatchTests {
  @Test func unchangedClocksAreQuiet() throws {
    let watch = try WallClockWatch()
    let poller = Poller()
    poller.add(watch.descriptor)
    #expect(try !poller.wait(until: MonotonicClock.now() + 20_000_000))
    let wasSet = watch.take()
    #expect(!wasSet)
  }

  /// Runs only in a virtual machine, in Tests/Machines/test_clock.py, because it sets the clock.
  @Test(.enabled(if: Environment["STAR_CLOCK_MAY_BE_SET"] != nil))
  func everyJumpWakesOnce() throws {
    let watch = try WallClockWatch()
    let poller = Poller()
    poller.add(watch.descriptor)
    for seconds in [86400, -3600, 1] {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      now.tv_sec += seconds
      try #require(clock_settime(CLOCK_REALTIME, &now) == 0)
      #expect(try poller.wait(until: MonotonicClock.now() + 1_000_000_000))
      let told = [watch.take(), watch.take()]
      #expect(told == [true, false])
      #expect(try !poller.wait(until: MonotonicClock.now() + 10_000_000))
    }
  }
}
