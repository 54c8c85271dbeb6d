import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import Testing

/// Icons on tiles, and the picture of the closed kiosk.
@Suite struct IconTests {
  static let (one, several) = (Int32(PictureSheet.choices.one), Int32(PictureSheet.choices.several))

  private static func screens(
    _ width: Int32, _ height: Int32, rotation: Rotation = .none,
    languages: [LocalizedPhrases] = [KindSheet.english, KindSheet.arabic],
    change: (inout ScreenSet.Design) -> Void = { _ in }
  ) throws -> ScreenSet {
    var design = PictureSheet.design(.light, Size(width: width, height: height))
    change(&design)
    let turned = rotation.swapsAxes
    let physical = Size<PhysicalSpace>(width: turned ? height : width, height: turned ? width : height)
    return try ScreenSet(
      design, languages: languages, on: ScreenTransform(physical: physical, rotation: rotation), format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
  }

  /// The number of a tile's pixels that have a color.
  private static func count(
    _ color: Color, _ pixels: [UInt8], _ width: Int32, in place: Rect<LayoutSpace>
  ) -> Int {
    var count = 0
    for y in place.minY..<place.maxY {
      for x in place.minX..<place.maxX {
        let i = Int(y * width + x) * 4
        if pixels[i] == color.blue && pixels[i + 1] == color.green && pixels[i + 2] == color.red { count += 1 }
      }
    }
    return count
  }

  private static func paint(_ screen: Screen, _ width: Int32, _ height: Int32) -> [UInt8] {
    Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen).pixels
  }

  private static let bus = Color(rgb: 0xc2_4d00)

  /// An icon is drawn at the leading edge with its own colors, also in a tile that is pressed or chosen.
  @Test(arguments: [0, 1] as [Int32]) func iconsShowTheirColors(language: Int32) throws {
    let set = try Self.screens(800, 480)
    let screen = set.screen(.question(Self.several), language: language)
    screen.show()
    let place = try #require(screen.bounds(of: .option(1)))
    func half(_ isLeft: Bool) -> Rect<LayoutSpace> {
      let middle = place.minX + place.width / 2
      return Rect(
        minX: isLeft ? place.minX : middle, minY: place.minY, maxX: isLeft ? middle : place.maxX, maxY: place.maxY)
    }
    let plain = Self.count(Self.bus, Self.paint(screen, 800, 480), 800, in: place)
    #expect(plain > 300)
    if place.width >= 3 * place.height {
      #expect(Self.count(Self.bus, Self.paint(screen, 800, 480), 800, in: half(language == 0)) == plain)
    }
    for phase in [TouchPhase.began, .ended] {
      _ = screen.handle(TouchEvent(phase, contact: 1, at: place.center))
      #expect(Self.count(Self.bus, Self.paint(screen, 800, 480), 800, in: place) == plain, "\(phase)")
    }
  }

  /// A pictogram in one gray has the color of the words, at rest and in a tile that is pressed. With one more color it is an image.
  @Test func pictogramsTakeTheInk() throws {
    func pictogram(_ gray: UInt8, dot: Color? = nil) -> Image? {
      let pixels = (0..<64 * 64 as Range<Int>).flatMap { i -> [UInt8] in
        let (x, y) = (i % 64, i / 64)
        if let dot, x == 20, y == 20 { return [dot.red, dot.green, dot.blue, 255] }
        return [gray, gray, gray, (16..<48).contains(x) && (16..<48).contains(y) ? 255 : 0]
      }
      return Image(width: 64, height: 64, rgba: pixels)
    }
    /// The number of pixels of one color in the tile, at rest and pressed.
    func counts(_ icon: Image?, _ colors: [Color]) throws -> [Int] {
      let set = try Self.screens(800, 480) { $0.questions[Int(Self.several)].icons[1] = icon }
      let screen = set.screen(.question(Self.several), language: 0)
      screen.show()
      let place = try #require(screen.bounds(of: .option(1)))
      let atRest = Self.count(colors[0], Self.paint(screen, 800, 480), 800, in: place)
      _ = screen.handle(TouchEvent(.began, contact: 1, at: place.center))
      return [atRest, Self.count(colors[1], Self.paint(screen, 800, 480), 800, in: place)]
    }
    let theme = Theme.light
    let inks = [theme.text, theme.accentText]
    let (black, gray) = (try counts(pictogram(0), inks), try counts(pictogram(0x80), inks))
    #expect(black == gray && black.allSatisfy { $0 > 250 }, "\(black) \(gray)")
    let colored = try counts(pictogram(0, dot: Color(rgb: 0xff_0000)), [.black, .black])
    #expect(colored[0] > 250 && colored[0] == colored[1])
  }

