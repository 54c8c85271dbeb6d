import Display
import Glibc
import LinuxDisplay
import StarSlider
import Testing

@testable import KMSDisplay

/// What a program of the library may do by mistake.
@Suite struct WaitTests {
  /// A display in memory has no events, so that a wait for it alone would never end.
  @Test func waitForMemoryDisplayReturns() throws {
    let display = try openDisplay(named: "memory:64x48")
    #expect(try display.nextFrame() != nil)
    #expect(try display.wait() == [])
    #expect(try display.wait(for: -1) == [])
    #expect(try display.wait(for: -1, -1, -1) == [])
  }

  /// A descriptor still ends a wait, alone or among others.
  @Test func waitEndsForDescriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let display = try openDisplay(named: "memory:64x48")
    write(ends[1], "x", 1)
    #expect(try display.wait(for: ends[0]) == [])
    #expect(try display.wait(for: -1, ends[0]) == [])
  }

  @Test func waitEndsForFlip() throws {
    try FakeCard.withCard { card in
      let display: any Display = try card.open()
      for value in 1...4 as ClosedRange<UInt32> {
        let frame = try #require(try display.nextFrame())
        frame.surface.base.storeBytes(of: value, as: UInt32.self)
        try display.present(Region(Rect(display.size)))
        if value == 1 { continue }
        card.refresh()
        #expect(try display.wait(for: -1) == .ready)
        #expect(card.picture == value)
      }
    }
  }

  /// A surface that outlives its buffer: stores go to memory that no screen shows and no other object has.
  @Test(arguments: FlipTests.Way.allCases) func surfaceAfterCloseIsHarmless(way: FlipTests.Way) throws {
    try FakeCard.withCard(way.shape) { card in
      let display = try card.open()
      try display.show(1)
      let frame = try #require(try display.nextFrame())
      let surface = frame.surface
      display.close()
      #expect(card.holdings.mappings == 0)
      for y in 0..<surface.size.height {
        for x in 0..<surface.size.width { surface.setPixel(x: x, y: y, to: 0x12_3456) }
      }
      #expect(surface.pixel(x: 63, y: 47) == 0x12_3456)
      try display.present(Region(Rect(display.size)))
      #expect(card.shown == card.shape.console)
    }
  }
}
