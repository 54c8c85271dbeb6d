import Display
import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The start screen with slides.
@Suite struct SlideScreenTests {
  private static func screens(
    _ width: Int32, _ height: Int32, theme: Theme = .light, logo: Image? = nil, photo: Image? = nil
  ) throws -> ScreenSet {
    let size = Size<LayoutSpace>(width: width, height: height)
    var design = ScreenSheet.design(theme, size)
    design.hasSlides = true
    (design.logo, design.photo) = (logo, photo)
    return try ScreenSet(
      design, languages: [ScreenSheet.english, ScreenSheet.arabic], on: KeyTests.transform(size), format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
  }

  /// The slide covers the screen. In its upper part it keeps its colors, and behind the text it is dark enough for white, even if it is white.
  @Test(arguments: ScreenTests.sizes) func textIsReadableOnEverySlide(width: Int32, height: Int32) throws {
    let set = try Self.screens(width, height)
    let texts = [ScreenText.phrase(.attract), .question(0)].flatMap { text in
      ["en", "ar"].map { ScreenWarning.Subject.phrase(text, language: $0) }
    }
    #expect(set.warnings.filter { texts.contains($0.subject) } == [])
    let picture = try #require(PictureSheet.picture(width: width, height: height))
    let white = try #require(
      Image(width: 2, height: 2, rgba: [UInt8](repeating: 255, count: 16)))
    for language in [0, 1] as [Int32] {
      let screen = set.screen(.attract, language: language)
      screen.show()
      let buffers = Buffers(2, Size(width: width, height: height), .xrgb8888)
      _ = buffers.paint(screen)
      _ = buffers.paint(screen)
      screen.showSlide(picture)
      let (shown, damage) = buffers.paint(screen)
      #expect(damage.bounds == Rect(Size<PhysicalSpace>(width: width, height: height)))
      var isKept = true
      for i in stride(from: 0, to: Int(height * Scrim.start / 100) * Int(width) * 4, by: 4) {
        for channel in 0..<3 where shown[i + 2 - channel] != picture.rgba[i + channel] { isKept = false }
      }
      #expect(isKept)
      screen.showSlide(white)
      let pixels = buffers.paint(screen).pixels
      for y in height * Scrim.end / 100 + 1..<height {
        let i = Int(y * width) * 4
        let ground = Color(red: pixels[i + 2], green: pixels[i + 1], blue: pixels[i])
        #expect(Contrast(.white, ground) >= .text, "row \(y)")
      }
    }
  }

  /// A logo is at the top of every slide, in the middle and at most a ninth of the screen high, on the same plain ground with round corners
  /// whatever the slide and the photo show.
  @Test(arguments: ScreenTests.sizes) func logoIsTheSameOnEverySlide(width: Int32, height: Int32) throws {
    let slide = try #require(PictureSheet.picture(width: width, height: height))
    let margin = Metrics(Size(width: width, height: height)).margin
    for photo in [nil, slide] {
      let set = try Self.screens(width, height, logo: PictureSheet.logo, photo: photo)
      for language in [0, 1] as [Int32] {
        let screen = set.screen(.attract, language: language)
        let chip = try #require(screen.widgets.first { $0 is LogoChip }).bounds
        #expect(abs(chip.minX + chip.maxX - width) <= 1 && chip.minY == margin && chip.minX >= margin)
        #expect(chip.height <= height / 9 + 2 * margin && chip.width > chip.height)
        screen.show()
        let buffers = Buffers(1, Size(width: width, height: height), .xrgb8888)
        let plain = buffers.paint(screen).pixels
        screen.showSlide(slide)
        let shown = buffers.paint(screen).pixels
        func pixel(_ pixels: [UInt8], _ x: Int32, _ y: Int32) -> [UInt8] {
          let i = Int(y * width + x) * 4
          return [UInt8](pixels[i..<i + 3])
        }
        let ground = [Theme.light.background.blue, Theme.light.background.green, Theme.light.background.red]
        let inner = chip.inset(by: margin / 3)
        var hasLogo = false
        for y in inner.minY..<inner.maxY {
          for x in inner.minX..<inner.maxX {
            #expect(pixel(shown, x, y) == pixel(plain, x, y))
            if pixel(shown, x, y) != ground { hasLogo = true }
          }
        }
        let isRound =
          pixel(shown, chip.minX, chip.minY) != ground && pixel(shown, chip.center.x.floor, chip.minY) == ground
        #expect(hasLogo && isRound)
      }
    }
  }

