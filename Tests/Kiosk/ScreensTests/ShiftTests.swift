import Geometry
import Raster
import Screens
import StarSlider
import Survey
import Testing

/// A picture that is moved is the same picture, elsewhere.
@Suite struct ShiftTests {
  /// The bytes of a picture as `shift` moves it over its own background; `nil` if anything else is cut off.
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

  /// Every screen, in every rotation, on the smallest and on an upright screen, as far as there is room.
  @Test(arguments: Rotation.allCases) func nothingButBackgroundIsLost(rotation: Rotation) throws {
    for (width, height) in [(320, 240), (240, 320)] as [(Int32, Int32)] {
      let book = try Book(width, height, rotation: rotation, format: .rgb565)
      for view in Book.views {
        let screen = book.screen(view)
        // With the frame of the focus: further out nothing is drawn.
        screen.show(withFocus: true)
        screen.count(7)
        #expect(screen.room == 9)
        let buffers = Buffers(1, book.transform.physical, .rgb565)
        let plain = buffers.paint(screen).pixels
        for shift in [ScreenShift(x: 7, y: 7), ScreenShift(x: 0, y: 3), ScreenShift(x: 5, y: 0)] {
          screen.invalidate()
          let shown = buffers.paint(screen, movedBy: shift)
          let isMoved = shown.pixels == moved(plain, by: shift, buffers)
          #expect(isMoved, "\(view) \(shift)")
          #expect(shown.damage.bounds == Rect(book.transform.physical))
        }
      }
    }
  }

  /// The stars alone have their own margins, which hold on small screens, too.
  @Test func starsAlone() throws {
    for (width, height) in [(800, 480), (320, 240), (60, 52)] as [(Int32, Int32)] {
      let size = Size<LayoutSpace>(width: width, height: height)
      let book = try ScreenSet(stars: KeyTests.design(size), on: KeyTests.transform(size), format: .xrgb8888)
      let screen = book.screen(.question(0), language: 0)
      screen.show()
      screen.slider?.set(3)
      let buffers = Buffers(2, Size(width: width, height: height), .xrgb8888)
      let plain = buffers.paint(screen).pixels
      let shift = ScreenShift(x: screen.room, y: screen.room)
      screen.invalidate()
      let isMoved = buffers.paint(screen, movedBy: shift).pixels == moved(plain, by: shift, buffers)
      #expect(isMoved)
    }
  }

  /// A part that changes is drawn where the picture lies, and the damage says so, in each of two buffers.
  @Test func changesFollow() throws {
    let book = try Book(320, 240)
    let screen = book.screen(.question(0))
    let buffers = Buffers(2, book.transform.physical, .xrgb8888)
    let shift = ScreenShift(x: 4, y: 6)
    var before = buffers.paint(screen, movedBy: shift).pixels
    for value in [1, 4, 2, 5, 0] as [Int32] {
      screen.slider?.set(value)
      screen.count(value)
      let shown = buffers.paint(screen, movedBy: shift)
      let isCovered = buffers.agree(before, shown.pixels, outside: shown.damage)
      #expect(isCovered)
      #expect(shown.damage.bounds.area < 320 * 240)
      before = shown.pixels
      screen.invalidate()
      let whole = Buffers(1, book.transform.physical, .xrgb8888).paint(screen)
      let isMoved = shown.pixels == moved(whole.pixels, by: shift, buffers)
      #expect(isMoved)
      // What was drawn elsewhere is no part of this screen's past.
      screen.invalidate()
      before = buffers.paint(screen, movedBy: shift).pixels
    }
  }

  /// Of a drag, nothing but stars is painted: where the picture lies, and the damage says so.
  @Test(arguments: [1, 2]) func aDragFollows(count: Int) throws {
    let (book, twins) = (try Book(320, 240), try Book(320, 240))
    let (screen, twin) = (book.screen(.question(0)), twins.screen(.question(0)))
    let buffers = Buffers(count, book.transform.physical, .xrgb8888)
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
      let whole = Buffers(1, book.transform.physical, .xrgb8888).paint(twin)
      let isMoved = shown.pixels == moved(whole.pixels, by: shift, buffers)
      #expect(isMoved)
    }
  }
}
