import Testing

@testable import KMSDisplay

/// When page flips happen, for measurements.
extension FlipTests {
  /// The event's time is that of the flip, in whole microseconds; the time of a flip before does not stay.
  @Test(arguments: Way.allCases) func timeOfFlipIsThatOfItsEvent(way: Way) throws {
    try withDisplay(way) { card, display in
      #expect(display.flips && display.flipTime == nil)
      for value in [2, 3] as [UInt32] {
        try display.show(value)
        _ = try display.handleEvents()
        #expect(display.flipTime == nil)
        card.now += 16_666_789
        let time = card.now / 1000 * 1000
        card.refresh()
        card.now += 100_000
        #expect(try display.handleEvents() == .ready)
        #expect(display.flipTime == time)
      }
    }
  }

  /// With one buffer there are no events.
  @Test func oneBufferTellsNoTime() throws {
    try FakeCard.withCard(.copying) { card in
      let display = try card.open()
      try display.show(1)
      try display.show(2)
      #expect(!display.flips && display.flipTime == nil)
    }
  }
}
