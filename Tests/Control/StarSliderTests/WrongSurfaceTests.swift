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

  /// How a slider whose first frame fitted paints a later one.
  enum Way: CaseIterable, Sendable { case drag, jump, repaint, still, star }

  private static func later(_ way: Way, _ size: Size<PhysicalSpace>, _ format: PixelFormat) {
    let screen = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    guard let scale = try? Scale(starCount: 5, step: .continuous),
      let slider = try? StarSlider(
        SliderConfiguration(scale: scale), bounds: Rect(screen.layout), on: screen, format: .xrgb8888)
    else { return }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 800 * 480 * 8, alignment: 64)
    let right = Surface(base: memory, pitch: 3200, size: screen.physical, format: .xrgb8888)
    _ = slider.paint(into: right, age: 0)
    slider.set(100)
    _ = slider.paint(into: right, age: 1)
    slider.set(way == .jump ? scale.maximum : 101)
    let wrong = Surface(base: memory, pitch: 3200, size: size, format: format)
    switch way {
    case .drag, .jump: _ = slider.paint(into: wrong, age: 1)
    case .repaint: slider.repaint(wrong, age: 1)
    case .still: slider.paintStill(on: wrong)
    case .star: slider.paintStar(0, on: wrong)
    }
  }

  /// A later frame on another surface, too: the slider does not know where the surface ends.
  @Test(arguments: Way.allCases) func rejectsOtherSurfacesInLaterFrames(way: Way) async {
    switch way {
    case .drag:
      await #expect(processExitsWith: .success) { Self.later(.drag, Size(width: 800, height: 480), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.drag, Size(width: 100, height: 480), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.drag, Size(width: 800, height: 100), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.drag, Size(width: 0, height: 0), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.drag, Size(width: 800, height: 480), .rgb565) }
    case .jump:
      await #expect(processExitsWith: .success) { Self.later(.jump, Size(width: 800, height: 480), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.jump, Size(width: 799, height: 100), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.jump, Size(width: 800, height: 480), .bgr888) }
    case .repaint:
      await #expect(processExitsWith: .success) { Self.later(.repaint, Size(width: 800, height: 480), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.repaint, Size(width: 100, height: 480), .xrgb8888) }
    case .still:
      await #expect(processExitsWith: .failure) { Self.later(.still, Size(width: 100, height: 480), .xrgb8888) }
    case .star:
      await #expect(processExitsWith: .success) { Self.later(.star, Size(width: 800, height: 480), .xrgb8888) }
      await #expect(processExitsWith: .failure) { Self.later(.star, Size(width: 100, height: 480), .xrgb8888) }
    }
  }
}
