import Display
import Foundation
import StarSlider
import Testing

@testable import Kiosk

/// A kiosk whose screen is replaced during a visit.
@Suite(.serialized) struct DisplayChangeTests {
  /// Answers the first of two questions on a screen of 800x480, replaces that by one of `next`, and passes on the kiosk there.
  private func change(
    to next: String, _ partial: String = "keep", act: @escaping (Kiosk) -> Void = { _ in },
    body: (Kiosk, ScriptedVisitor) throws -> Void
  ) throws -> String {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let visit = try ScriptedVisit(
      "[screen]\ndisplay = memory:\(next)\n[kiosk]\nhalf-given = \(partial)\n",
      on: AbsentDisplay(size: Size(width: 800, height: 480), format: .xrgb8888), journal: starctl.path("j.sqlite")
    ) {
      act($0)
      $0.presenter.isOutdated = true
    }
    #expect(try visit.kiosk.run(), "it ends for another display")
    try body(try visit.kiosk.moved(), visit.visitor)
    visit.answers.close()
    return try starctl.run(["export", "--format", "jsonl", "--journal", "j.sqlite"]).output
  }

  @Test func visitGoesOnAtSameSize() throws {
    let stored = try change(to: "800x480") { kiosk, touch in
      #expect(kiosk.machine.screen == .question(1))
      #expect(kiosk.presenter.screen === kiosk.configuration.model.screens.screen(.question(1), language: 0))
      #expect(kiosk.presenter.screen.needsPaint && !kiosk.presenter.presentation.isHidden && touch.size == nil)
    }
    #expect(stored.isEmpty)
  }

  @Test(arguments: ["keep", "discard"]) func visitEndsAtOtherSize(partial: String) throws {
    let stored = try change(to: "1024x600", partial) { kiosk, touch in
      #expect(
        kiosk.machine.screen == .attract
          && kiosk.presenter.screen === kiosk.configuration.model.screens.screen(.attract, language: 0)
      )
      #expect(kiosk.presenter.transform.physical == Size(width: 1024, height: 600) && kiosk.presenter.screen.needsPaint)
      #expect(touch.size == Size(width: 1024, height: 600))
    }
    #expect(try stars(in: stored) == (partial == "keep" ? [3] : []))
    #expect(stored.contains("\"partial\"") == (partial == "keep"))
  }

  /// A finger that held the corner for cleaning is not seen to leave it.
  @Test func cornerIsReleased() throws {
    func press(_ kiosk: Kiosk) {
      let corner = TouchEvent<LayoutSpace>(.began, contact: 1, at: Point(x: Fixed(1), y: Fixed(1)), time: 0)
      let event = kiosk.input.corner.follow(corner, isFree: true, in: kiosk.configuration.model.corner)
      #expect(event == .cornerPressed)
      kiosk.handle(.cornerPressed)
    }
    _ = try change(to: "800x480", act: press) { kiosk, _ in
      #expect(kiosk.input.corner.release() == nil && kiosk.machine.screen == .question(1))
      kiosk.clock.now += 10_000_000_000
      kiosk.handle(.timePassed)
      #expect(kiosk.machine.screen == .question(1))
    }
  }

  /// After the machine was suspended, all of the screen is painted again.
  @Test func displayIsRestored() throws {
    _ = try change(to: "800x480") { kiosk, _ in
      try kiosk.paint()
      #expect(!kiosk.presenter.screen.needsPaint)
      kiosk.restoreDisplay()
      #expect(kiosk.presenter.screen.needsPaint && kiosk.failure == nil)
    }
  }

  /// A configuration that waits for the end of the visit is applied on the new screen.
  @Test(arguments: ["keep", "discard"]) func waitingConfigurationIsApplied(partial: String) throws {
    let next = try configuration("[screen]\ndisplay = memory:640x480\n[question c]\n[text en]\nquestion c = C?\n")
    func reload(_ kiosk: Kiosk) {
      kiosk.configuration.pending = next
      kiosk.handle(.reload)
    }
    _ = try change(to: "640x480", partial, act: reload) { kiosk, _ in
      #expect(kiosk.configuration.pending == nil && kiosk.configuration.model.questions.map(\.id) == ["c"])
      #expect(kiosk.presenter.screen === kiosk.configuration.model.screens.screen(.attract, language: 0))
    }
  }

  /// While another program has the screen, nothing is examined.
  @Test func changeWaitsForControl() throws {
    _ = try change(to: "800x480") { kiosk, _ in
      kiosk.presenter.isOutdated = true
      kiosk.presenter.handle(.released)
      #expect(!kiosk.presenter.hasChanged() && kiosk.presenter.isOutdated)
      kiosk.presenter.handle(.acquired)
      #expect(!kiosk.presenter.hasChanged() && !kiosk.presenter.isOutdated)
    }
  }
}
