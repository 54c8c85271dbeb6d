import Display
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

/// A single buffer that is drawn to while it is on the screen, with and without DIRTYFB.
@Suite struct OneBufferTests {
  private func withDisplay(_ shape: FakeCard.Shape = .copying, to body: (FakeCard, KMSDisplay) throws -> Void) throws {
    try FakeCard.withCard(shape) { card in
      let display = try card.open { if !shape.copies { $0.buffers = .front } }
      #expect(display.name.hasSuffix(shape.copies ? "1 buffer, dirty rectangles" : ", 1 buffer"))
      #expect(card.buffers.count == 1)
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1 && display.descriptor == -1 && display.deadline == nil)
      try body(card, display)
    }
  }

  @Test(arguments: [false, true]) func frameIsShownAtOnce(isAtomic: Bool) throws {
    var shape = FakeCard.Shape.copying
    shape.isAtomic = isAtomic
    try withDisplay(shape) { card, display in
      let whole = Rect<PhysicalSpace>(minX: 0, minY: 0, maxX: 64, maxY: 48)
      #expect(card.clips.last == [whole], "the whole buffer after a modeset")
      #expect(try display.show(2) == 1)
      #expect(card.picture == 2 && display.deadline == nil)
      #expect(card.clips.last == [Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)])
      #expect(display.spareBuffer() == nil)
      let frame = try #require(try display.nextFrame())
      frame.surface.base.storeBytes(of: 3, as: UInt32.self)
      var damage = Region<PhysicalSpace>(Rect(minX: -3, minY: 0, maxX: 5, maxY: 6))
      damage.add(Rect(minX: 50, minY: 40, maxX: 70, maxY: 50))
      try display.present(damage)
      #expect(card.clips.last?.count == 2)
      #expect(card.clips.last?.first == Rect(minX: 0, minY: 0, maxX: 5, maxY: 6))
      #expect(card.clips.last?.last == Rect(minX: 50, minY: 40, maxX: 64, maxY: 48))
      #expect(card.picture == 3)
    }
  }

  /// Damage that the driver was too busy for is sent again.
  @Test func damageIsSentAgainWhileDriverIsBusy() throws {
    try withDisplay { card, display in
      card.answers[.dirty] = [EBUSY, EBUSY]
      try display.show(2)
      #expect(card.picture == 1 && display.deadline == card.now + 10_000_000)
      #expect(try display.nextFrame() == nil)
      #expect(try display.handleEvents() == [])
      card.now += 10_000_000
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 2 && display.deadline == nil)
      #expect(card.clips.last == [Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)])
      #expect(try display.show(3) == 1)

      card.refusals[.dirty] = EBUSY
      try display.show(4)
      card.now += FlipTimeout.duration
      #expect(try display.handleEvents() == [.ready, .redraw])
      card.refusals = [:]
      #expect(try display.show(5) == 0)
      #expect(card.picture == 5)
    }
  }

  @Test func rejectedDamageBecomesModeset() throws {
    try withDisplay { card, display in
      let commits = card.commits.count
      card.answers[.dirty] = [EINVAL]
      try display.show(2)
      #expect(card.picture == 2 && card.commits.count == commits + 1)
      // The modeset succeeds, but the driver is too busy for the damage: both are repeated.
      let told = card.clips.count
      card.answers[.dirty] = [ENOENT, EBUSY]
      try display.show(3)
      #expect(try display.nextFrame() == nil)
      #expect(card.clips.count == told)
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3 && card.clips.count == told + 1)
      #expect(card.clips.last == [Rect(minX: 0, minY: 0, maxX: 64, maxY: 48)])
      card.refusals[.dirty] = ENODEV
      let error = try #require(failure { () throws(DisplayError) in try display.show(4) })
      #expect(
        error.message == "cannot present a frame on \(card.path): the device is gone" && error.recovery == .reopen)
    }
  }

  @Test func screenIsDrawnWholeAfterLosingControl() throws {
    try withDisplay { card, display in
      card.isMaster = false
      try display.show(2)
      #expect(!display.hasControl && card.picture == 1)
      card.now += 1_000_000_000
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3 && display.descriptor == -1)
    }
  }

  @Test func nothingIsSentWithoutDirtyRectangles() throws {
    try withDisplay(FakeCard.Shape()) { card, display in
      let before = card.calls
      let age = try display.show(2)
      #expect(age == 1 && card.picture == 2 && card.calls == before && display.deadline == nil)
      #expect(display.turnOff())
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3)
    }
  }
}
