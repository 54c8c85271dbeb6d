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

@Suite struct ZoneFilesTests {
  @Test func findsZones() throws {
    let bytes = try #require(try ZoneFiles.read("Europe/Zurich"))
    #expect(bytes.starts(with: Array("TZif".utf8)))
    #expect(try ZoneFiles.read("Etc/GMT+12") != nil)
  }

  @Test func ownZoneMayBeMissing() throws {
    #expect(try ZoneFiles.read("", own: "/nowhere/localtime") == nil)
    // An unreadable file is an error, not a machine without a zone.
    let error = #expect(throws: SystemError.self) { try ZoneFiles.read("", own: "/usr/share/zoneinfo") }
    #expect(error?.message == "cannot read /usr/share/zoneinfo: is a directory")
    #expect(try ZoneFiles.read("", own: "/usr/share/zoneinfo/Asia/Tokyo") == ZoneFiles.read("Asia/Tokyo"))
  }

  @Test(arguments: [
    "../../../etc/passwd", "/etc/passwd", "Europe//Zurich", "Europe/", "Europe/Z rich", "Europe/Zürich", ".", "\n",
  ])
  func namesCannotLeaveTheFolder(_ name: String) {
    let error = #expect(throws: SystemError.self) { try ZoneFiles.read(name) }
    #expect(error?.message.contains("not a zone name") == true)
  }

  @Test func missingZonesAreErrors() {
    let error = #expect(throws: SystemError.self) { try ZoneFiles.read("Mars/Phobos") }
    #expect(
      error?.message == "cannot open /usr/share/zoneinfo/Mars/Phobos: no such file or directory; see the names in "
        + "/usr/share/zoneinfo, from the package tzdata")
  }
}
