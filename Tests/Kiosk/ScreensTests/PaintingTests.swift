import Display
import Geometry
import GoldenFiles
import Raster
import Rating
import Screens
import StarSlider
import Survey
import TestSupport
import Testing

/// A part that changes is drawn alone, and the picture is the same as if all had been.
@Suite struct ScreenPaintingTests {
  /// Fingers, keys and countdowns at random on every screen, with one, two and three buffers, in several formats and all
  /// rotations: what is on the screen is what a new buffer would show, and nothing differs outside the damage. A buffer that
  /// was caught up meanwhile, which some are, shows the same.
  @Test(arguments: Rotation.allCases) func aPartIsAsGoodAsTheWhole(rotation: Rotation) throws {
    var random = SplitMix64(seed: UInt64(rotation.rawValue) + 7)
    let formats: [PixelFormat] = [.xrgb8888, .rgb565, .bgr888]
    var caughtUp = 0
    for count in 1...3 {
      let format = formats[count - 1]
      let book = try Book(320, 240, rotation: rotation, format: format)
      // Goes through the same, and draws everything anew every time.
      let twins = try Book(320, 240, rotation: rotation, format: format)
      let buffers = Buffers(count, book.transform.physical, format)
      var before: [UInt8]?
      for _ in 0..<6 {
        let view = Book.views[Int.random(in: 0..<Book.views.count, using: &random)]
        let language = Int32.random(in: 0...1, using: &random)
        let (screen, twin) = (book.screen(view, language: language), twins.screen(view, language: language))
        #expect(screen.needsPaint)
        for _ in 0..<14 {
          let shown = buffers.paint(screen)
          #expect(!screen.needsPaint)
          // Compared before it is expected: of long arrays it would take minutes to tell what they are.
          let isCovered = before.map { buffers.agree($0, shown.pixels, outside: shown.damage) } ?? true
          #expect(isCovered, "\(view)")
          before = shown.pixels
          twin.invalidate()
          let whole = Buffers(1, book.transform.physical, format).paint(twin).pixels
          var isWhole = shown.pixels == whole
          #expect(isWhole, "\(view), \(count) buffers")
          if Bool.random(using: &random), let spare = buffers.catchUp(screen) {
            caughtUp += 1
            isWhole = spare == whole
            #expect(isWhole, "\(view), \(count) buffers, one caught up")
          }
          let act = Self.act(book.transform.layout, &random)
          act(screen)
          act(twin)
        }
      }
    }
    #expect(caughtUp > 20)
  }

  /// Something that a visitor or the time does.
  private static func act(_ size: Size<LayoutSpace>, _ random: inout SplitMix64) -> (Screen) -> Void {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let number = Bool.random(using: &random) ? Int32.random(in: 0...120, using: &random) : nil
      return { $0.count(number) }
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

  @Test func nothingIsDrawnTwice() throws {
    let book = try Book()
    let buffers = Buffers(2, book.transform.physical, .xrgb8888)
    let screen = book.screen(.question(0))
    _ = buffers.paint(screen)
    #expect(!screen.needsPaint)
    screen.count(nil)
    #expect(!screen.needsPaint)
    screen.count(9)
    #expect(screen.needsPaint)
    let damage = buffers.paint(screen).damage
    #expect(damage.bounds.area < 800 * 480 / 10)
    screen.count(9)
    #expect(!screen.needsPaint)
  }

  @Test func starsLightUpAndRest() throws {
    let book = try Book()
    let screen = book.screen(.thanks)
    for target in [Int32(0), 1, 3, 10] {
      let start: Int64 = 5_000_000_000
      screen.lightUp(to: target, at: start)
      var values: [Int32] = []
      var moments: [Int64] = []
      while let deadline = screen.deadline, moments.count < 100 {
        moments.append(deadline)
        screen.timePassed(deadline)
        values.append(screen.slider?.value ?? -1)
      }
      #expect(screen.deadline == nil)
      #expect(screen.slider?.value == target)
      #expect(values == values.sorted() && moments == moments.sorted())
      #expect((moments.last ?? start) - start <= 450_000_000)
    }
  }

  /// However fine the steps are, no more pictures than a screen shows.
  @Test func starsLightUpAtMostSixtyTimesASecond() throws {
    var design = KeyTests.design(KeyTests.wide)
    design.slider = SliderConfiguration(scale: Scale(step: .continuous)!, face: design.slider.face)
    let book = try ScreenSet(stars: design, on: KeyTests.transform(KeyTests.wide), format: .xrgb8888)
    let screen = book.screen(.thanks, language: 0)
    screen.show()
    screen.lightUp(to: design.slider.scale.maximum, at: 0)
    var moments: [Int64] = []
    while let deadline = screen.deadline, moments.count < 100 {
      moments.append(deadline)
      screen.timePassed(deadline)
    }
    #expect(screen.slider?.value == design.slider.scale.maximum && moments.count > 20)
    for (a, b) in zip(moments, moments.dropFirst()) { #expect(b - a >= 1_000_000_000 / 60) }
  }
}
