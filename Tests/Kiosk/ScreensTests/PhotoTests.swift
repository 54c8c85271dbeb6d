import Display
import GoldenFiles
import Settings
import StarSlider
import Survey
import Testing

@testable import Screens

/// The photo behind the screens.
@Suite struct PhotoTests {
  private static func image(
    _ width: Int32, _ height: Int32, _ color: (Int32, Int32) -> (UInt8, UInt8, UInt8, UInt8)
  ) -> Image {
    var rgba: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = color(x, y)
        rgba += [red, green, blue, alpha]
      }
    }
    return Image(width: width, height: height, rgba: rgba)!
  }

  private static func plain(_ color: UInt8, _ alpha: UInt8 = 255) -> Image {
    image(8, 8) { _, _ in (color, color, color, alpha) }
  }

  private static let noise = image(160, 120) { x, y in
    let value = UInt32(truncatingIfNeeded: (x &* 7919 &+ y) &* 104_729) &* 2_654_435_761
    return (UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), 255)
  }

  private static func size(_ width: Int32, _ height: Int32) -> Size<PhysicalSpace> {
    Size(width: width, height: height)
  }

  private static func photo(
    _ image: Image, _ theme: Theme, _ rotation: Rotation = .none, _ format: PixelFormat = .xrgb8888
  ) throws -> Photo {
    let size = rotation.swapsAxes ? size(120, 160) : size(160, 120)
    return try Photo(image, theme, on: ScreenTransform(physical: size, rotation: rotation), format: format)
  }

  private static func lowest(_ ink: Color, on photo: Photo) -> Contrast {
    var lowest = Contrast(hundredths: .max)
    for y in 0..<photo.surface.size.height {
      for x in 0..<photo.surface.size.width {
        lowest = min(lowest, Contrast(ink, photo.surface.color(x: x, y: y)))
      }
    }
    return lowest
  }

  /// Text and buttons keep their contrast with each pixel, and one step less of background would not do.
  @Test(arguments: PixelFormat.allCases) func everyPixelKeepsContrast(_ format: PixelFormat) throws {
    let dusk = try #require(PhotoSheet.photo(width: 200, height: 150))
    for (theme, name) in [(Theme.light, "light"), (.dark, "dark"), (.contrast, "contrast"), (.classic, "classic")] {
      for image in [dusk, Self.noise, Self.plain(0), Self.plain(127), Self.plain(255)] {
        let photo = try Self.photo(image, theme, .none, format)
        let (text, accent) = (Self.lowest(theme.text, on: photo), Self.lowest(theme.accent, on: photo))
        #expect(text >= .text && accent >= .components, "\(name) \(text.ratio) \(accent.ratio)")
        #expect(photo.share < 255)
        if photo.share > 0 && format == .xrgb8888 {
          let isLeast = text.hundredths < 465 || accent.hundredths < 310
          #expect(isLeast, "\(name) \(text.ratio) \(accent.ratio)")
        }
        // The check judges the pixel that is worst for each color.
        #expect(Contrast(theme.text, photo.hardestGround(for: theme.text)) == text)
        #expect(Contrast(theme.accent, photo.hardestGround(for: theme.accent)) == accent)
      }
    }
    // On their own ground, a white and a black photo need nothing.
    #expect(try Self.photo(Self.plain(255), .light).share == 0)
    #expect(try Self.photo(Self.plain(0), .dark).share == 0)
  }

  /// No readable theme is warned of because of a photo, except for the thin strokes of text below 24 px; a color that is hard to read on
  /// the background is, with its figure.
  @Test func contrastIsCheckedWithFigures() throws {
    for (width, height) in [(320, 240), (800, 480), (720, 1280)] as [(Int32, Int32)] {
      for theme in [Theme.light, .dark, .contrast, .classic] {
        let warnings = try KioskScreens(width, height, theme: theme, photo: Self.noise).set.warnings
        let plain = try KioskScreens(width, height, theme: theme).set.warnings
        let added = warnings.filter { !plain.contains($0) }
        #expect(warnings.count == plain.count + added.count && (width == 320 || added == []))
        let isThin = added.allSatisfy {
          $0.reason.hasPrefix("low contrast of text on photo: ") && $0.reason.contains(" in the strokes of text of ")
        }
        #expect(isThin && added.count <= 1)
      }
    }
    var brand = ThemeSettings.Brand()
    brand.accent = Color(rgb: 0xc8_d0d8)
    let theme = Theme.light.with(brand)
    let told = try KioskScreens(theme: theme, photo: Self.noise).set.warnings.map(\.reason)
    #expect(told.contains { $0.hasPrefix("low contrast of accent on background: 1.") })
    #expect(try Self.photo(Self.noise, theme).share == 255)
  }

  /// The photo keeps its proportions, is centered, and is upright for the visitor on every rotation.
  @Test(arguments: Rotation.allCases) func photoCoversTheScreen(rotation: Rotation) throws {
    // A quarter at each side is cut off: red, then white in the middle, then blue.
    func third(_ place: Int32, of side: Int32) -> (UInt8, UInt8, UInt8, UInt8) {
      place < side / 4 ? (255, 0, 0, 255) : place < side * 3 / 4 ? (255, 255, 255, 255) : (0, 0, 255, 255)
    }
    let wide = Self.image(320, 120) { x, _ in third(x, of: 320) }
    let tall = Self.image(160, 240) { _, y in third(y, of: 240) }
    for image in [wide, tall] {
      let photo = try Self.photo(image, .light, rotation)
      #expect(photo.share == 0 && photo.darkest == .white && photo.lightest == .white)
    }
    let corner = Self.image(16, 12) { x, y in x < 2 && y < 2 ? (160, 160, 160, 255) : (255, 255, 255, 255) }
    let photo = try Self.photo(corner, .light, rotation)
    let transform = ScreenTransform(physical: photo.surface.size, rotation: rotation)
    func color(_ x: Int32, _ y: Int32) -> Color { photo.light(x: x, y: y, through: transform).color(.linear) }
    #expect(color(0, 0) == photo.darkest && color(159, 0) == .white && color(0, 119) == .white)
  }

  /// Stars and their words have the same pixels as without a photo; the rest of the screen has those of the photo.
  @Test func starsStandOnAPanel() throws {
    for view in [SurveyScreen.attract, .question(0), .thanks] {
      let photo = try KioskScreens(photo: PhotoSheet.photo(width: 400, height: 400)).screen(view)
      let plain = try KioskScreens().screen(view)
      let panel = try #require(photo.panel).bounds
      let bounds = try #require(photo.slider).layout.bounds
      #expect(panel.contains(bounds.inset(by: -photo.focusDistance)) && plain.panel == nil)
      for value in [nil, 5, 7] as [Int32?] {
        for screen in [photo, plain] { screen.slider?.set(value) }
        let size = PhotoTests.size(800, 480)
        let (shown, expected) = (
          Buffers(1, size, .xrgb8888).paint(photo).pixels, Buffers(1, size, .xrgb8888).paint(plain).pixels
        )
        for screen in [photo, plain] { screen.invalidate() }
        func row(_ y: Int32, _ pixels: [UInt8]) -> ArraySlice<UInt8> {
          pixels[Int(y * 800 + bounds.minX) * 4..<Int(y * 800 + bounds.maxX) * 4]
        }
        let isSame = (bounds.minY..<bounds.maxY).allSatisfy { row($0, shown) == row($0, expected) }
        #expect(isSame)
        // The corner of the screen is the photo's.
        let ground = try #require(photo.canvas.photo).surface
        #expect(ground.pixel(x: 0, y: 0) & 0xff_ffff == shown[0..<3].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
  }

  /// Where a transparent logo lets it, the photo is seen. Behind a slide there is none.
  @Test func transparentImagesShowThePhoto() throws {
    let size = Size<LayoutSpace>(width: 320, height: 240)
    var design = ScreenSheet.design(.light, size)
    design.photo = PhotoSheet.photo(width: 320, height: 240)
    // A question of one line stays below the logo, whether there is one or not.
    var phrases = ScreenSheet.english
    phrases.questions[0] = "How?"
    func pixels(_ change: (inout ScreenSet.Design) -> Void, slide: Image? = nil) throws -> [UInt8] {
      var design = design
      change(&design)
      let set = try ScreenSet(
        design, languages: [phrases], on: KeyTests.transform(size), format: .xrgb8888,
        typesetter: ScreenSheet.typesetter())
      let screen = set.screen(.attract, language: 0)
      screen.show()
      if let slide { screen.showSlide(slide) }
      return Buffers(1, Self.size(320, 240), .xrgb8888).paint(screen).pixels
    }
    let without = try pixels { $0.logo = Self.plain(0, 0) }
    let top = 320 * 4 * 20
    let isClear = try without[..<top] == pixels { $0.logo = nil }[..<top]
    let isShown = try without[..<top] != pixels { $0.logo = Self.plain(0) }[..<top]
    #expect(isClear && isShown)
    let slide = try pixels({ $0.hasSlides = true }, slide: Self.plain(255, 0))
    let ground = Theme.light.background
    #expect(Array(slide[..<3]) == [ground.blue, ground.green, ground.red])
  }

  /// A shifted picture is the same after partial repaints, and shows no plain strip at its edges.
  @Test func shiftMovesThePhoto() throws {
    let photo = PhotoSheet.photo(width: 320, height: 240)
    let (screens, twins) = (try KioskScreens(320, 240, photo: photo), try KioskScreens(320, 240, photo: photo))
    let (screen, twin) = (screens.screen(.question(0)), twins.screen(.question(0)))
    let (buffers, shift) = (Buffers(2, Self.size(320, 240), .xrgb8888), ScreenShift(x: 4, y: 6))
    for number in [nil, 9, 8, nil] as [Int32?] {
      for each in [screen, twin] {
        each.setCountdown(number)
        each.slider?.set(number)
      }
      twin.invalidate()
      let shown = buffers.paint(screen, movedBy: shift).pixels
      let isWhole = shown == Buffers(1, Self.size(320, 240), .xrgb8888).paint(twin, movedBy: shift).pixels
      let ground = try #require(screen.canvas.photo).surface.pixel(x: 0, y: 0)
      #expect(isWhole && shown[0] == UInt8(ground & 255))
    }
  }

  /// A change of screen ends with the still picture, in 16 bits, too.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565]) func screensFade(format: PixelFormat) throws {
    let screens = try KioskScreens(320, 240, format: format, photo: Self.noise)
    let change = try #require(ScreenChange(on: screens.transform, format: format, moves: false))
    let buffers = Buffers(2, screens.transform.physical, format)
    let old = screens.screen(.attract)
    let before = buffers.paint(old).pixels
    change.leave(old, movedBy: .none)
    let new = screens.screen(.question(0))
    let still = Buffers(1, screens.transform.physical, format).paint(new).pixels
    new.appear(by: change, movedBy: .none, at: 0)
    var frames = 0
    while let deadline = new.deadline {
      if new.needsPaint {
        let shown = buffers.paint(new).pixels
        let isMixed = shown != before && shown != still
        #expect(isMixed)
        // The photo stands still: mixtures of equal pixels differ by the rounding at most.
        let isStill = zip(shown[..<64], before[..<64]).allSatisfy { format == .rgb565 || abs(Int($0) - Int($1)) <= 1 }
        #expect(isStill)
        frames += 1
      }
      new.update(at: deadline)
    }
    let isEnd = buffers.paint(new).pixels == still
    #expect(isEnd && frames > 10)
  }

  @Test(arguments: [5, 9, 20, 60] as [Int32]) func tinyScreens(height: Int32) throws {
    for width in [5, 12, 40, 90] as [Int32] {
      let screens = try KioskScreens(width, height, photo: Self.noise)
      for view in KioskScreens.views {
        _ = Buffers(1, Self.size(width, height), .xrgb8888).paint(screens.screen(view))
      }
    }
  }
}
