import Display
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

/// Losing, giving up and regaining DRM master.
@Suite struct MasterTests {
  static let pause: Int64 = 1_000_000_000

  @Test(arguments: FlipTests.Way.allCases, [EACCES, EPERM])
  func lostMasterIsRetriedEverySecond(way: FlipTests.Way, code: Int32) throws {
    try FlipTests().withDisplay(way) { card, display in
      card.refusals[way.flip] = code
      card.refusals[.setMaster] = code
      #expect(display.hasControl)
      try display.show(2)
      #expect(!display.hasControl)
      #expect(try display.nextFrame() == nil)
      #expect(display.spareBuffer() == nil && display.scanout != nil)
      #expect(display.descriptor >= 0)
      #expect(!display.turnOff())

      let asked = card.calls[.setMaster] ?? 0
      for round in 1...3 {
        #expect(display.deadline == card.now + Self.pause)
        card.now += Self.pause - 1
        #expect(try display.handleEvents() == [])
        #expect(card.calls[.setMaster] == asked + round - 1, "not before the interval has passed")
        card.now += 1
        #expect(try display.handleEvents() == [])
        #expect(card.calls[.setMaster] == asked + round)
      }
      card.refusals = [:]
      card.now += Self.pause
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(display.hasControl && display.deadline == nil)
      #expect(try display.handleEvents() == [])

      // The other program may have set another mode.
      card.shown = card.shape.console
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3 && card.flip == nil)
      #expect(try display.show(4) == 0)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 4)
    }
  }

  /// Retries stop only if the card is gone.
  @Test func removedCardIsAnError() throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      card.isMaster = false
      try display.show(2)
      #expect(!display.hasControl)
      card.isGone = true
      card.now += Self.pause
      let error = try #require(failure { () throws(DisplayError) in _ = try display.handleEvents() })
      #expect(error.message == "cannot become DRM master of \(card.path): the device is gone")
      #expect(error.errno == ENODEV && error.recovery == .reopen)
      card.isGone = false
      card.refusals[.setMaster] = ENOMEM
      #expect(try display.handleEvents() == [])
      #expect(display.deadline == card.now + Self.pause)
    }
  }

  /// Losing control drops the frame that the kernel was too busy for.
  @Test func controlLostWhileKernelIsBusy() throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      card.answers[.atomic] = [EBUSY, EACCES]
      try display.show(2)
      card.now += 10_000_000
      #expect(try display.handleEvents() == [])
      #expect(!display.hasControl && display.deadline == card.now + Self.pause)
      card.now += Self.pause
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(display.deadline == nil)
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3)

      card.isMaster = false
      try display.show(4)
      #expect(!display.hasControl)
      try display.resume()
      #expect(display.hasControl && display.deadline == nil, "resume does not wait for the retry interval")
    }
  }

  /// A frame acquired before `suspend` is not presented after it.
  @Test(arguments: FlipTests.Way.allCases) func suspendedScreenIsNotChanged(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in
      try display.show(2)
      card.refresh()
      _ = try display.handleEvents()
      #expect(try display.nextFrame() != nil)
      display.suspend()
      #expect(!card.isMaster && !display.hasControl && display.deadline == nil)
      let before = card.calls
      display.suspend()
      try display.present(Region(Rect(display.size)))
      #expect(try display.nextFrame() == nil)
      #expect(display.spareBuffer() == nil && !display.turnOff())
      card.now += 10 * Self.pause
      #expect(try display.handleEvents() == [])
      #expect(card.calls == before && display.deadline == nil, "the suspended display makes no calls")

      card.shown = card.shape.console
      try display.resume()
      #expect(card.isMaster && display.hasControl)
      try display.present(Region(Rect(display.size)))
      #expect(card.shown == card.shape.console, "the frame from before the suspension is dropped")
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3 && card.flip == nil)
      #expect(try display.show(4) == 0)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      let asked = card.calls[.setMaster]
      card.answers[way.flip] = [EBUSY]
      #expect(try display.show(5) == 2)
      let due = display.deadline
      try display.resume()
      #expect(card.calls[.setMaster] == asked && display.deadline == due, "resume does nothing while in control")
    }
  }

  /// Neither the event nor the timeout of a flip survives `suspend`.
  @Test(arguments: [false, true]) func pendingFlipIsDroppedBySuspend(isBusy: Bool) throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      if isBusy { card.answers[.atomic] = [EBUSY] }
      try display.show(2)
      display.suspend()
      #expect(display.deadline == nil)
      card.refresh()
      card.now += Self.pause
      #expect(try display.handleEvents() == [])
      try display.resume()
      #expect(display.deadline == nil)
      #expect(try display.handleEvents() == [])
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3 && display.deadline == nil)
    }
  }

  /// A lost screen can be suspended. It is not retried until `resume`.
  @Test func lostScreenCanBeSuspended() throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      card.isMaster = false
      try display.show(2)
      display.suspend()
      let asked = card.calls[.setMaster]
      card.now += 2 * Self.pause
      #expect(try display.handleEvents() == [])
      #expect(display.deadline == nil && card.calls[.setMaster] == asked)
      try display.resume()
      #expect(try display.show(3) == 0)
      #expect(card.picture == 3)
    }
  }

  /// If another program still has control at `resume`, this process retries, as after losing control.
  @Test(arguments: [EBUSY, EACCES, EPERM, EINVAL]) func resumeWaitsForOtherProgram(code: Int32) throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      display.suspend()
      card.answers[.setMaster] = [code, code]
      try display.resume()
      #expect(!display.hasControl && display.deadline == card.now + Self.pause)
      #expect(try display.nextFrame() == nil)
      card.now += Self.pause
      #expect(try display.handleEvents() == [])
      card.now += Self.pause
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(try display.show(2) == 0)
      #expect(card.picture == 2)
    }
  }

  @Test func resumeFailsIfCardIsGone() throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      display.suspend()
      card.answers[.setMaster] = [ENODEV, 0]
      let error = try #require(failure { () throws(DisplayError) in try display.resume() })
      #expect(
        error.message == "cannot become DRM master of \(card.path): the device is gone" && error.recovery == .reopen)
      #expect(!display.hasControl && display.deadline == nil)
      try display.resume()
      #expect(display.hasControl)
    }
  }

  @Test(arguments: FlipTests.Way.allCases) func nextFrameTurnsScreenOn(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        card.refresh()
        _ = try display.handleEvents()
      }
      try display.show(4)
      #expect(display.turnOff())
      #expect(card.shown == 0 && display.deadline == nil && display.hasControl)
      #expect(card.settings.last == FakeCard.Setting(framebuffer: 0))
      #expect(try display.handleEvents() == [])
      #expect(try display.show(5) == 0)
      #expect(card.picture == 5 && card.flip == nil)
      #expect(try display.show(6) == 0)
      card.refresh()
      _ = try display.handleEvents()
      #expect(card.picture == 6)

      card.answers[.setCRTC] = [EINVAL]
      #expect(!display.turnOff())
      #expect(card.picture == 6)
      #expect(try display.show(7) == 2, "it stays on")
      card.refresh()
      #expect(try display.handleEvents() == .ready)
    }
  }
}
