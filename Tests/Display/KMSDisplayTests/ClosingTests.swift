import Display
import Geometry
import Glibc
import Raster
import Testing

@testable import KMSDisplay

/// The screen is given back as it was found, and everything else once, wherever the end comes.
@Suite struct ClosingTests {
  static let console = FakeCard.Setting(framebuffer: 9, x: 3, y: 2, connectors: [50], width: 64)

  @Test(arguments: FlipTests.Way.allCases) func theScreenIsGivenBackAsItWasFound(way: FlipTests.Way) throws {
    try FlipTests().lend(way) { card, display in
      try display.show(2)
      var shownAtRemoval: [UInt32] = []
      var leftForTheNext = 0
      card.onCall = {
        if $0 == .removeFramebuffer { shownAtRemoval.append(card.shown) }
        if $0 == .dropMaster { leftForTheNext += card.framebuffers.count }
      }
      display.close()
      #expect(card.settings.last == Self.console)
      #expect(shownAtRemoval == [9, 9], "a framebuffer that is removed while it is shown turns the screen off")
      #expect(card.shown == 9 && !card.isMaster && leftForTheNext == 0)
      #expect(card.buffers.isEmpty && card.framebuffers.isEmpty && card.holdings.mappings == 0)
      let before = card.calls
      display.close()
      #expect(card.calls == before)
    }
  }

  @Test(arguments: [false, true]) func aClosedDisplayDoesNothing(isFlipping: Bool) throws {
    try FlipTests().lend(.atomic) { card, display in
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        card.refresh()
        _ = try display.handleEvents()
      }
      #expect(display.spareBuffer() != nil)
      if isFlipping {
        try display.show(4)
        #expect(display.deadline != nil)
      }
      display.close()
      let before = card.calls
      #expect(display.descriptor == -1 && display.deadline == nil && display.scanout == nil && !display.hasControl)
      #expect(try display.nextFrame() == nil)
      #expect(try display.handleEvents() == [])
      #expect(display.spareBuffer() == nil && !display.turnOff())
      display.suspend()
      try display.resume()
      try display.present(Region(Rect(display.size)))
      #expect(!display.hasControl && card.calls == before)
    }
  }

  /// A screen that was dark goes dark again, with its framebuffers.
  @Test(arguments: FlipTests.Way.allCases) func aDarkScreenIsLeftDark(way: FlipTests.Way) throws {
    var shape = way.shape
    shape.console = 0
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      try display.show(1)
      let settings = card.settings.count
      display.close()
      #expect(card.shown == 0 && card.settings.count == settings && !card.isMaster)
    }
  }

  /// Whoever has the screen keeps it.
  @Test(arguments: [false, true]) func aScreenThatIsNotOursIsNotSet(isLost: Bool) throws {
    try FlipTests().lend(.atomic) { card, display in
      if isLost {
        card.isMaster = false
        try display.show(2)
      } else {
        display.suspend()
      }
      let (settings, drops) = (card.calls[.setCRTC], card.calls[.dropMaster])
      display.close()
      #expect(card.calls[.setCRTC] == settings && card.calls[.dropMaster] == drops)
      #expect(card.buffers.isEmpty && card.framebuffers.isEmpty && card.holdings.mappings == 0)
    }
  }

  /// `FakeCard.lend` holds the books.
  @Test(arguments: FlipTests.Way.allCases) func aDisplayThatIsDroppedIsClosed(way: FlipTests.Way) throws {
    try FlipTests().lend(way) { card, display in try display.show(2) }
    try FakeCard.lend(way.shape) { card in
      for value in 1...3 as ClosedRange<UInt32> {
        let display = try card.open()
        #expect(try display.show(value) == 0)
      }
      #expect(card.shown == 9 && !card.isMaster && card.settings.last == Self.console)
    }
  }

  /// The framebuffer that was found may be gone, and so may the card: all that is ours is given back nevertheless.
  @Test(arguments: FlipTests.Way.allCases, 0...2) func nothingStaysWhereClosingFails(way: FlipTests.Way, fault: Int)
    throws
  {
    try FlipTests().lend(way) { card, display in
      try display.show(2)
      switch fault {
      case 0: card.refusals[.setCRTC] = ENOENT
      case 1:
        for call in [.setCRTC, .dropMaster, .removeFramebuffer, .destroyDumb, .destroyBlob] as [FakeCard.Call] {
          card.refusals[call] = EINVAL
        }
      default: card.isGone = true
      }
      display.close()
      #expect(display.descriptor == -1)
      #expect(card.buffers.isEmpty && card.framebuffers.isEmpty && card.holdings.mappings == 0)
    }
  }

  /// Pulled out in the middle of everything: one error, which says that the screen is to be opened anew, and nothing stays.
  @Test(arguments: FlipTests.Way.allCases) func aCardThatIsPulledOut(way: FlipTests.Way) throws {
    try FlipTests().lend(way) { card, display in
      try display.show(2)
      card.isGone = true
      #expect(try display.handleEvents() == [])
      card.flip = nil
      card.now = try #require(display.deadline)
      #expect(try display.handleEvents() == [.ready, .redraw])
      let error = try #require(failure { () throws(DisplayError) in try display.show(3) })
      #expect(error.message == "cannot show a frame on \(card.path): the device is gone")
      #expect(error.recovery == .reopen && error.code == ENODEV)
      #expect(!display.turnOff() && display.deadline == nil)
    }
  }
}
