import Display
import GoldenFiles
import Screens
import Settings
import StarSlider
import Survey
import TestSupport
import Testing
import Text

/// What the check of the screens warns of: contrast, sizes, texts.
@Suite struct ScreenWarningTests {
  @Test func starsBelowTheirMinimumSizeAreWarnings() throws {
    func warnings(least: Int32) throws -> [ScreenWarning] {
      var design = ScreenSheet.design(.light, KeyTests.wide)
      design.slider.minimumStarSize = least
      return try ScreenSet(stars: design, on: KeyTests.transform(KeyTests.wide), format: .xrgb8888).warnings
    }
    #expect(try warnings(least: 5).isEmpty)
    let reasons = try warnings(least: 480).map { $0.reason }
    #expect(reasons.count == 1 && reasons.allSatisfy { $0.hasSuffix("minimum-star-size is 480 px") }, "\(reasons)")
  }

  /// The stars on the thank-you screen need WCAG's contrast of components, with texts and without.
  @Test func contrastOfThanks() throws {
    var design = ScreenSheet.design(.light, KeyTests.wide)
    design.thanks.background = Color(rgb: 0x4a_4a4a)
    let warnings = try ScreenSet(stars: design, on: KeyTests.transform(KeyTests.wide), format: .xrgb8888).warnings
    #expect(
      warnings == [
        ScreenWarning(
          .colors("thanks", on: "background"),
          "low contrast of thanks on background: 1.64 to 1; WCAG 2.2 requires 3.00 or more")
      ])
  }

  @Test func contrast() {
    #expect(Contrast(.black, .white).ratio == "21.00")
    #expect(Contrast(.white, .white).ratio == "1.00")
    // WebAIM's checker has the same values.
    #expect(Contrast(Color(rgb: 0x76_7676), .white).ratio == "4.54")
    #expect(Contrast(Color(rgb: 0x77_7777), .white).ratio == "4.47")
    var pale = Theme.light
    pale.text = Color(rgb: 0xaa_aaaa)
    #expect(
      pale.warnings == [
        ScreenWarning(
          .colors("text", on: "background"),
          "low contrast of text on background: 2.13 to 1; WCAG 2.2 requires 4.50 or more")
      ])
  }

  /// Text on the ground and on buttons, secondary text, stars, their outlines, and thanks, by look.md's figures.
  @Test(arguments: [Theme.light, .dark, .contrast, .classic]) func everyThemeHasContrast(theme: Theme) throws {
    #expect(theme.warnings.isEmpty)
    #expect(Contrast(theme.secondary, theme.background) >= .text)
    for edge in [theme.starEdge, theme.emptyEdge, theme.thanks] {
      #expect(Contrast(edge, theme.background) >= .components)
    }
    let set = try KioskScreens(theme: theme).set
    #expect(set.warnings.isEmpty, "\(set.warnings)")
  }

  @Test func paletteHasTheFiguresOfItsSpecification() {
    func tenths(_ theme: Theme, _ star: Color) -> [Int32] {
      [theme.text, theme.secondary, theme.accent, star, theme.emptyEdge, theme.thanks]
        .map { (Contrast($0, theme.background).hundredths + 5) / 10 }
    }
    #expect(tenths(.light, Theme.light.starEdge) == [144, 54, 75, 54, 33, 49])
    #expect(tenths(.dark, Theme.dark.star) == [165, 86, 74, 115, 39, 93])
  }

  /// Whatever colors a brand has: what is derived from them has contrast, and colors that are given stay.
  @Test func brandsHaveContrast() {
    var random = SplitMix64(seed: 20)
    func color() -> Color { Color(rgb: UInt32(random.next() & 0xff_ffff)) }
    for base in [Theme.light, .dark, .contrast, .classic] {
      for _ in 0..<200 {
        var brand = ThemeSettings.Brand()
        (brand.accent, brand.star) = (color(), color())
        let theme = base.with(brand)
        #expect(theme.accent == brand.accent && theme.star == brand.star && theme.background == base.background)
        #expect(Contrast(theme.accentText, theme.accent) >= .text)
        #expect(Contrast(theme.starEdge, theme.background) >= .text)
        brand.background = color()
        let ground = base.with(brand)
        #expect(!ground.isShaded || Contrast(ground.starEdge, ground.background) >= .text)
        #expect(!ground.isShaded || Contrast(ground.emptyEdge, ground.background) >= .components)
      }
      #expect(base.with(ThemeSettings.Brand()) == base)
    }
  }

  /// Faces with too little contrast are warnings with figures; an outline makes up for a pale fill.
  @Test func contrastOfStars() throws {
    func warnings(_ change: (inout Face) -> Void) throws -> [ScreenWarning] {
      var design = ScreenSheet.design(.light, KeyTests.wide)
      change(&design.slider.face)
      return try ScreenSet(stars: design, on: KeyTests.transform(KeyTests.wide), format: .xrgb8888).warnings
    }
    #expect(try warnings { $0.fill = .white }.isEmpty)
    let pale = try warnings { $0.lineWidth = .zero }
    #expect(pale.map { $0.subject } == [.face("fill"), .face("empty")])
    #expect(
      pale.first?.reason
        == "low contrast of full stars and their outline on background: 1.68 to 1; WCAG 2.2 requires 3.00 or more")
    #expect(try warnings { $0.emptyStroke = $0.empty }.map { $0.subject } == [.face("empty")])
  }

  @Test func targetSizeInMillimeters() throws {
    #expect(Metrics(Size(width: 800, height: 480)).leastTarget == 24)
    // The Raspberry Pi's 7-inch display, 154 x 86 mm: 51 px per centimeter.
    #expect(Metrics(Size(width: 800, height: 480), millimeters: (154, 86)).leastTarget == 46)
    // With pixels that are not square, the lower density counts.
    for (size, millimeters) in [((Int32(800), Int32(480)), (Int32(154), Int32(129))), ((480, 800), (129, 154))] {
      let metrics = Metrics(Size(width: size.0, height: size.1), millimeters: millimeters)
      #expect(metrics.pixelsPerCentimeter == 37)
    }
    #expect(try KioskScreens().set.warnings.isEmpty)
    #expect(try KioskScreens(320, 240).set.warnings.isEmpty)
    // A small panel: 320 px on 50 mm.
    let small = try KioskScreens(320, 240, millimeters: (width: 50, height: 37)).set.warnings
    #expect(small.contains { $0.subject == .stars && $0.reason.contains("mm") }, "\(small)")
  }

  @Test func warningsAboutTexts() throws {
    var phrases = ScreenSheet.english
    phrases.phrases[.startOver] = String(repeating: "Begin all over again ", count: 12)
    phrases.phrases[.thanks] = "謝謝"
    let faults = try KioskScreens(320, 240, languages: [phrases]).set.warnings
    #expect(
      faults.contains {
        $0.subject == .phrase(.phrase(.startOver), language: "en") && $0.reason.contains("does not fit into")
      }, "\(faults)")
    // No font has this character.
    let block = try ScreenSheet.typesetter()
      .set("\u{10FFFF}", language: "en", size: 16, smallest: 16, width: 100, height: 40)
    #expect(block.missing.count == 1)
  }
}
