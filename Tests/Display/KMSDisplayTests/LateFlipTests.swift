import CDRM
import Display
import Geometry
import Raster
import Testing

@testable import KMSDisplay

/// Flips whose event comes late, or never.
@Suite struct LateFlipTests {
  /// Whoever asks first starts the patience: the deadline or the events.
  @Test func patienceBeginsWithTheFirstLook() throws {
    try FlipTests().lend(.atomic) { card, display in
      try display.show(2)
      card.now += 7
      #expect(try display.handleEvents() == [])
      let due = card.now + FlipWatch.timeout
      card.now += 5
      #expect(display.deadline == due)
      #expect(display.scanout?.base.load(as: UInt32.self) == 2, "the newest picture that the kernel has")
    }
  }

  @Test(arguments: FlipTests.Way.allCases) func aFlipIsOverdueAfterHalfASecond(way: FlipTests.Way) throws {
    try FlipTests().lend(way) { card, display in
      card.losesEvents = true
      try display.show(2)
      card.now += 7
      #expect(display.deadline == card.now + FlipWatch.timeout, "from the first look at the clock")
      let due = card.now + FlipWatch.timeout
      card.refresh()
      card.now = due - 1
      #expect(try display.handleEvents() == [])
      card.now = due
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(display.deadline == nil)
      #expect(display.spareBuffer() == nil, "nobody knows what is in it")
      // That flip was done: the buffer on the screen is not the one that is drawn to.
      let frame = try #require(try display.nextFrame())
      #expect(frame.age == 0 && display.scanout?.base != frame.surface.base)
      card.losesEvents = false
      #expect(try display.show(3) == 0)
      #expect(card.flip != nil && card.picture == 2)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// Two lost flips are flipped over; the third sets the mode anew.
  @Test(arguments: FlipTests.Way.allCases) func theThirdLostFlipInARowSetsTheMode(way: FlipTests.Way) throws {
    try FlipTests().lend(way) { card, display in
      card.losesEvents = true
      for value in 2...4 as ClosedRange<UInt32> {
        try display.show(value)
        #expect(card.flip != nil)
        card.refresh()
        card.now = try #require(display.deadline)
        #expect(try display.handleEvents() == [.ready, .redraw])
      }
      try display.show(5)
      #expect(card.flip == nil && card.picture == 5 && display.deadline == nil)
      // And it counts from the beginning.
      for value in 6...7 as ClosedRange<UInt32> {
        try display.show(value)
        #expect(card.flip != nil)
        card.refresh()
        card.now = try #require(display.deadline)
        #expect(try display.handleEvents() == [.ready, .redraw])
      }
      try display.show(8)
      #expect(card.flip != nil)
    }
  }

  /// A flip that was given up is still under way in the kernel, which is busy until its event comes: that one must not pass
  /// for the event of the flip behind it, however often that was tried.
  @Test(arguments: FlipTests.Way.allCases, 1...40) func anEventThatComesLateIsNobodyElses(
    way: FlipTests.Way, tries: Int
  ) throws {
    try FlipTests().lend(way) { card, display in
      try display.show(2)
      card.now = try #require(display.deadline)
      #expect(try display.handleEvents() == [.ready, .redraw])
      try display.show(3)
      for _ in 1..<tries {
        card.now += 1_000_000
        #expect(try display.handleEvents() == [])
      }
      // Between reading events and the commit.
      card.onCall = { if $0 == way.flip { card.refresh() } }
      #expect(try display.handleEvents() == [])
      card.onCall = nil
      #expect(card.picture == 2 && card.flip != nil)
      #expect(try display.handleEvents() == [], "this was the event of the flip before")
      #expect(try display.nextFrame() == nil)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// Other events of the card, and those of nobody, are read and do nothing.
  @Test func eventsOfOthersAreNotOurs() throws {
    try FlipTests().lend(.atomic) { card, display in
      try display.show(2)
      card.say(card.flip!.cookie, type: DRM_EVENT_VBLANK)
      card.say(card.flip!.cookie, type: DRM_EVENT_CRTC_SEQUENCE)
      card.say(0)
      #expect(try display.handleEvents() == [])
      card.say(0)
      card.refresh()
      card.say(0)
      #expect(try display.handleEvents() == .ready, "several in one go")
      #expect(card.picture == 2)
    }
  }
}
