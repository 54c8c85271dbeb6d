import Basics
import CLinux
import Testing

@testable import System

/// A folder like /sys/class/backlight.
private final class Lights {
  let root: String

  init() throws { root = try scratchFolder() }

  deinit { removeScratchFolder(root) }

  func add(_ name: String, type: String, maximum: String, brightness: String = "0") throws {
    try makeFolders(root + "/" + name)
    for (file, content) in [("type", type), ("max_brightness", maximum), ("brightness", brightness), ("bl_power", "0")]
    {
      try writeFile(root + "/" + name + "/" + file, Array((content + "\n").utf8))
    }
  }

  func content(_ path: String) throws -> String {
    String(decoding: try readFile(root + "/" + path), as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
  }
}

@Suite struct BacklightTests {
  @Test func theKernelsOrderOfPreference() throws {
    let lights = try Lights()
    try lights.add("a-raw", type: "raw", maximum: "255")
    try lights.add("c-platform", type: "platform", maximum: "15")
    try lights.add("b-platform", type: "platform", maximum: "31")
    #expect(try Backlight(in: lights.root).name == "b-platform")
    try lights.add("z-firmware", type: "firmware", maximum: "7")
    #expect(try Backlight(in: lights.root).name == "z-firmware")
    try lights.add("0-new", type: "of a kind to come", maximum: "100")
    #expect(try Backlight(in: lights.root).name == "z-firmware")
    #expect(
      Backlight.list(in: lights.root).map(\.name) == ["0-new", "a-raw", "b-platform", "c-platform", "z-firmware"])
  }

  @Test func byAProfilesName() throws {
    let lights = try Lights()
    try lights.add("10-0045", type: "raw", maximum: "31")
    try lights.add("other", type: "firmware", maximum: "100")
    #expect(try Backlight(named: "rpi_backlight or 10-0045", in: lights.root).maximum == 31)
    let error = #expect(throws: SystemError.self) { try Backlight(named: "rpi_backlight", in: lights.root) }
    #expect(
      error?.message == "cannot find the backlight rpi_backlight: not in \(lights.root); set one of: 10-0045, other")
  }

  @Test func whatCannotSayItsMaximumIsNoLight() throws {
    let lights = try Lights()
    try lights.add("broken", type: "raw", maximum: "0")
    try lights.add("worse", type: "raw", maximum: "many")
    for root in [lights.root, lights.root + "/absent"] {
      let error = #expect(throws: SystemError.self) { try Backlight(in: root) }
      #expect(error?.message.contains("it has none; remove the brightness") == true)
    }
  }

  @Test(
    arguments: [
      (100, 0, 0), (100, 1, 1), (100, 100, 100), (255, 50, 128), (255, 1, 3), (31, 50, 16), (1, 1, 1), (7, 1, 1),
      (7, 100, 7),
      (255, 101, 255), (255, -1, 0), (4_294_967_295, 100, 4_294_967_295),
    ] as [(Int64, Int32, Int64)])
  func percentInUnits(_ maximum: Int64, _ percent: Int32, _ units: Int64) throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "\(maximum)")
    let light = try Backlight(in: lights.root)
    try light.setBrightness(percent: percent)
    #expect(try lights.content("x/brightness") == "\(units)")
  }

  @Test func brightnessComesBackAsItWasSet() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "255")
    let light = try Backlight(in: lights.root)
    for percent in Int32(0)...100 {
      try light.setBrightness(percent: percent)
      #expect(try light.brightness() == percent)
    }
  }

  /// Drivers may say more than their own maximum.
  @Test(arguments: [("255", 100), ("300", 100), ("1", 0), ("2", 1)]) func unitsInPercent(
    _ units: String, _ percent: Int32
  ) throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "255", brightness: units)
    #expect(try Backlight(in: lights.root).brightness() == percent)
  }

  @Test func aBrightnessThatIsNoNumberIsTold() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "255", brightness: "bright")
    let error = #expect(throws: SystemError.self) { try Backlight(in: lights.root).brightness() }
    #expect(error?.message == "cannot read \(lights.root)/x/brightness: not a number")
  }

  @Test func powerIsZeroForOn() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "10", brightness: "7")
    let light = try Backlight(in: lights.root)
    try light.setPower(false)
    #expect(try lights.content("x/bl_power") == "4")
    try light.setPower(true)
    #expect(try lights.content("x/bl_power") == "0")
    #expect(try lights.content("x/brightness") == "7")
  }

  @Test func whatIsGoneIsTold() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "10")
    let light = try Backlight(in: lights.root)
    unlink(lights.root + "/x/brightness")
    let error = #expect(throws: SystemError.self) { try light.setBrightness(percent: 5) }
    #expect(error?.message == "cannot open \(lights.root)/x/brightness: no such file or directory")
  }

  @Test(arguments: [(EACCES, "group video"), (EPERM, "group video"), (EROFS, "ReadWritePaths")])
  func refusalsNameTheCure(_ code: Int32, _ suggestion: String) {
    #expect(Backlight.advice(for: code).contains(suggestion))
  }
}

