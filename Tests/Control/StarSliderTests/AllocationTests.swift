import AllocationCounter
import Display
import StarSlider
import Testing

/// While a finger moves, nothing is allocated.
@Suite struct AllocationTests {
  @inline(never) private static func allocate() -> Int {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 1000, alignment: 64)
    defer { memory.deallocate() }
    return Int(bitPattern: memory)
  }

  @Test func counterCounts() {
    allocation_counter_start()
    let address = Self.allocate()
    let array = [Int](repeating: address, count: Int.random(in: 5...6))
    let count = allocation_counter_stop()
    #expect(array[0] != 0)
    #expect(count == 2)
    allocation_counter_start()
    #expect(allocation_counter_stop() == 0)
  }

  @Test(arguments: Rotation.allCases, [Step.whole, .half, .continuous])
  func aDragAllocatesNothing(rotation: Rotation, step: Step) throws {
    for format in [PixelFormat.xrgb8888, .rgb888, .rgb565] {
      let layout = Size<LayoutSpace>(width: 400, height: 90)
      let transform = ScreenTransform(
        physical: rotation.swapsAxes ? Size(width: 90, height: 400) : Size(width: 400, height: 90), rotation: rotation)
      let scale = try Scale(step: step)
      let slider = try StarSlider(
        SliderConfiguration(scale: scale), bounds: Rect(layout), on: transform, format: format)
      let display = try #require(MemoryDisplay(size: transform.physical, format: format, buffers: 2))
      let point = Point<LayoutSpace>(x: Fixed(40), y: Fixed(45))
      _ = slider.handle(TouchEvent(.began, contact: 1, at: point))
      try Self.show(slider, on: display)
      allocation_counter_start()
      let events = try Self.drag(slider, on: display, frames: 1000)
      let count = allocation_counter_stop()
      #expect(count == 0)
      #expect(events > (step.isContinuous ? 900 : 5))
    }
  }

  @inline(never) private static func show(_ slider: StarSlider, on display: MemoryDisplay) throws(DisplayError) {
    guard let frame = try display.nextFrame() else { return }
    try display.present(slider.paint(into: frame.surface, age: frame.age))
  }

  /// There and back, a frame a move.
  @inline(never)
  private static func drag(_ slider: StarSlider, on display: MemoryDisplay, frames: Int32) throws(DisplayError) -> Int {
    var events = 0
    for i in 0..<frames {
      let x = Fixed(800, over: frames) * min(i, frames - i)
      if slider.handle(TouchEvent(.moved, contact: 1, at: Point(x: x, y: Fixed(45)))) != nil { events += 1 }
      if slider.needsPaint || i % 10 == 0 { try show(slider, on: display) }
    }
    return events
  }
}
