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
          "low contrast of thanks on background: 2.59 to 1; WCAG 2.2 requires 3.00 or more")
      ])
  }

  @Test func contrast() {
    #expect(Contrast(.black, .white).ratio == "21.00")
    #expect(Contrast(.white, .white).ratio == "1.00")
    // WebAIM's checker has the same values.
    #expect(Contrast(Color(rgb: 0x76_7676), .white).ratio == "4.54")
    #expect(Contrast(Color(rgb: 0x77_7777), .white).ratio == "4.47")
    #expect(Theme.light.warnings.isEmpty && Theme.contrast.warnings.isEmpty)
    var pale = Theme.light
    pale.text = Color(rgb: 0xaa_aaaa)
    #expect(
      pale.warnings == [
        ScreenWarning(
          .colors("text", on: "background"),
          "low contrast of text on background: 2.32 to 1; WCAG 2.2 requires 4.50 or more")
      ])
  }

  @Test func targetSizeInMillimetres() throws {
    #expect(Metrics(Size(width: 800, height: 480)).leastTarget == 24)
    // The Raspberry Pi's 7-inch display, 154 x 86 mm: 51 px per centimetre.
    #expect(Metrics(Size(width: 800, height: 480), millimetres: (154, 86)).leastTarget == 46)
    // With pixels that are not square, the lower density counts.
    for (size, millimetres) in [((Int32(800), Int32(480)), (Int32(154), Int32(129))), ((480, 800), (129, 154))] {
      let metrics = Metrics(Size(width: size.0, height: size.1), millimetres: millimetres)
      #expect(metrics.pixelsPerCentimetre == 37)
    }
    #expect(try KioskScreens().set.warnings.isEmpty)
    #expect(try KioskScreens(320, 240).set.warnings.isEmpty)
    // A small panel: 320 px on 50 mm.
    let small = try KioskScreens(320, 240, millimetres: (width: 50, height: 37)).set.warnings
    #expect(small.contains { $0.subject == .stars && $0.reason.contains("mm") }, "\(small)")
  }

  @Test func warningsAboutTexts() throws {
    var phrases = ScreenSheet.english
    phrases.startOver = String(repeating: "Begin all over again ", count: 12)
    phrases.thanks = "謝謝"
    let faults = try KioskScreens(320, 240, languages: [phrases]).set.warnings
    #expect(
      faults.contains {
        $0.subject == .phrase(.startOver, language: "en") && $0.reason.contains("does not fit into")
      }, "\(faults)")
    // No font has this character.
    let block = try ScreenSheet.typesetter()
      .set("\u{10FFFF}", language: "en", size: 16, smallest: 16, width: 100, height: 40)
    #expect(block.missing.count == 1)
  }
}
