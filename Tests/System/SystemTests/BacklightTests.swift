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
  @Test func kernelPreferenceDecides() throws {
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

  @Test func findsByName() throws {
    let lights = try Lights()
    try lights.add("10-0045", type: "raw", maximum: "31")
    try lights.add("other", type: "firmware", maximum: "100")
    #expect(try Backlight(named: "rpi_backlight or 10-0045", in: lights.root).maximum == 31)
    let error = #expect(throws: SystemError.self) { try Backlight(named: "rpi_backlight", in: lights.root) }
    #expect(
      error?.message == "cannot find the backlight rpi_backlight: not in \(lights.root); set one of: 10-0045, other")
  }

  @Test func lightsWithoutAMaximumAreIgnored() throws {
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
  func percentToUnits(_ maximum: Int64, _ percent: Int32, _ units: Int64) throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "\(maximum)")
    let light = try Backlight(in: lights.root)
    try light.setBrightness(percent: percent)
    #expect(try lights.content("x/brightness") == "\(units)")
  }

  @Test func brightnessRoundTrips() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "255")
    let light = try Backlight(in: lights.root)
    for percent in Int32(0)...100 {
      try light.setBrightness(percent: percent)
      #expect(try light.brightness() == percent)
    }
  }

  /// A driver may report more than its maximum.
  @Test(arguments: [("255", 100), ("300", 100), ("1", 0), ("2", 1)]) func unitsToPercent(
    _ units: String, _ percent: Int32
  ) throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "255", brightness: units)
    #expect(try Backlight(in: lights.root).brightness() == percent)
  }

  @Test func invalidBrightnessIsAnError() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "255", brightness: "bright")
    let error = #expect(throws: SystemError.self) { try Backlight(in: lights.root).brightness() }
    #expect(error?.message == "cannot read \(lights.root)/x/brightness: not a number")
  }

  @Test func powerKeepsTheBrightness() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "10", brightness: "7")
    let light = try Backlight(in: lights.root)
    try light.setPower(false)
    #expect(try lights.content("x/bl_power") == "4")
    try light.setPower(true)
    #expect(try lights.content("x/bl_power") == "0")
    #expect(try lights.content("x/brightness") == "7")
  }

  @Test func missingFilesAreErrors() throws {
    let lights = try Lights()
    try lights.add("x", type: "raw", maximum: "10")
    let light = try Backlight(in: lights.root)
    unlink(lights.root + "/x/brightness")
    let error = #expect(throws: SystemError.self) { try light.setBrightness(percent: 5) }
    #expect(error?.message == "cannot open \(lights.root)/x/brightness: no such file or directory")
  }

  @Test(arguments: [(EACCES, "group video"), (EPERM, "group video"), (EROFS, "ReadWritePaths")])
  func refusalsHaveSuggestions(_ code: Int32, _ suggestion: String) {
    #expect(Backlight.advice(for: code).contains(suggestion))
  }
}
