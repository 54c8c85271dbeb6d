// The smallest program that shows stars: five of 144 px in memory like that of an 800x480 screen. It then prints the time, in nanoseconds
// of CLOCK_MONOTONIC, and its peak memory, in KiB. `tools/peers` measures starts with it, and compares them with
// tools/peers.d/start_floor.c, which only clears as much memory.

import CLinux
import StarSlider
import System

@main enum FirstFrame {
  static func main() {
    let size = Size<PhysicalSpace>(width: 800, height: 480)
    let bytes = 800 * 480 * 4
    guard let memory = malloc(bytes), let scale = try? Scale(starCount: 5, step: .continuous) else { exit(1) }
    let surface = Surface(base: memory, pitch: 800 * 4, size: size, format: .xrgb8888)
    let transform = ScreenTransform(physical: size, rotation: .none)
    let bounds = SliderConfiguration.bounds(onScreen: transform.layout)
    guard
      let slider = try? StarSlider(
        SliderConfiguration(scale: scale), bounds: bounds, on: transform, format: surface.format)
    else { exit(1) }
    // The slider paints first and covers all of its bounds: most of each page belongs to it, and the kernel has just cleared the page.
    _ = slider.paint(into: surface, age: 0)
    for rect in around(transform.toPhysical(bounds), in: surface.bounds) { surface.fill(rect, with: .white) }
    let moment = MonotonicClock.now()
    let isTold = (try? Standard.output("\(moment) \(mostMemory())")) != nil
    free(memory)
    if !isTold { exit(1) }
  }

  /// Returns the parts of a rectangle outside an inner one.
  static func around(_ inner: Rect<PhysicalSpace>, in outer: Rect<PhysicalSpace>) -> [Rect<PhysicalSpace>] {
    [
      Rect(minX: outer.minX, minY: outer.minY, maxX: outer.maxX, maxY: inner.minY),
      Rect(minX: outer.minX, minY: inner.minY, maxX: inner.minX, maxY: inner.maxY),
      Rect(minX: inner.maxX, minY: inner.minY, maxX: outer.maxX, maxY: inner.maxY),
      Rect(minX: outer.minX, minY: inner.maxY, maxX: outer.maxX, maxY: outer.maxY),
    ]
  }

  /// Returns VmHWM in KiB: the peak of anonymous memory and of the program's own pages.
  static func mostMemory() -> Int64 {
    guard let text = try? readFile("/proc/self/status") else { return 0 }
    let word: StaticString = "VmHWM:"
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    var start = 0
    while start + bytes.count < text.count {
      if text[start..<(start + bytes.count)].elementsEqual(bytes) { break }
      start += 1
    }
    var number: Int64 = 0
    for byte in text[min(start + bytes.count, text.count)...] {
      if byte == 10 { break }
      if byte >= 48 && byte <= 57 { number = number * 10 + Int64(byte - 48) }
    }
    return number
  }
}
