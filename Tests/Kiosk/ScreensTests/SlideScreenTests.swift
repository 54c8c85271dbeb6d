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

  /// The slide is above a band with text and stars, which stand on the background whatever the slide shows.
  @Test(arguments: ScreenTests.sizes) func bandIsTheSameOnEverySlide(width: Int32, height: Int32) throws {
    let set = try Self.screens(width, height)
    // The text fits, and stars that are only shown need not be large enough to touch.
    let told = set.warnings.filter {
      $0.subject == .stars || ["en", "ar"].map { .phrase(.phrase(.attract), language: $0) }.contains($0.subject)
    }
    #expect(told == [])
    let picture = try #require(PictureSheet.picture(width: width, height: height))
    for language in [0, 1] as [Int32] {
      let screen = set.screen(.attract, language: language)
      screen.show()
      let buffers = Buffers(2, Size(width: width, height: height), .xrgb8888)
      let plain = buffers.paint(screen).pixels
      _ = buffers.paint(screen)
      screen.showSlide(picture)
      let (shown, damage) = buffers.paint(screen)
      #expect(damage.bounds == Rect(Size<PhysicalSpace>(width: width, height: height)))
      let row = Int(width) * 4
      let differing = (0..<Int(height)).filter { shown[$0 * row..<($0 + 1) * row] != plain[$0 * row..<($0 + 1) * row] }
      let top = try #require(differing.last) + 1
      // All rows above the band show the slide, and the band is at most two fifths of the screen.
      #expect(differing == Array(0..<top) && top >= Int(height) * 3 / 5 && top < Int(height))
      let stars = try #require(screen.slider).layout
      #expect(stars.bounds.minY > top && stars.bounds.maxY <= height && stars.starSize >= min(width, height) / 8)
      #expect((stars.star(0).minX > stars.star(4).minX) == (language == 1))
    }
  }

  /// A logo is at the top of every slide, in the middle and at most a ninth of the screen high, on a plain ground whatever the slide and
  /// the photo show.
  @Test(arguments: ScreenTests.sizes) func logoIsTheSameOnEverySlide(width: Int32, height: Int32) throws {
    let slide = try #require(PictureSheet.picture(width: width, height: height))
    for photo in [nil, slide] {
      let set = try Self.screens(width, height, logo: PictureSheet.logo, photo: photo)
      for language in [0, 1] as [Int32] {
        let screen = set.screen(.attract, language: language)
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
        // Where the plate ends, seen from the middle of the upper edge.
        let half = try #require((0..<width / 2).first { pixel(shown, width / 2 + $0, 0) != ground })
        let bottom = try #require((0..<height).first { pixel(shown, width / 2 - half + 1, $0) != ground })
        let margin = Metrics(Size(width: width, height: height)).margin
        #expect(bottom - 2 * margin <= height / 9 && half > bottom - 2 * margin && half < width / 2)
        var logo = Rect<PhysicalSpace>.empty
        for y in 0..<bottom {
          for x in width / 2 - half + 1..<width / 2 + half {
            let now = pixel(shown, x, y)
            #expect(now == pixel(plain, x, y))
            if now != ground { logo = logo.union(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)) }
          }
        }
        #expect(abs(logo.minX + logo.maxX - width) <= 1 && abs(logo.minY + logo.maxY - bottom) <= 2)
        #expect(logo.minY >= margin && pixel(shown, 0, 0) == pixel(shown, width - 1, 0) && pixel(shown, 0, 0) != ground)
      }
    }
  }

  /// A tap starts, on the stars, too; they do not rate.
  @Test func tapStarts() throws {
    let screen = try Self.screens(800, 480).screen(.attract, language: 0)
    screen.show()
    let star = try #require(screen.slider?.layout.star(2).center)
    for place in [star, Point(x: Fixed(10), y: Fixed(10))] {
      #expect(screen.handle(TouchEvent(.began, contact: 1, at: place)) == nil)
      #expect(screen.handle(TouchEvent(.ended, contact: 1, at: place)) == .action(.start))
    }
    #expect(screen.handle(Key.enter) == .action(.start))
  }

  /// Slides fade into each other, while text and stars neither fade nor move.
  @Test func slidesFadeAboveAStillBand() throws {
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
    let band = 200 * 320 * 4
    #expect(frames.allSatisfy { $0[band...] == still[1][band...] } && still[0][band...] == still[1][band...])
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

  @Test(arguments: [5, 9, 20, 60] as [Int32]) func tinyScreens(height: Int32) throws {
    for width in [5, 12, 40, 90] as [Int32] {
      let screen = try Self.screens(width, height, logo: PictureSheet.logo).screen(.attract, language: 0)
      screen.show()
      if let picture = PictureSheet.picture(width: 64, height: 48) { screen.showSlide(picture) }
      _ = Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen)
    }
  }
}
