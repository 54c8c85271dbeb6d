import Foundation
import Settings
import Survey
import System
import TestSupport
import Testing

@testable import Kiosk

/// Platform services with a folder as the backlight.
@Suite(.serialized) struct PlatformServicesTests {
  private let lights = FileManager.default.temporaryDirectory.appending(path: "lights-\(UUID().uuidString)")

  init() throws {
    let panel = lights.appending(path: "panel")
    try FileManager.default.createDirectory(at: panel, withIntermediateDirectories: true)
    for (name, text) in [("max_brightness", "200"), ("brightness", "200"), ("bl_power", "4"), ("type", "raw")] {
      try text.write(to: panel.appending(path: name), atomically: true, encoding: .utf8)
    }
  }

  private func value(_ name: String) throws -> String {
    let text = try String(contentsOf: lights.appending(path: "panel/" + name), encoding: .utf8)
    // A file of the kernel's is written anew each time, an ordinary one from its start.
    return String(text.prefix { $0 != "\n" })
  }

  private func settings(_ text: String) throws -> Settings {
    var builder = SettingsBuilder()
    builder.read(Array(("[kiosk]\n" + text).utf8), name: "k.conf")
    return try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
  }

  private func platform(_ text: String) throws -> PlatformServices {
    PlatformServices(try settings(text), lights: lights.path, isSynchronised: { true }, at: 0)
  }

