import CDRM
import Display
import StarSlider
import Testing

@testable import KMSDisplay

/// Page flips whose event arrives late or never.
@Suite struct LateFlipTests {
  /// The timeout starts when the deadline is first read or events are first handled.
  @Test func timeoutStartsWithFirstUseOfClock() throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      try display.show(2)
      card.now += 7
      #expect(try display.handleEvents() == [])
      let due = card.now + FlipTimeout.duration
      card.now += 5
      #expect(display.deadline == due)
      #expect(display.scanout?.base.load(as: UInt32.self) == 2, "the newest frame that the kernel accepted")
    }
  }

  @Test(arguments: FlipTests.Way.allCases) func flipExpiresAfterHalfASecond(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in
      card.losesEvents = true
      try display.show(2)
      card.now += 7
      #expect(display.deadline == card.now + FlipTimeout.duration, "counted from the first use of the clock")
      let due = card.now + FlipTimeout.duration
      card.refresh()
      card.now = due - 1
      #expect(try display.handleEvents() == [])
      card.now = due
      #expect(try display.handleEvents() == [.ready, .redraw])
      #expect(display.deadline == nil)
      #expect(display.spareBuffer() == nil, "the buffer's content is unknown")
      // The flip did complete. The buffer on the screen must not be drawn to.
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

  /// After the third lost flip in a row, the mode is set again.
  @Test(arguments: FlipTests.Way.allCases) func thirdLostFlipInARowSetsMode(way: FlipTests.Way) throws {
    try FlipTests().withDisplay(way) { card, display in
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
      // The count starts again.
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

  /// An abandoned flip may still be pending in the kernel, which is busy until it completes. Its event must not be mistaken
  /// for that of the next flip, however often that was tried.
  @Test(arguments: FlipTests.Way.allCases, 1...40) func lateEventIsNotMistakenForNextFlips(
    way: FlipTests.Way, tries: Int
  ) throws {
    try FlipTests().withDisplay(way) { card, display in
      try display.show(2)
      card.now = try #require(display.deadline)
      #expect(try display.handleEvents() == [.ready, .redraw])
      try display.show(3)
      for _ in 1..<tries {
        card.now += 1_000_000
        #expect(try display.handleEvents() == [])
      }
      // The flip completes between reading events and the commit.
      card.onCall = { if $0 == way.flip { card.refresh() } }
      #expect(try display.handleEvents() == [])
      card.onCall = nil
      #expect(card.picture == 2 && card.flip != nil)
      #expect(try display.handleEvents() == [], "the event belongs to the previous flip")
      #expect(try display.nextFrame() == nil)
      card.refresh()
      #expect(try display.handleEvents() == .ready)
      #expect(card.picture == 3)
    }
  }

  /// Other events of the card, and events without a cookie, are ignored.
  @Test func otherEventsAreIgnored() throws {
    try FlipTests().withDisplay(.atomic) { card, display in
      try display.show(2)
      card.writeEvent(card.flip!.cookie, type: DRM_EVENT_VBLANK)
      card.writeEvent(card.flip!.cookie, type: DRM_EVENT_CRTC_SEQUENCE)
      card.writeEvent(0)
      #expect(try display.handleEvents() == [])
      card.writeEvent(0)
      card.refresh()
      card.writeEvent(0)
      #expect(try display.handleEvents() == .ready, "several events in one read")
      #expect(card.picture == 2)
    }
  }
}
