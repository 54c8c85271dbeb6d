import Basics
import Display
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

extension KMSDisplay {
  /// Presents a frame whose first pixel is `value`. Returns the age of its buffer, or `nil` if no buffer was free.
  @discardableResult func show(_ value: UInt32) throws(DisplayError) -> Int? {
    guard let frame = try nextFrame() else { return nil }
    frame.surface.base.storeBytes(of: value, as: UInt32.self)
    try present(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)))
    return frame.age
  }
}

/// Returns the error that `body` throws, or `nil`.
func failure(of body: () throws(DisplayError) -> Void) -> DisplayError? {
  do throws(DisplayError) {
    try body()
    return nil
  } catch { return error }
}

/// Page flips that succeed, that find the kernel busy, or that it rejects.
@Suite struct FlipTests {
  /// The interfaces for page flips, and the call that each makes.
  enum Way: CaseIterable {
    case atomic
    case damaged
    case legacy

    var shape: FakeCard.Shape {
      switch self {
      case .atomic: FakeCard.Shape()
      case .damaged: .damaged
      case .legacy: .legacy
      }
    }
    var flip: FakeCard.Call { self == .legacy ? .pageFlip : .atomic }
    var modeset: FakeCard.Call { self == .legacy ? .setCRTC : .atomic }
  }