  /// Before a time server has set the clock, the time is unknown, and the light as bright as it ever is. Once it has, the time stays known.
  @Test func unsynchronisedClockIsNotUsed() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: lights) }
      let (text, second) = ("time-zone = UTC\nhours = 08:00-18:00\nbrightness = 00:00 25 %\n", Int64(1_000_000_000))
      var isSynchronised = false
      let platform = PlatformServices(
        try settings(text + "brightness = 12:00 75 %\nbrightness = 12:01 25 %"), lights: lights.path,
        isSynchronised: { isSynchronised }, at: 0)
      #expect(platform.wallTime(at: 7) == nil && platform.lacksTime)
      #expect(try value("brightness") == "150")
      #expect(platform.deadline == 7 + 10 * second)
      #expect(
        !platform.needsWallTime(Poller(), at: 6 + 10 * second) && platform.needsWallTime(Poller(), at: 7 + 10 * second))
      isSynchronised = true
      #expect(platform.wallTime(at: 7 + 10 * second) != nil && !platform.lacksTime)
      isSynchronised = false
      #expect(platform.wallTime(at: 7 + 20 * second) != nil && !platform.lacksTime)
      // The operator may trust the machine's clock.
      let trusting = PlatformServices(
        try settings(text + "trust-clock = yes"), lights: lights.path, isSynchronised: { false }, at: 0)
      #expect(trusting.wallTime(at: 7) != nil && !trusting.lacksTime)
      try trusting.apply(settings(text))
      #expect(trusting.wallTime(at: 8) == nil && trusting.lacksTime)
      // Without hours there is nothing to know.
      try trusting.apply(settings("idle = 20"))
      #expect(trusting.wallTime(at: 9) == nil && !trusting.lacksTime && trusting.deadline == nil)
    }
  }

  @Test func backlightIsUnchangedWithoutHours() throws {
    defer { try? FileManager.default.removeItem(at: lights) }
    let platform = try platform("idle = 20")
    #expect(platform.wallTime(at: 0) == nil)
    platform.stopping()
    #expect(try value("bl_power") == "4" && value("brightness") == "200")
  }

  /// Killed while it was closed, it left the light off.
  @Test func backlightIsOnAtStartAndEnd() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: lights) }
      let platform = try platform("hours = 08:00-18:00")
      #expect(try value("bl_power") == "0")
      platform.setLight(false)
      #expect(try value("bl_power") == "4")
      platform.stopping()
      #expect(try value("bl_power") == "0")
    }
  }

  /// A light that comes to be known while the terminal is closed stays off.
  @Test func backlightFoundWhileClosedStaysOff() throws {
    try withTimeZone {
      let later = lights.path + "-later"
      let hours = try settings("hours = 08:00-18:00")
      let platform = PlatformServices(hours, lights: later, at: 0)
      #expect(!platform.setLight(false))
      try FileManager.default.moveItem(atPath: lights.path, toPath: later)
      defer { try? FileManager.default.removeItem(atPath: later) }
      platform.apply(hours)
      #expect(try String(contentsOfFile: later + "/panel/bl_power", encoding: .utf8) == "4")
      #expect(platform.setLight(true))
      #expect(try String(contentsOfFile: later + "/panel/bl_power", encoding: .utf8).first == "0")
    }
  }

  /// A night in which the clock jumps is no hour longer for the light.
  @Test func brightnessAtSummerTimeChange() throws {
    let plan = try #require(BrightnessPlan([.init(minute: 7 * 60, percent: 80), .init(minute: 21 * 60, percent: 30)]))
    let hour: Int64 = 3_600_000_000_000
    // 22:00; at 02:00 it is 03:00.
    let before = WallTime(civil: 22 * 3600, moment: 5, validUntil: 5 + 4 * hour)
    #expect(PlatformServices.nextBrightness(plan, before) == 5 + 4 * hour)
    let after = WallTime(civil: 27 * 3600, moment: 5 + 4 * hour, validUntil: 5 + 5000 * hour)
    #expect(PlatformServices.nextBrightness(plan, after) == 5 + 8 * hour)
    // One brightness needs no clock.
    let always = try #require(BrightnessPlan([.init(minute: 0, percent: 50)]))
    #expect(PlatformServices.nextBrightness(always, before) == nil)
  }

  /// A change of brightness comes with the wall's minute, and the clock is read again when summer time begins or ends.
  @Test func deadlines() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: lights) }
      let dimmed = try platform("time-zone = UTC\nbrightness = 00:00 50 %\nbrightness = 12:00 60 %")
      let wall = try #require(dimmed.wallTime(at: 7))
      let wait = try #require(dimmed.deadline) - 7
      #expect(wall.moment == 7 && wall.validUntil == nil && wait > 0 && wait % 1_000_000_000 == 0)
      #expect((wall.civil + wait / 1_000_000_000) % 43_200 == 0)

      let zurich = try #require(TimeZone(identifier: "Europe/Zurich"))
      let change = try #require(zurich.nextDaylightSavingTimeTransition).timeIntervalSinceNow
      let open = try platform("time-zone = Europe/Zurich\nhours = 08:00-18:00")
      let until = try #require(open.wallTime(at: 7)?.validUntil)
      #expect(abs(Double(until - 7) / 1e9 - change) < 10)
    }
  }

  /// Zone, hours and brightness of a new configuration are in force at once.
  @Test func reloadAppliesSettings() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: lights) }
      let platform = try platform("time-zone = Etc/GMT+5")
      #expect(platform.wallTime(at: 0) == nil)
      try platform.apply(settings("time-zone = Etc/GMT+5\nbrightness = 00:00 50 %"))
      let west = try #require(platform.wallTime(at: 0))
      #expect(try value("brightness") == "100")
      try platform.apply(settings("time-zone = Etc/GMT-5\nbrightness = 00:00 25 %"))
      let east = try #require(platform.wallTime(at: 0))
      #expect(try value("brightness").prefix(2) == "50")
      // Five hours behind and five ahead, read within a second or two of each other.
      #expect(abs(east.civil - west.civil - 36_000) <= 10)
      // A zone that is not there is UTC.
      try platform.apply(settings("time-zone = Mars/Olympus\nbrightness = 00:00 25 %"))
      let universal = try #require(platform.wallTime(at: 0))
      #expect(abs(universal.civil - west.civil - 18_000) <= 10)
      try platform.apply(settings("idle = 20"))
      #expect(platform.wallTime(at: 0) == nil)
    }
  }
}
