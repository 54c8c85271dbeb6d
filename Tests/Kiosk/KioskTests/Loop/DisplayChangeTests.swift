import Display
import Foundation
import Geometry
import Rating
import Settings
import Survey
import System
import Testing

@testable import Kiosk

/// A kiosk whose screen is replaced during a visit.
@Suite(.serialized) struct DisplayChangeTests {
  /// One visitor, who acts once.
  private final class Visitor: TouchInput {
    var act: () -> Void = {}
    private(set) var size: Size<PhysicalSpace>?
    private var isDone = false
    var deadline: Int64? { isDone ? nil : 0 }
    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      if isDone { return }
      isDone = true
      act()
    }
    func use(screen: Size<PhysicalSpace>) { size = screen }
  }

  private static func configuration(_ text: String) throws -> Configuration {
    var builder = SettingsBuilder()
    builder.read(Array(text.utf8), name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    return Configuration(settings: settings, builder: builder, found: [], text: nil)
  }

  /// Answers the first of two questions on a screen of 800x480, replaces that by one of `next`, and passes on the kiosk there.
  private func change(
    to next: String, _ partial: String = "keep", act: @escaping (Kiosk) -> Void = { _ in },
    body: (Kiosk, Visitor) throws -> Void
  ) throws -> String {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let settings = try Self.configuration(
      "[screen]\ndisplay = memory:\(next)\n[terminal]\nhalf-given = \(partial)\n[question a]\n[question b]\n"
        + "[text en]\nquestion a = A?\nquestion b = B?\n"
    ).settings
    let screen = AbsentDisplay(size: Size(width: 800, height: 480), format: .xrgb8888)
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let (clock, touch) = (Clock(isVirtual: false), Visitor())
    let answers = try AnswerRecorder(starctl.path("j.sqlite"), kioskID: "t", limit: 1000)
    let kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: screen.format),
      Kiosk.Devices(
        display: screen, transform: transform, touch: touch, keys: NoKeys(), answers: answers, console: nil, film: nil,
        trace: nil, platform: try PlatformServices(settings, at: clock.now), status: StatusFile()),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    touch.act = { [unowned kiosk] in
      kiosk.handle(.started)
      kiosk.handle(.rated(RatingEvent(.committed, 3, source: .touch)))
      act(kiosk)
      kiosk.areScreensOutdated = true
    }
    #expect(try kiosk.run(), "it ends for another display")
    try body(try kiosk.moved(), touch)
    answers.close()
    return try starctl.run(["export", "--format", "jsonl", "--journal", "j.sqlite"]).output
  }

  @Test func visitGoesOnAtSameSize() throws {
    let stored = try change(to: "800x480") { kiosk, touch in
      #expect(kiosk.machine.screen == .question(1))
      #expect(kiosk.screen === kiosk.model.screens.screen(.question(1), language: 0))
      #expect(kiosk.screen.needsPaint && !kiosk.presentation.isHidden && touch.size == nil)
    }
    #expect(stored.isEmpty)
  }

  @Test(arguments: ["keep", "discard"]) func visitEndsAtOtherSize(partial: String) throws {
    let stored = try change(to: "1024x600", partial) { kiosk, touch in
      #expect(kiosk.machine.screen == .attract && kiosk.screen === kiosk.model.screens.screen(.attract, language: 0))
      #expect(kiosk.devices.transform.physical == Size(width: 1024, height: 600) && kiosk.screen.needsPaint)
      #expect(touch.size == Size(width: 1024, height: 600))
    }
    #expect(try stars(in: stored) == (partial == "keep" ? [3] : []))
    #expect(stored.contains("\"partial\"") == (partial == "keep"))
  }

  /// A finger that held the corner for cleaning is not seen to leave it.
  @Test func cornerIsReleased() throws {
    func press(_ kiosk: Kiosk) {
      kiosk.cornerContact = 1
      kiosk.handle(.cornerPressed)
    }
    _ = try change(to: "800x480", act: press) { kiosk, _ in
      #expect(kiosk.cornerContact == nil && kiosk.machine.screen == .question(1))
      kiosk.now += 10_000_000_000
      kiosk.handle(.timePassed)
      #expect(kiosk.machine.screen == .question(1))
    }
  }

  /// After the machine was suspended, all of the screen is painted again.
  @Test func displayIsRestored() throws {
    _ = try change(to: "800x480") { kiosk, _ in
      try kiosk.paint()
      #expect(!kiosk.screen.needsPaint)
      kiosk.restoreDisplay()
      #expect(kiosk.screen.needsPaint && kiosk.failure == nil)
    }
  }

  /// A configuration that waits for the end of the visit is applied on the new screen.
  @Test(arguments: ["keep", "discard"]) func waitingConfigurationIsApplied(partial: String) throws {
    let next = try Self.configuration("[screen]\ndisplay = memory:640x480\n[question c]\n[text en]\nquestion c = C?\n")
    func reload(_ kiosk: Kiosk) {
      kiosk.pendingConfiguration = next
      kiosk.handle(.reload)
    }
    _ = try change(to: "640x480", partial, act: reload) { kiosk, _ in
      #expect(kiosk.pendingConfiguration == nil && kiosk.model.questions.map(\.id) == ["c"])
      #expect(kiosk.screen === kiosk.model.screens.screen(.attract, language: 0))
    }
  }

  /// While another program has the screen, nothing is examined.
  @Test func changeWaitsForControl() throws {
    _ = try change(to: "800x480") { kiosk, _ in
      kiosk.areScreensOutdated = true
      kiosk.updatePresentation(.released)
      #expect(!kiosk.haveScreensChanged() && kiosk.areScreensOutdated)
      kiosk.updatePresentation(.acquired)
      #expect(!kiosk.haveScreensChanged() && !kiosk.areScreensOutdated)
    }
  }
}
