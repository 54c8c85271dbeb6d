import Screens
import StarSlider
import Survey
import Testing

/// Screens that are shifted against burn-in.
@Suite struct ScreenShiftTests {
  /// Returns a shifted picture, or `nil` if more than background is cut off.
  private func moved(_ pixels: [UInt8], by shift: ScreenShift, _ buffers: Buffers) -> [UInt8]? {
    let (width, height) = (Int(buffers.size.width), Int(buffers.size.height))
    let bytes = Int(buffers.format.bytesPerPixel)
    func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
      let at = (y * width + x) * bytes
      return pixels[at..<at + bytes]
    }
    let background = pixel(0, 0)
    var result: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (fromX, fromY) = (x - Int(shift.x), y - Int(shift.y))
        result += fromX < 0 || fromY < 0 ? background : pixel(fromX, fromY)
        let isCut = x + Int(shift.x) >= width || y + Int(shift.y) >= height
        if isCut && pixel(x, y) != background { return nil }
      }
    }
    return result
  }

  /// All screens and rotations, in landscape and portrait.
  @Test(arguments: Rotation.allCases) func shiftCutsOffOnlyBackground(rotation: Rotation) throws {
    for (width, height) in [(320, 240), (240, 320)] as [(Int32, Int32)] {
      let screens = try KioskScreens(width, height, rotation: rotation, format: .rgb565)
      for view in KioskScreens.views {
        let screen = screens.screen(view)
        // The focus frame is the outermost part.
        screen.show(withFocus: true)
        screen.setCountdown(7)
        #expect(screen.maximumShift == 9)
        let buffers = Buffers(1, screens.transform.physical, .rgb565)
        let plain = buffers.paint(screen).pixels
        for shift in [ScreenShift(x: 7, y: 7), ScreenShift(x: 0, y: 3), ScreenShift(x: 5, y: 0)] {
          screen.invalidate()
          let shown = buffers.paint(screen, movedBy: shift)
          let isMoved = shown.pixels == moved(plain, by: shift, buffers)
          #expect(isMoved, "\(view) \(shift)")
          #expect(shown.damage.bounds == Rect(screens.transform.physical))
        }
      }
    }
  }

  /// The margins of a screen with stars only.
  @Test func shiftOfStarsWithoutText() throws {
    for (width, height) in [(800, 480), (320, 240), (60, 52)] as [(Int32, Int32)] {
      let size = Size<LayoutSpace>(width: width, height: height)
      let screens = try ScreenSet(stars: KeyTests.design(size), on: KeyTests.transform(size), format: .xrgb8888)
      let screen = screens.screen(.question(0), language: 0)
      screen.show()
      screen.slider?.set(3)
      let buffers = Buffers(2, Size(width: width, height: height), .xrgb8888)
      let plain = buffers.paint(screen).pixels
      let shift = ScreenShift(x: screen.maximumShift, y: screen.maximumShift)
      screen.invalidate()
      let isMoved = buffers.paint(screen, movedBy: shift).pixels == moved(plain, by: shift, buffers)
      #expect(isMoved)
    }
  }

  /// Repaints and their damage are shifted in both buffers.
  @Test func repaintsAreShifted() throws {
    let screens = try KioskScreens(320, 240)
    let screen = screens.screen(.question(0))
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let shift = ScreenShift(x: 4, y: 6)
    var before = buffers.paint(screen, movedBy: shift).pixels
    for value in [1, 4, 2, 5, 0] as [Int32] {
      screen.slider?.set(value)
      screen.setCountdown(value)
      let shown = buffers.paint(screen, movedBy: shift)
      let isCovered = buffers.agree(before, shown.pixels, outside: shown.damage)
      #expect(isCovered)
      #expect(shown.damage.bounds.area < 320 * 240)
      before = shown.pixels
      screen.invalidate()
      let whole = Buffers(1, screens.transform.physical, .xrgb8888).paint(screen)
      let isMoved = shown.pixels == moved(whole.pixels, by: shift, buffers)
      #expect(isMoved)
      // After another shift, everything is repainted.
      screen.invalidate()
      before = buffers.paint(screen, movedBy: shift).pixels
    }
  }

  /// The stars and the damage of a drag are shifted.
  @Test(arguments: [1, 2]) func dragsAreShifted(count: Int) throws {
    let (screens, twins) = (try KioskScreens(320, 240), try KioskScreens(320, 240))
    let (screen, twin) = (screens.screen(.question(0)), twins.screen(.question(0)))
    let buffers = Buffers(count, screens.transform.physical, .xrgb8888)
    let shift = ScreenShift(x: 4, y: 6)
    for _ in 0..<count { _ = buffers.paint(screen, movedBy: shift) }
    var before = buffers.paint(screen, movedBy: shift).pixels
    for value in [1, 4, 2, 5, 0] as [Int32] {
      for each in [screen, twin] { each.slider?.set(value) }
      let shown = buffers.paint(screen, movedBy: shift)
      let isCovered = buffers.agree(before, shown.pixels, outside: shown.damage)
      #expect(isCovered && !shown.damage.isEmpty)
      before = shown.pixels
      twin.invalidate()
      let whole = Buffers(1, screens.transform.physical, .xrgb8888).paint(twin)
      let isMoved = shown.pixels == moved(whole.pixels, by: shift, buffers)
      #expect(isMoved)
    }
  }
}
