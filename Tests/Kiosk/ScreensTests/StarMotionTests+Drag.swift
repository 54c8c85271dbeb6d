import AllocationCounter
import Display
import StarSlider
import Survey
import Testing

@testable import Screens

// A drag across stars that pop.
extension StarMotionTests {
  /// It allocates nothing.
  @Test func aDragAllocatesNothing() throws {
    for format in [PixelFormat.xrgb8888, .rgb565] {
      let screens = try KioskScreens(format: format, hasMotion: true)
      let screen = screens.screen(.question(0))
      let display = try #require(MemoryDisplay(size: screens.transform.physical, format: format, buffers: 2))
      let row = try #require(screen.slider).layout.row
      for _ in 0..<2 { try Self.show(screen, on: display) }
      _ = screen.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(row.minX), y: row.center.y)))
      allocation_counter_start()
      let frames = try Self.drag(screen, on: display, along: row)
      let count = allocation_counter_stop()
      #expect(count == 0 && frames > 40)
    }
  }

  @inline(never) private static func show(_ screen: Screen, on display: MemoryDisplay) throws(DisplayError) {
    guard let frame = try display.nextFrame() else { return }
    try display.present(screen.paint(frame))
  }

  /// There and back in two seconds. Returns the number of frames.
  @inline(never) private static func drag(
    _ screen: Screen, on display: MemoryDisplay, along row: Rect<LayoutSpace>
  ) throws(DisplayError) -> Int {
    var frames = 0
    for i in 0..<200 as Range<Int32> {
      let x = row.minX + row.width * min(i, 200 - i) / 100
      _ = screen.handle(TouchEvent(.moved, contact: 1, at: Point(x: Fixed(x), y: row.center.y)))
      screen.update(at: start + Int64(i) * 10_000_000)
      if !screen.needsPaint { continue }
      try show(screen, on: display)
      frames += 1
    }
    return frames
  }
}
