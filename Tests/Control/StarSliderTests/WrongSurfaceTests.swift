import Geometry
import Raster
import Rating
import StarSlider
import TestSupport
import Testing

/// A surface that the slider was not made for ends the program before a byte is stored beside it.
@Suite struct WrongSurfaceTests {
  /// Paints five stars of an 800x480 XRGB8888 screen on a surface of another size or format.
  private static func paint(_ width: Int32, _ height: Int32, _ format: PixelFormat, age: Int = 0) {
    let size = Size<PhysicalSpace>(width: 800, height: 480)
    let transform = ScreenTransform(physical: size, rotation: .none)
    guard let scale = try? Scale(),
      let slider = try? StarSlider(
        SliderConfiguration(scale: scale), bounds: Rect(transform.layout), on: transform, format: .xrgb8888)
    else { return }
    // Whatever is stored, it is stored in memory that is there.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 800 * 480 * 4 * 2, alignment: 64)
    let surface = Surface(
      base: memory, pitch: 3200, size: Size(width: width, height: height), format: format)
    _ = slider.paint(into: surface, age: age)
  }

  @Test func paintsMatchingSurface() async {
    await #expect(processExitsWith: .success) { Self.paint(800, 480, .xrgb8888) }
    // Moved by a few pixels, it still has all of the row.
    await #expect(processExitsWith: .success) { Self.paint(800, 400, .xrgb8888) }
  }

  @Test func rejectsOtherSurfaces() async {
    await #expect(processExitsWith: .failure) { Self.paint(700, 480, .xrgb8888) }
    await #expect(processExitsWith: .failure) { Self.paint(800, 240, .xrgb8888) }
    await #expect(processExitsWith: .failure) { Self.paint(800, 480, .rgb565) }
    await #expect(processExitsWith: .failure) { Self.paint(800, 480, .xbgr8888) }
    // A slider's first frame is painted whole, whatever its age is said to be.
    await #expect(processExitsWith: .failure) { Self.paint(700, 480, .xrgb8888, age: 1) }
    await #expect(processExitsWith: .failure) { Self.paint(700, 480, .xrgb8888, age: 2) }
  }
}