@Suite struct LogTests {
  @Test func thePriorityIsForTheJournalOnly() {
    #expect(Standard.logLine("touched", .info, program: "star-kiosk", forJournal: true) == "<6>touched\n")
    #expect(Standard.logLine("touched", .info, program: "star-kiosk", forJournal: false) == "star-kiosk: touched\n")
    #expect([LogPriority.error, .warning, .notice, .info].map(\.rawValue) == [3, 4, 5, 6])
  }

  /// A touchscreen may be called anything (uinput), and a line that it ends would begin another one with a priority of its own.
  @Test func whateverALineHasItStaysOne() {
    let name = "a\n<0>b\u{1b}[2J\r\u{7f}\u{85}\u{9b}m \u{a0}é\u{2c2}"
    let shown = "a <0>b [2J    m \u{a0}é\u{2c2}"
    #expect(oneLine(name) == shown && oneLine("") == "" && oneLine("\u{80}\u{9f}") == "  ")
    #expect(Standard.logLine(name, .info, program: "k", forJournal: true) == "<6>" + shown + "\n")
    #expect(Standard.logLine(name, .info, program: "k", forJournal: false) == "k: " + shown + "\n")
    #expect(jsonString("a\n\u{1b}") == #""a\u000a\u001b""#)
  }

  @Test func whatWouldEndAStringOfJSONIsMarked() {
    #expect(jsonString(#"a "b" \c"#) == #""a \"b\" \\c""# && jsonString("") == "\"\"")
  }

  @Test func theJournalIsWhatTheVariableNames() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var status = stat()
    try #require(fstat(ends[1], &status) == 0)
    let named = "\(status.st_dev):\(status.st_ino)"
    #expect(Standard.isJournal(ends[1], variable: named))
    #expect(!Standard.isJournal(0x7FFF, variable: named))
    for other in [nil, "", "0:0", named + "0", "\(status.st_dev)", "\(status.st_dev):\(status.st_ino + 1)"] {
      #expect(!Standard.isJournal(ends[1], variable: other))
    }
  }
}

@Suite struct WallClockWatchTests {
  @Test func aClockThatNobodySetsIsQuiet() throws {
    let watch = try WallClockWatch()
    let poller = Poller()
    poller.add(watch.descriptor)
    #expect(try !poller.wait(until: MonotonicClock.now() + 20_000_000))
    let wasSet = watch.take()
    #expect(!wasSet)
  }

  /// On a machine whose clock may be set: Tests/Machines/test_clock.py says so, to its guest.
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
  @Test func byName() throws {
    let bytes = try #require(try ZoneFiles.read("Europe/Zurich"))
    #expect(bytes.starts(with: Array("TZif".utf8)))
    #expect(try ZoneFiles.read("Etc/GMT+12") != nil)
  }

  @Test func theMachinesOwnMayBeMissing() throws {
    #expect(try ZoneFiles.read("", own: "/nowhere/localtime") == nil)
    // What is there and cannot be read is not a machine without a zone.
    let error = #expect(throws: SystemError.self) { try ZoneFiles.read("", own: "/usr/share/zoneinfo") }
    #expect(error?.message == "cannot read /usr/share/zoneinfo: is a directory")
    #expect(try ZoneFiles.read("", own: "/usr/share/zoneinfo/Asia/Tokyo") == ZoneFiles.read("Asia/Tokyo"))
  }

  @Test(arguments: [
    "../../../etc/passwd", "/etc/passwd", "Europe//Zurich", "Europe/", "Europe/Z rich", "Europe/Zürich", ".", "\n",
  ])
  func noNameLeadsOutOfTheFolder(_ name: String) {
    let error = #expect(throws: SystemError.self) { try ZoneFiles.read(name) }
    #expect(error?.message.contains("not a zone name") == true)
  }

  @Test func aZoneThatIsNotThereIsToldWithTheCure() {
    let error = #expect(throws: SystemError.self) { try ZoneFiles.read("Mars/Phobos") }
    #expect(
      error?.message == "cannot open /usr/share/zoneinfo/Mars/Phobos: no such file or directory; see the names in "
        + "/usr/share/zoneinfo, from the package tzdata")
  }
}
