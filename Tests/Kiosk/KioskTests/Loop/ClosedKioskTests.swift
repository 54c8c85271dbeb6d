import Display
import Foundation
import Settings
import StarSlider
import Survey
import System
import TestSupport
import Testing

@testable import Kiosk

/// A closed kiosk: its backlight is off, or its screen if it has no backlight.
@Suite(.serialized) struct ClosedKioskTests {
  /// Starts a closed kiosk, runs its event loop with one of `rounds` after the other, and ends it.
  private func run(
    _ screen: FakeScreen, hasLight: Bool, survey: String = "", _ rounds: [(Kiosk) -> Void]
  ) throws {
    try withTimeZone { try runInZone(screen, hasLight: hasLight, survey, rounds) }
  }

  private func runInZone(
    _ screen: FakeScreen, hasLight: Bool, _ survey: String, _ rounds: [(Kiosk) -> Void]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dark-\(UUID().uuidString)")
    let lights = folder.appending(path: "lights")
    try FileManager.default.createDirectory(at: lights, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if hasLight {
      let light = lights.appending(path: "panel")
      try FileManager.default.createDirectory(at: light, withIntermediateDirectories: true)
      for (name, value) in [("brightness", "200"), ("max_brightness", "200"), ("bl_power", "0"), ("type", "raw")] {
        try Data(value.utf8).write(to: light.appending(path: name))
      }
    }
    // Open for an hour, three days from now.
    let days = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let day = days[(calendar.component(.weekday, from: Date()) - 1 + 3) % 7]
    var builder = SettingsBuilder()
    builder.read(
      Array("[kiosk]\ntime-zone = UTC\ntrust-clock = yes\nhours = \(day) 08:00-09:00\n\(survey)".utf8), name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let answers = try AnswerRecorder(folder.appending(path: "j.sqlite").path, kioskID: "t", limit: 1000)
    let panel = UntouchedPanel()
    let kiosk = try Kiosk.on(screen, settings, touch: panel, answers: answers, lights: lights.path)
    try kiosk.run(
      panel, on: screen,
      rounds.map { round in
        { kiosk in
          round(kiosk)
          return true
        }
      })
  }

  /// The same wall clock three days on, in the hour that it is open.
  private func open(_ kiosk: Kiosk) {
    let now = MonotonicClock.now()
    let day = (WallClock.now() / 86_400_000 + 3) * 86_400
    kiosk.handle(.clock(WallTime(civil: day + 8 * 3600 + 1800, moment: now, validUntil: nil)))
  }

  @Test func displayIsOffWithoutBacklight() throws {
    let screen = FakeScreen()
    screen.canBeOff = true
    try run(
      screen, hasLight: false,
      [
        { kiosk in
          #expect(screen.offs == 1 && screen.presented == 0)
          #expect(kiosk.presenter.presentation.isDark)
          // Whatever is drawn meanwhile is not seen.
          kiosk.presenter.screen.invalidate()
        },
        { kiosk in
          #expect(screen.presented == 0)
          open(kiosk)
        },
        { kiosk in
          #expect(screen.presented == 1 && !kiosk.presenter.presentation.isDark)
          kiosk.readWallClock()
        },
        { kiosk in #expect(screen.offs == 2 && kiosk.presenter.presentation.isDark) },
      ])
  }

  @Test func displayStaysOnWithBacklight() throws {
    let screen = FakeScreen()
    screen.canBeOff = true
    try run(
      screen, hasLight: true,
      [{ kiosk in #expect(screen.offs == 0 && screen.presented == 1 && !kiosk.presenter.presentation.isDark) }])
  }

  @Test func displayThatCannotBeTurnedOffShowsClosed() throws {
    let screen = FakeScreen()
    screen.canBeOff = false
    try run(
      screen, hasLight: false, [{ kiosk in #expect(screen.presented == 1 && !kiosk.presenter.presentation.isDark) }])
  }

  /// The screen says when the kiosk opens. A closed kiosk that may be dark makes no such screen.
  @Test(arguments: [false, true]) func closedKioskSaysWhenItOpens(canBeOff: Bool) throws {
    let screen = FakeScreen()
    screen.canBeOff = canBeOff
    try run(
      screen, hasLight: false, survey: "[question q]\n[text en]\nquestion q = How was it?\n",
      [
        { kiosk in
          #expect(kiosk.machine.nextOpening(at: kiosk.clock.now)?.minute == 480)
          let plain = kiosk.configuration.model.screens.screen(.closed, language: 0)
          #expect((kiosk.presenter.screen === plain) == canBeOff)
        }
      ])
  }

  /// Back from another console, to a screen that is not let go of yet: dark it was, and dark it is when it can be.
  @Test func closedKioskStaysDarkAfterConsoleSwitch() throws {
    let screen = FakeScreen()
    screen.canBeOff = true
    try run(
      screen, hasLight: false,
      [
        { kiosk in
          #expect(screen.offs == 1 && kiosk.presenter.presentation.isDark)
          kiosk.presenter.handle(.released)
          screen.isTaken = true
          kiosk.acquireConsole()
          #expect(!kiosk.presenter.presentation.isAway)
        },
        { _ in screen.isTaken = false },
        { _ in },
        { kiosk in
          #expect(screen.offs == 2 && kiosk.presenter.presentation.isDark && screen.presented == 0)
          open(kiosk)
        },
        { kiosk in #expect(screen.presented == 1 && !kiosk.presenter.presentation.isDark) },
      ])
  }

  /// The kiosk does not wait for a last frame that cannot be shown.
  @Test(arguments: [false, true]) func kioskEndsWithoutControlOfDisplay(owesPicture: Bool) throws {
    let screen = FakeScreen()
    try run(
      screen, hasLight: false,
      [
        { kiosk in
          #expect(screen.presented == 1)
          screen.isTaken = true
          if owesPicture { kiosk.presenter.screen.invalidate() }
        },
        { _ in },
      ])
    #expect(screen.presented == 1)
  }
}
