import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import TestSupport
import Testing

/// Partial repaints equal full ones.
@Suite struct ScreenPaintingTests {
  /// Random touches, keys and countdowns on every screen, with one to three buffers, several formats and all rotations. Every frame
  /// equals a full repaint, nothing changes outside the damage, and an updated spare buffer shows the same.
  @Test(arguments: Rotation.allCases, [false, true])
  func partialRepaintsEqualFullOnes(rotation: Rotation, hasPhoto: Bool) throws {
    let photo = hasPhoto ? PictureSheet.picture(width: 200, height: 200) : nil
    var random = SplitMix64(seed: UInt64(rotation.rawValue) + 7)
    let formats: [PixelFormat] = [.xrgb8888, .rgb565, .bgr888]
    var updated = 0
    for count in 1...3 {
      let format = formats[count - 1]
      let screens = try KioskScreens(320, 240, rotation: rotation, format: format, photo: photo)
      // Gets the same events and is always repainted.
      let twins = try KioskScreens(320, 240, rotation: rotation, format: format, photo: photo)
      let buffers = Buffers(count, screens.transform.physical, format)
      var before: [UInt8]?
      for _ in 0..<6 {
        let view = KioskScreens.views[Int.random(in: 0..<KioskScreens.views.count, using: &random)]
        let language = Int32.random(in: 0...1, using: &random)
        let (screen, twin) = (screens.screen(view, language: language), twins.screen(view, language: language))
        #expect(screen.needsPaint)
        for _ in 0..<14 {
          let shown = buffers.paint(screen)
          #expect(!screen.needsPaint)
          // Compared outside of #expect, which would take minutes to print long arrays.
          let isCovered = before.map { buffers.agree($0, shown.pixels, outside: shown.damage) } ?? true
          #expect(isCovered, "\(view)")
          before = shown.pixels
          twin.invalidate()
          let whole = Buffers(1, screens.transform.physical, format).paint(twin).pixels
          var isWhole = shown.pixels == whole
          #expect(isWhole, "\(view), \(count) buffers")
          if Bool.random(using: &random), let spare = buffers.updateSpare(screen) {
            updated += 1
            isWhole = spare == whole
            #expect(isWhole, "\(view), \(count) buffers, one updated")
          }
          let act = Self.act(screens.transform.layout, &random)
          act(screen)
          act(twin)
        }
      }
    }
    #expect(updated > 20)
  }

  /// Returns a random event.
  private static func act(_ size: Size<LayoutSpace>, _ random: inout SplitMix64) -> (Screen) -> Void {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let number = Bool.random(using: &random) ? Int32.random(in: 0...120, using: &random) : nil
      return { $0.setCountdown(number) }
    case 1:
      let key = Key.all[Int.random(in: 0..<Key.all.count, using: &random)]
      return { _ = $0.handle(key) }
    default:
      let phases: [TouchPhase] = [.began, .moved, .moved, .ended, .cancelled]
      let phase = phases[Int.random(in: 0..<phases.count, using: &random)]
      let contact = Int32.random(in: 1...2, using: &random)
      let point = Point<LayoutSpace>(
        x: Fixed(Int32.random(in: 0..<size.width, using: &random)),
        y: Fixed(Int32.random(in: 0..<size.height, using: &random)))
      return { _ = $0.handle(TouchEvent(phase, contact: contact, at: point)) }
    }
  }

  @Test func unchangedScreensNeedNoPaint() throws {
    let screens = try KioskScreens()
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let screen = screens.screen(.question(0))
    _ = buffers.paint(screen)
    #expect(!screen.needsPaint)
    screen.setCountdown(nil)
    #expect(!screen.needsPaint)
    screen.setCountdown(9)
    #expect(screen.needsPaint)
    // The warning replaces the heading once; then only the number changes.
    let first = buffers.paint(screen).damage
    #expect((0..<first.count).reduce(0) { $0 + first[$1].area } < 800 * 480 / 2)
    screen.setCountdown(8)
    #expect(buffers.paint(screen).damage.bounds.area < 800 * 480 / 10)
    screen.setCountdown(8)
    #expect(!screen.needsPaint)
  }
}
