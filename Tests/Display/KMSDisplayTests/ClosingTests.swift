import Display
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

/// Closing restores the screen and releases every resource exactly once.
@Suite struct ClosingTests {
  static let console = FakeCard.Setting(framebuffer: 9, x: 3, y: 2, connectors: [50], width: 64)

  @Test(arguments: FlipTests.Way.allCases) func closingRestoresScreen(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in
      try display.show(2)
      var shownAtRemoval: [UInt32] = []
      var leftBeforeDrop = 0
      card.onCall = {
        if $0 == .removeFramebuffer { shownAtRemoval.append(card.shown) }
        if $0 == .dropMaster { leftBeforeDrop += card.framebuffers.count }
      }
      display.close()
      #expect(card.settings.last == Self.console)
      #expect(shownAtRemoval == [9, 9], "removing a framebuffer that is on the screen turns the screen off")
      #expect(card.shown == 9 && !card.isMaster && leftBeforeDrop == 0)
      #expect(card.buffers.isEmpty && card.framebuffers.isEmpty && card.holdings.mappings == 0)
      let before = card.calls
      display.close()
      #expect(card.calls == before)
    }
  }

  @Test(arguments: [false, true]) func closedDisplayDoesNothing(isFlipping: Bool) throws {
    try FlipTests().withDisplay(.atomic) { card, display in
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

  /// A screen that was off goes off again when its framebuffers are removed.
  @Test(arguments: FlipTests.Way.allCases) func screenThatWasOffIsLeftOff(way: FlipTests.Way) throws {
    var shape = way.shape
    shape.console = 0
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      try display.show(1)
      let settings = card.settings.count
      display.close()
      #expect(card.shown == 0 && card.settings.count == settings && !card.isMaster)
    }
  }

  /// Closing without control changes nothing on the screen.
  @Test(arguments: [false, true]) func closingWithoutControlSetsNoMode(isLost: Bool) throws {
    try FlipTests().withDisplay(.atomic) { card, display in
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

  /// `FakeCard.withCard` checks that nothing is left.
  @Test(arguments: FlipTests.Way.allCases) func deinitCloses(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in try display.show(2) }
    try FakeCard.withCard(way.shape) { card in
      for value in 1...3 as ClosedRange<UInt32> {
        let display = try card.open()
        #expect(try display.show(value) == 0)
      }
      #expect(card.shown == 9 && !card.isMaster && card.settings.last == Self.console)
    }
  }

  /// Everything is released even if the saved framebuffer or the card is gone.
  @Test(arguments: FlipTests.Way.allCases, 0...2) func failedClosingLeavesNothing(way: FlipTests.Way, fault: Int)
    throws
  {
    try FlipTests().withDisplay(way) { card, display in
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

  /// Unplugging the card gives one error that says to reopen, and leaves nothing.
  @Test(arguments: FlipTests.Way.allCases) func unpluggedCard(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in
      try display.show(2)
      card.isGone = true
      #expect(try display.handleEvents() == [])
      card.flip = nil
      card.now = try #require(display.deadline)
      #expect(try display.handleEvents() == [.ready, .redraw])
      let error = try #require(failure { () throws(DisplayError) in try display.show(3) })
      #expect(error.message == "cannot present a frame on \(card.path): the device is gone")
      #expect(error.recovery == .reopen && error.errno == ENODEV)
      #expect(!display.turnOff() && display.deadline == nil)
    }
  }
}
