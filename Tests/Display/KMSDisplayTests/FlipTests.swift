import Display
import Geometry
import Glibc
import Raster
import Testing

@testable import KMSDisplay

extension KMSDisplay {
  /// Shows a frame whose first pixel is `value`, and says how old its buffer was; `nil` where none was lent.
  @discardableResult func show(_ value: UInt32) throws(DisplayError) -> Int? {
    guard let frame = try nextFrame() else { return nil }
    frame.surface.base.storeBytes(of: value, as: UInt32.self)
    try present(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)))
    return frame.age
  }
}

/// What a call throws; `nil` where it throws nothing.
func failure(of body: () throws(DisplayError) -> Void) -> DisplayError? {
  do throws(DisplayError) {
    try body()
    return nil
  } catch { return error }
}

/// Flips that the kernel is too busy for, or refuses.
@Suite struct FlipTests {
  /// The ways to flip, and the call that each makes.
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

  /// An open display that shows 1.
  func lend(_ way: Way, to body: (FakeCard, KMSDisplay) throws -> Void) throws {
    try FakeCard.lend(way.shape) { card in
      let display = try card.open()
      try #require(display.name.hasSuffix("2 buffers"))
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1, "the first frame sets the mode")
      #expect(display.deadline == nil)
      try body(card, display)
    }
  }

  @Test(arguments: Way.allCases) func framesFollowEachOther(way: Way) throws {
    try lend(way) { card, display in
      let before = card.calls[way.modeset] ?? 0
      for (value, age) in [(2, 0), (3, 2), (4, 2)] as [(UInt32, Int)] {
        let lent = try display.show(value)
        #expect(lent == age && card.picture == value - 1)
        #expect(try display.nextFrame() == nil, "the kernel has both buffers")
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

  /// The frame is kept and handed over again: after ten milliseconds, or whenever an event comes.
  @Test(arguments: Way.allCases) func aBusyKernelIsAskedAgain(way: Way) throws {
    try lend(way) { card, display in
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
      #expect(display.deadline == card.now + FlipWatch.timeout)
      #expect(card.picture == 1)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 2 && display.deadline == nil)
      #expect(try display.show(3) == 2)
    }
  }

  /// What a driver with damage is told when it has time is what the frame changed.
  @Test func theDamageOfAFrameIsKept() throws {
    try lend(.damaged) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        card.refresh()
        _ = try display.handleEvents()
      }
      #expect(card.damage.last == [Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)])
      #expect(card.blobs.count == 1, "the mode; no commit leaves its damage behind")
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

  /// Without a blob for it the whole plane counts as damaged: the frame is shown all the same.
  @Test func damageThatCannotBeToldIsNotMissed() throws {
    try lend(.damaged) { card, display in
      card.refusals[.createBlob] = ENOMEM
      let (told, given) = (card.damage.count, card.calls[.destroyBlob])
      try display.show(2)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 2 && card.damage.count == told && card.calls[.destroyBlob] == given)
    }
  }

  @Test(arguments: Way.allCases) func aBusyModesetIsAskedForAgain(way: Way) throws {
    try FakeCard.lend(way.shape) { card in
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

  /// A kernel that stays busy has lost a flip: after half a second the frame is given up, and drawn anew.
  @Test(arguments: Way.allCases) func aKernelThatStaysBusyIsGivenUp(way: Way) throws {
    try lend(way) { card, display in
      card.refusals[way.flip] = EBUSY
      let start = card.now
      try display.show(2)
      while card.now < start + FlipWatch.timeout - 10_000_000 {
        card.now = try #require(display.deadline)
        #expect(try display.handleEvents() == [])
      }
      card.now = start + FlipWatch.timeout
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(display.deadline == nil)
      card.refusals = [:]
      #expect(try display.show(3) == 0)
      #expect(card.picture == 1, "what is on the screen is not drawn to: the kernel never had the other buffer")
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// The screen is not drawn to after an error either.
  @Test(arguments: Way.allCases) func aFrameThatWasRefusedIsNotOnTheScreen(way: Way) throws {
    try lend(way) { card, display in
      let shown = display.scanout?.base
      card.answers[way.flip] = [EBUSY, ERANGE]
      try display.show(2)
      #expect(failure { () throws(DisplayError) in _ = try display.handleEvents() }?.code == ERANGE)
      #expect(display.deadline == nil)
      #expect(display.scanout?.base == shown)
      let frame = try #require(try display.nextFrame())
      #expect(frame.surface.base != shown)
    }
  }

  /// Somebody changed the mode behind our back.
  @Test(arguments: Way.allCases, [EINVAL, ENOENT, ENOSYS, EOPNOTSUPP])
  func whatAFlipIsRefusedForAModesetPutsRight(way: Way, code: Int32) throws {
    try lend(way) { card, display in
      card.answers[way.flip] = [code]
      try display.show(2)
      #expect(card.picture == 2 && display.deadline == nil)
      #expect(try display.show(3) == 2, "nothing is under way")
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// The screen was turned off by somebody: the next flip is refused, and the frame is shown by a modeset.
  @Test(arguments: Way.allCases) func aScreenThatSomebodyTurnedOffComesOn(way: Way) throws {
    try lend(way) { card, display in
      card.shown = 0
      try display.show(2)
      #expect(card.picture == 2)
    }
  }

  @Test(arguments: Way.allCases)
  func whatTheKernelWillNotShowIsAnError(way: Way) throws {
    for (code, reason, recovery) in [
      (EINVAL, "the driver refused it", .giveUp), (ERANGE, "the driver refused it", .giveUp),
      (ENOMEM, "the device has not enough memory", .giveUp), (ENOSPC, "the device has not enough memory", .giveUp),
      (ENODEV, "the device is gone", .reopen), (EIO, "the device is gone", .reopen),
      (ENXIO, "the device is gone", .reopen), (ENOTTY, "inappropriate ioctl for device", .giveUp),
    ] as [(Int32, String, DisplayError.Recovery)] {
      try lend(way) { card, display in
        card.refusals[way.flip] = code
        card.refusals[way.modeset] = code
        let error = try #require(failure { () throws(DisplayError) in try display.show(2) })
        #expect(error.message == "cannot show a frame on \(card.path): \(reason)")
        #expect(error.code == code && error.recovery == recovery)
        #expect(error.operation == "show a frame on" && error.path == card.path)
        #expect(display.deadline == nil)
        // Who goes on all the same begins anew.
        card.refusals = [:]
        #expect(try display.show(3) == 0)
        #expect(card.picture == 3 && card.flip == nil)
      }
    }
  }

  /// Signals interrupt calls, and some kernels say "again": libdrm asks again until there is an answer.
  @Test(arguments: Way.allCases, [EINTR, EAGAIN]) func interruptedCallsAreMadeAgain(way: Way, code: Int32) throws {
    for call in [
      .setMaster, .createDumb, .mapDumb, .addFramebuffer, .removeFramebuffer, .destroyDumb, .atomic, .setCRTC,
      .pageFlip,
      .createBlob, .destroyBlob, .getResources,
    ] as [FakeCard.Call] {
      try FakeCard.lend(way.shape) { card in
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

  /// Nothing to send, nothing sent; and the frame is lent again with the age that it had.
  @Test(arguments: Way.allCases) func aFrameWithoutDamageIsNotSent(way: Way) throws {
    try lend(way) { card, display in
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
      // Without a frame on loan there is nothing to show.
      try display.present(Region())
      try display.present(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)))
      #expect(card.calls == before)
    }
  }

  /// The buffer that is off the screen is caught up, and lent with age 1.
  @Test func theSpareBufferIsOffTheScreen() throws {
    try lend(.atomic) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        #expect(display.spareBuffer() == nil)
        card.refresh()
        _ = try display.handleEvents()
      }
      let spare = try #require(display.spareBuffer())
      #expect(spare.age == 2 && spare.surface.base != display.scanout?.base)
      display.caughtUp()
      #expect(try display.nextFrame()?.age == 1)
    }
  }
}