  /// A tap anywhere starts.
  @Test func tapStarts() throws {
    let screen = try Self.screens(800, 480).screen(.attract, language: 0)
    screen.show()
    for place in [Point<LayoutSpace>(x: Fixed(400), y: Fixed(240)), Point(x: Fixed(10), y: Fixed(10))] {
      #expect(screen.handle(TouchEvent(.began, contact: 1, at: place)) == nil)
      #expect(screen.handle(TouchEvent(.ended, contact: 1, at: place)) == .action(.start))
    }
    #expect(screen.handle(Key.enter) == .action(.start))
  }

  /// Slides fade into each other, while the strokes of the text stay white.
  @Test func slidesFadeBehindText() throws {
    let screen = try Self.screens(320, 240).screen(.attract, language: 0)
    let size = Size<LayoutSpace>(width: 320, height: 240)
    let change = try #require(ScreenChange(on: KeyTests.transform(size), format: .xrgb8888, moves: true))
    let slides = try [Int32(320), 200].map { try #require(PictureSheet.picture(width: $0, height: 240)) }
    let buffers = Buffers(2, Size(width: 320, height: 240), .xrgb8888)
    screen.show()
    let still = slides.map { slide in
      screen.showSlide(slide)
      return buffers.paint(screen).pixels
    }
    screen.showSlide(slides[0])
    change.leave(screen, movedBy: .none)
    screen.showSlide(slides[1])
    screen.appear(by: change, movedBy: .none, .across, at: 0)
    var frames: [[UInt8]] = []
    for time in stride(from: 0, through: ScreenChange.duration, by: 25_000_000) {
      screen.update(at: time)
      if screen.needsPaint { frames.append(buffers.paint(screen).pixels) }
    }
    #expect(frames.count > 4 && frames.last == still[1])
    #expect(frames.dropLast().allSatisfy { !still.contains($0) })
    let text = (0..<320 * 240).filter { i in still.allSatisfy { $0[4 * i..<4 * i + 3].allSatisfy { $0 == 255 } } }
    #expect(text.count > 1000)
    let isWhite = frames.allSatisfy { frame in text.allSatisfy { frame[4 * $0..<4 * $0 + 3].allSatisfy { $0 == 255 } } }
    #expect(isWhite)
  }

  /// A slide that is made in parts is the one that is made at once: in every rotation, scaled or not, with transparent pixels, on a photo.
  @Test(arguments: Rotation.allCases) func slideIsMadeInParts(rotation: Rotation) throws {
    let photo = PictureSheet.picture(width: 90, height: 60)
    let slides = [
      PictureSheet.picture(width: 97, height: 61), PictureSheet.picture(width: 311, height: 77), PictureSheet.icon(1),
    ]
    for (format, photo) in [(PixelFormat.xrgb8888, nil), (.rgb565, photo)] as [(PixelFormat, Image?)] {
      let size = Size<LayoutSpace>(width: 97, height: 61)
      let turned: Size<PhysicalSpace> =
        rotation.swapsAxes ? Size(width: 61, height: 97) : Size(width: 97, height: 61)
      var design = ScreenSheet.design(.light, size)
      (design.hasSlides, design.photo) = (true, photo)
      let set = try ScreenSet(
        design, languages: [ScreenSheet.english], on: ScreenTransform(physical: turned, rotation: rotation),
        format: format, typesetter: ScreenSheet.typesetter())
      let screen = set.screen(.attract, language: 0)
      screen.show()
      for slide in slides {
        let slide = try #require(slide)
        screen.showSlide(slide)
        let whole = Buffers(1, turned, format).paint(screen).pixels
        var made = screen.scaling(slide)
        var parts = 0
        while !made.isDone {
          made.advance(pixels: 200)
          parts += 1
        }
        // The flattest slide has 24 rows, of which a part has two, and there are two passes or more.
        #expect(parts >= 24)
        screen.invalidate()
        screen.showSlide(made)
        #expect(Buffers(1, turned, format).paint(screen).pixels == whole)
      }
    }
  }

  /// Without memory for a slide, the start screen has none.
  @Test func slidesNeedMemory() throws {
    let size = Size<LayoutSpace>(width: 1 << 24, height: 1 << 24)
    #expect(Photo(slidesOn: KeyTests.transform(size), .light, format: .xrgb8888) == nil)
  }

  @Test(arguments: [5, 9, 20, 60] as [Int32]) func tinyScreens(height: Int32) throws {
    for width in [5, 12, 40, 90] as [Int32] {
      let screen = try Self.screens(width, height, logo: PictureSheet.logo).screen(.attract, language: 0)
      screen.show()
      if let picture = PictureSheet.picture(width: 64, height: 48) { screen.showSlide(picture) }
      _ = Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen)
    }
  }
}
