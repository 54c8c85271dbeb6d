import Display
import StarSlider
import Testing

/// A memory display returns its buffers in turn, with their ages.
@Suite struct MemoryDisplayTests {
  private static let size = Size<PhysicalSpace>(width: 4, height: 3)

  /// The age of a buffer is the number of frames since it was presented.
  @Test(arguments: 1...5) func ages(buffers: Int) throws {
    let display = try #require(MemoryDisplay(size: Self.size, buffers: buffers))
    #expect(display.scanout == nil)
    var bases: [UnsafeMutableRawPointer] = []
    for i in 0..<4 * buffers {
      let lent = try display.nextFrame()
      let frame = try #require(lent)
      #expect(frame.age == (i < buffers ? 0 : buffers))
      if i < buffers {
        #expect(!bases.contains(frame.surface.base))
        bases.append(frame.surface.base)
      }
      #expect(frame.surface.base == bases[i % buffers])
      try display.present(Region())
      #expect(display.scanout?.base == frame.surface.base)
    }
  }

  /// A frame that was not presented is returned again with the same age.
  @Test func unpresentedFrameIsReturnedAgain() throws {
    let display = try #require(MemoryDisplay(size: Self.size, buffers: 2))
    try display.present(Region())
    #expect(display.scanout == nil, "no buffer was acquired")
    let first = try display.nextFrame()
    #expect(try display.nextFrame()?.surface.base == first?.surface.base)
    try display.present(Region())
    let second = try display.nextFrame()
    #expect(second?.age == 0 && second?.surface.base != first?.surface.base)
    _ = try display.nextFrame()
    try display.present(Region())
    try display.present(Region())
    #expect(try display.nextFrame()?.age == 2)
  }

  @Test func properties() throws {
    let display = try #require(MemoryDisplay(size: Self.size, format: .rgb565, pitch: 11))
    defer { withExtendedLifetime(display) {} }
    #expect(display.pitch == 11 && display.format == .rgb565 && display.size == Self.size)
    #expect(display.name == "memory 4x3 RGB565")
    #expect(display.descriptor == -1 && display.deadline == nil)
    #expect(try display.handleEvents() == [])
    let frame = try display.nextFrame()
    #expect(frame?.surface.pitch == 11 && frame?.surface.pixel(x: 3, y: 2) == 0)
  }

  @Test func invalidSizesAreRejected() {
    func display(_ width: Int32, _ height: Int32, pitch: Int? = nil, buffers: Int = 1) -> MemoryDisplay? {
      MemoryDisplay(size: Size(width: width, height: height), pitch: pitch, buffers: buffers)
    }
    #expect(display(0, 1) == nil && display(1, 0) == nil && display(-1, 5) == nil)
    #expect(display(16_385, 1) == nil && display(1, 16_385) == nil && display(.max, .max) == nil)
    #expect(display(16_384, 1) != nil && display(1, 16_384) != nil)
    #expect(display(4, 4, pitch: 15) == nil && display(4, 4, pitch: 16) != nil)
    #expect(display(4, 4, buffers: 0) == nil && display(4, 4, buffers: -1) == nil)
  }

  @Test func messages() {
    let plain = DisplayError(.denied, "open", "/dev/fb0", errno: 13)
    #expect(plain.message == "cannot open /dev/fb0: permission denied")
    let advised = DisplayError(.busy, "open", "/dev/fb0", reason: "no", suggestion: "wait")
    #expect(advised.message == "cannot open /dev/fb0: no; wait")
    #expect(advised.errno == 0 && advised.recovery == .retry && plain.recovery == .giveUp)
  }
}