  /// Icons whose colors are hardly visible are named by the check.
  @Test func paleIconsAreNamed() throws {
    let pale = Image(width: 2, height: 1, rgba: [0xff, 0xe0, 0xc0, 255, 0, 0, 0, 0])
    let warnings = try Self.screens(800, 480) { $0.questions[Int(Self.several)].icons[1] = pale }.warnings
    let isNamed = warnings.contains {
      if case .icon = $0.subject {
        $0.reason.hasPrefix("only 0 % of its visible pixels have a contrast of 3.00 to 1")
      } else {
        false
      }
    }
    #expect(isNamed, "\(warnings)")
  }

  /// A damaged tile has the pixels of a whole frame, on every rotation of the panel.
  @Test(arguments: Rotation.allCases) func tilesArePaintedAsInAWholeFrame(rotation: Rotation) throws {
    let set = try Self.screens(480, 272, rotation: rotation)
    let screen = set.screen(.question(Self.several), language: 0)
    screen.show()
    let place = try #require(screen.bounds(of: .option(2)))
    let size = Size<PhysicalSpace>(
      width: rotation.swapsAxes ? 272 : 480, height: rotation.swapsAxes ? 480 : 272)
    let buffers = Buffers(2, size, .xrgb8888)
    _ = buffers.paint(screen)
    _ = buffers.paint(screen)
    _ = screen.handle(TouchEvent(.began, contact: 1, at: place.center))
    let changed = buffers.paint(screen).pixels
    screen.invalidate()
    #expect(buffers.paint(screen).pixels == changed)
  }

  /// Where the words do not fit beside an icon, every tile of the question is without one, and the check says so.
  @Test func iconsGiveWayToWords() throws {
    #expect(try Self.screens(800, 480).warnings == [] && Self.screens(720, 1280).warnings == [])
    let crowded = try Self.screens(200, 120)
    let told = crowded.warnings.filter { if case .icon = $0.subject { true } else { false } }
    #expect(!told.isEmpty && told.allSatisfy { $0.reason.hasPrefix("the question's icons are left out: ") })
    let with = crowded.screen(.question(Self.several), language: 0)
    let without = try Self.screens(200, 120) { $0.questions[Int(Self.several)].icons = [] }
      .screen(.question(Self.several), language: 0)
    with.show()
    without.show()
    #expect(Self.paint(with, 200, 120) == Self.paint(without, 200, 120))
    var long = KindSheet.english
    long.options[Int(Self.several)][1] = "Everything on the upper floors and in the cellar"
    let reasons = try Self.screens(320, 240, languages: [long]).warnings.map(\.reason)
    #expect(reasons.contains { $0.contains("the words do not fit beside it into a tile of ") }, "\(reasons)")
  }

  /// The closed kiosk shows the picture in every language; one that is out of order keeps its words.
  @Test func closedPictureReplacesWords() throws {
    let (set, words) = (try Self.screens(800, 480), try Self.screens(800, 480) { $0.closedPicture = nil })
    let picture = try #require(PictureSheet.picture(width: 640, height: 400))
    for language in [0, 1] as [Int32] {
      let closed = set.screen(.closed, language: language)
      closed.show()
      let pixels = Self.paint(closed, 800, 480)
      // In its own size, in the middle of the screen.
      for (x, y) in [(0, 0), (639, 0), (320, 160), (0, 399), (639, 399)] {
        let (i, from) = ((40 + y) * 800 + 80 + x, (y * 640 + x) * 4)
        #expect(pixels[i * 4..<i * 4 + 3].reversed() == Array(picture.rgba[from..<from + 3]))
      }
      #expect(Array(pixels[0..<3]) == [0xf0, 0xf5, 0xf7])
      for screens in [set, words] { screens.screen(.outOfOrder, language: language).show() }
      #expect(
        Self.paint(set.screen(.outOfOrder, language: language), 800, 480)
          == Self.paint(words.screen(.closed, language: language), 800, 480))
    }
    // A picture as large as the screen is cut off where it is shifted.
    let full = try Self.screens(320, 240).screen(.closed, language: 0)
    full.show()
    _ = Buffers(1, Size(width: 320, height: 240), .xrgb8888).paint(full, movedBy: ScreenShift(x: 5, y: 7))
  }

  /// The built-in letters of a reason are ASCII: any other character is one question mark.
  @Test func aReasonHasOneMarkForEachOtherCharacter() throws {
    let screen = try Self.screens(800, 480).screen(.outOfOrder, language: 0)
    screen.show()
    func painted(_ reason: String) -> [UInt8] {
      screen.show(reason: reason)
      return Self.paint(screen, 800, 480)
    }
    #expect(painted("Wie schön? 語") == painted("Wie sch?n? ?"))
    #expect(painted("Wie schön? 語") != painted("Wie sch??n? ???"))
  }

  /// A screen of any size is built with its pictures.
  @Test(arguments: [5, 20, 60] as [Int32]) func tinyScreens(height: Int32) throws {
    for width in [5, 40, 90] as [Int32] {
      for view in [SurveyScreen.question(Self.one), .question(Self.several), .closed] {
        let screen = try Self.screens(width, height).screen(view, language: 0)
        screen.show()
        _ = Self.paint(screen, width, height)
      }
    }
  }
}