  /// Passes an open display that shows 1.
  func withDisplay(_ way: Way, to body: (FakeCard, KMSDisplay) throws -> Void) throws {
    try FakeCard.withCard(way.shape) { card in
      let display = try card.open()
      try #require(display.name.hasSuffix("2 buffers"))
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1, "the first frame sets the mode")
      #expect(display.deadline == nil)
      try body(card, display)
    }
  }

  @Test(arguments: Way.allCases) func framesArePresentedInTurn(way: Way) throws {
    try withDisplay(way) { card, display in
      let before = card.calls[way.modeset] ?? 0
      for (value, age) in [(2, 0), (3, 2), (4, 2)] as [(UInt32, Int)] {
        let lent = try display.show(value)
        #expect(lent == age && card.picture == value - 1)
        #expect(try display.nextFrame() == nil, "both buffers are in use")
        #expect(try display.handleEvents() == [])
        card.refresh()
        #expect(card.picture == value)
        #expect(try display.handleEvents() == .ready)
        #expect(try display.handleEvents() == [], "once")
        #expect(display.deadline == nil)
      }
      #expect((card.calls[way.modeset] ?? 0) - before == (way == .legacy ? 0 : 3))
      #expect(card.settings.count == (way == .legacy ? 1 : 0) + (way == .legacy ? 1 : 0))
    }
  }

  /// The frame is committed again after 10 ms, or when an event arrives.
  @Test(arguments: Way.allCases) func commitIsRetriedWhileKernelIsBusy(way: Way) throws {
    try withDisplay(way) { card, display in
      card.answers[way.flip] = [EBUSY, EBUSY]
      try display.show(2)
      #expect(display.deadline == card.now + 10_000_000)
      #expect(try display.nextFrame() == nil)
      #expect(display.spareBuffer() == nil)
      card.now += 10_000_000
      #expect(try display.handleEvents() == [])
      #expect(display.deadline == card.now + 10_000_000)
      card.now += 4_000_000
      #expect(try display.handleEvents() == [])
      #expect(card.flip != nil)
      #expect(display.deadline == card.now + FlipTimeout.duration)
      #expect(card.picture == 1)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 2 && display.deadline == nil)
      #expect(try display.show(3) == 2)
    }
  }

  /// A retried commit carries the damage of its frame.
  @Test func retryKeepsDamage() throws {
    try withDisplay(.damaged) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        card.refresh()
        _ = try display.handleEvents()
      }
      #expect(card.damage.last == [Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)])
      #expect(card.blobs.count == 1, "only the mode is left; every damage blob was destroyed")
      card.answers[.atomic] = [EBUSY]
      let frame = try #require(try display.nextFrame())
      frame.surface.base.storeBytes(of: 4, as: UInt32.self)
      var damage = Region<PhysicalSpace>()
      damage.add(Rect(minX: 10, minY: 20, maxX: 30, maxY: 40))
      damage.add(Rect(minX: -5, minY: 0, maxX: 7, maxY: 5))
      damage.add(Rect(minX: 60, minY: 40, maxX: 90, maxY: 90))
      let before = card.damage.count
      try display.present(damage)
      _ = try display.handleEvents()
      #expect(card.flip != nil && card.damage.count == before + 1)
      let rects = Set(card.damage.last?.map { [$0.minX, $0.minY, $0.maxX, $0.maxY] } ?? [])
      #expect(rects == [[10, 20, 30, 40], [0, 0, 7, 5], [60, 40, 64, 48]])
      #expect(card.blobs.count == 1)
    }
  }

  /// If the damage blob cannot be created, the frame is presented without damage.
  @Test func frameIsPresentedWithoutDamageBlob() throws {
    try withDisplay(.damaged) { card, display in
      card.refusals[.createBlob] = ENOMEM
      let (told, given) = (card.damage.count, card.calls[.destroyBlob])
      try display.show(2)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 2 && card.damage.count == told && card.calls[.destroyBlob] == given)
    }
  }

  @Test(arguments: Way.allCases) func modesetIsRetriedWhileKernelIsBusy(way: Way) throws {
    try FakeCard.withCard(way.shape) { card in
      let display = try card.open()
      card.answers[way.modeset] = [EBUSY]
      #expect(try display.show(1) == 0)
      #expect(display.deadline == card.now + 10_000_000)
      card.now += 10_000_000
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 1 && display.deadline == nil)
      #expect(try display.show(2) == 0)
      card.refresh()
      _ = try display.handleEvents()
      #expect(card.picture == 2)
    }
  }

  /// A kernel that stays busy has lost a flip. After half a second the frame is abandoned and must be redrawn.
  @Test(arguments: Way.allCases) func frameIsAbandonedIfKernelStaysBusy(way: Way) throws {
    try withDisplay(way) { card, display in
      card.refusals[way.flip] = EBUSY
      let start = card.now
      try display.show(2)
      while card.now < start + FlipTimeout.duration - 10_000_000 {
        card.now = try #require(display.deadline)
        #expect(try display.handleEvents() == [])
      }
      card.now = start + FlipTimeout.duration
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(display.deadline == nil)
      card.refusals = [:]
      #expect(try display.show(3) == 0)
      #expect(
        card.picture == 1, "the buffer on the screen was not drawn to")
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// After an error, the back buffer is still not the one on the screen.
  @Test(arguments: Way.allCases) func rejectedFrameIsNotOnScreen(way: Way) throws {
    try withDisplay(way) { card, display in
      let shown = display.scanout?.base
      card.answers[way.flip] = [EBUSY, ERANGE]
      try display.show(2)
      #expect(failure { () throws(DisplayError) in _ = try display.handleEvents() }?.errno == ERANGE)
      #expect(display.deadline == nil)
      #expect(display.scanout?.base == shown)
      let frame = try #require(try display.nextFrame())
      #expect(frame.surface.base != shown)
    }
  }

  /// Another program changed the mode, so the kernel rejects flips.
  @Test(arguments: Way.allCases, [EINVAL, ENOENT, ENOSYS, EOPNOTSUPP])
  func rejectedFlipBecomesModeset(way: Way, code: Int32) throws {
    try withDisplay(way) { card, display in
      card.answers[way.flip] = [code]
      try display.show(2)
      #expect(card.picture == 2 && display.deadline == nil)
      #expect(try display.show(3) == 2, "no flip is pending")
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// Another program turned the screen off: the next flip is rejected, and the frame is presented with a modeset.
  @Test(arguments: Way.allCases) func screenTurnedOffByAnotherProgramComesOn(way: Way) throws {
    try withDisplay(way) { card, display in
      card.shown = 0
      try display.show(2)
      #expect(card.picture == 2)
    }
  }

  @Test(arguments: Way.allCases)
  func rejectedFrameIsAnError(way: Way) throws {
    for (code, reason, recovery) in [
      (EINVAL, "the driver rejected the request", .giveUp), (ERANGE, "the driver rejected the request", .giveUp),
      (ENOMEM, "the device is out of memory", .giveUp), (ENOSPC, "the device is out of memory", .giveUp),
      (ENODEV, "the device is gone", .reopen), (EIO, "the device is gone", .reopen),
      (ENXIO, "the device is gone", .reopen), (ENOTTY, "inappropriate ioctl for device", .giveUp),
    ] as [(Int32, String, Recovery)] {
      try withDisplay(way) { card, display in
        card.refusals[way.flip] = code
        card.refusals[way.modeset] = code
        let error = try #require(failure { () throws(DisplayError) in try display.show(2) })
        #expect(error.message == "cannot present a frame on \(card.path): \(reason)")
        #expect(error.errno == code && error.recovery == recovery)
        #expect(error.operation == "present a frame on" && error.subject == card.path)
        #expect(display.deadline == nil)
        // The next frame starts over.
        card.refusals = [:]
        #expect(try display.show(3) == 0)
        #expect(card.picture == 3 && card.flip == nil)
      }
    }
  }

  /// libdrm repeats calls that fail with EINTR or EAGAIN.
  @Test(arguments: Way.allCases, [EINTR, EAGAIN]) func interruptedCallsAreRepeated(way: Way, code: Int32) throws {
    for call in [
      .setMaster, .createDumb, .mapDumb, .addFramebuffer, .removeFramebuffer, .destroyDumb, .atomic, .setCRTC,
      .pageFlip,
      .createBlob, .destroyBlob, .getResources,
    ] as [FakeCard.Call] {
      try FakeCard.withCard(way.shape) { card in
        card.answers[call] = [code, code, 0, code]
        let display = try card.open()
        for value in 1...4 as ClosedRange<UInt32> {
          #expect(try display.show(value) != nil)
          card.refresh()
          _ = try display.handleEvents()
          #expect(card.picture == value, "\(call)")
        }
        display.close()
        #expect(display.deadline == nil && card.shown == card.shape.console)
      }
    }
  }

  /// A frame without damage is not sent, and its buffer keeps its age.
  @Test(arguments: Way.allCases) func frameWithoutDamageIsNotSent(way: Way) throws {
    try withDisplay(way) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        card.refresh()
        _ = try display.handleEvents()
      }
      let before = card.calls
      #expect(try display.nextFrame()?.age == 2)
      try display.present(Region())
      try display.present(Region(Rect(minX: 64, minY: 0, maxX: 80, maxY: 9)))
      #expect(card.calls == before && display.deadline == nil)
      #expect(try display.nextFrame()?.age == 2)
      // Without an acquired buffer, nothing is presented.
      try display.present(Region())
      try display.present(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)))
      #expect(card.calls == before)
    }
  }

  /// A spare buffer that was marked current is returned with age 1.
  @Test func spareBufferIsOffScreen() throws {
    try withDisplay(.atomic) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        #expect(display.spareBuffer() == nil)
        card.refresh()
        _ = try display.handleEvents()
      }
      let spare = try #require(display.spareBuffer())
      #expect(spare.age == 2 && spare.surface.base != display.scanout?.base)
      display.markCurrent()
      #expect(try display.nextFrame()?.age == 1)
    }
  }
}
