import GoldenFiles
import StarSlider
import TestSupport
import Testing
import Text

@testable import Screens

/// The weight of a text's strokes, whatever its colors.
@Suite struct TextWeightTests {
  /// Returns the ink of a word that is drawn in two colors, as a share of its coverage: 1 if every pixel looks as dark, or as bright, as it
  /// is covered. The eye's scale is the sRGB code of a pixel's brightness.
  static func weight(_ text: Color, on ground: Color, size: Int32, format: PixelFormat = .xrgb8888) throws -> Double {
    let block = try ScreenSheet.typesetter()
      .set("weight", language: "en", size: size, smallest: size, width: 200, height: 60)
    let bounds = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: 200, maxY: 60)
    let transform = ScreenTransform(physical: Size(width: 200, height: 60), rotation: .none)
    let mask = PlacedMask(block, in: bounds, through: transform)
    let canvas = Canvas(transform: transform, format: format, theme: .light, ring: 2)
    let pitch = 200 * Int(format.bytesPerPixel)
    var memory = [UInt8](repeating: 0, count: pitch * 60)
    return memory.withUnsafeMutableBytes { bytes in
      let surface = Surface(base: bytes.baseAddress!, pitch: pitch, size: Size(width: 200, height: 60), format: format)
      surface.fill(surface.bounds, with: ground)
      mask.paint(text, over: ground, canvas, on: surface)
      var drawn = 0.0
      for y in 0..<60 as Range<Int32> {
        for x in 0..<200 as Range<Int32> {
          drawn += Double(surface.color(x: x, y: y).gray.red) - Double(ground.gray.red)
        }
      }
      let covered = block.coverage.bytes.reduce(0.0) { $0 + Double($1) / 255 }
      return drawn / (Double(text.gray.red) - Double(ground.gray.red)) / covered
    }
  }

  /// Mixed in linear light, black text of 12 px had 0.62 of its weight, and white text 1.40.
  @Test(arguments: [12, 16, 24, 40] as [Int32])
  func darkOnLightAndLightOnDarkWeighTheSame(size: Int32) throws {
    let pairs: [(Color, Color)] = [
      (.black, .white), (Theme.light.text, Theme.light.background), (Theme.light.accentText, Theme.light.accent),
      (Theme.contrast.accentText, Theme.contrast.accent), (Color(rgb: 0xff_2020), Color(rgb: 0x20_30ff)),
      (Color(rgb: 0x60_6060), Color(rgb: 0x40_4040)),
    ]
    for (a, b) in pairs {
      for (text, ground) in [(a, b), (b, a)] {
        let weight = try Self.weight(text, on: ground, size: size)
        #expect(abs(weight - 1) < 0.03, "\(text) on \(ground): \(weight)")
      }
    }
  }

  /// A text as bright as its ground is still painted.
  @Test func equalBrightnessKeepsTheCoverage() {
    let bytes = [UInt8](0...255)
    let picture = CoveragePicture(width: 256, height: 1, bytes: bytes)
    let (text, ground) = (Color(rgb: 0xff_0000), Color(rgb: 0xff_0000).gray)
    var memory = [UInt32](repeating: 0, count: 256)
    memory.withUnsafeMutableBytes { memory in
      let surface = Surface(
        base: memory.baseAddress!, pitch: 1024, size: Size(width: 256, height: 1), format: .xrgb8888)
      surface.fill(surface.bounds, with: ground)
      surface.paint(picture, x: 0, y: 0, CoverageRamp(text, over: ground, isText: true, surface.format))
      #expect(surface.color(x: 255, y: 0) == text && surface.color(x: 0, y: 0) == ground)
      #expect((1..<256).allSatisfy { surface.color(x: $0, y: 0).red >= surface.color(x: $0 - 1, y: 0).red })
    }
  }

  /// The strength is counted. Sorting the pixels gives the same.
  @Test func strengthIsTheMeanOfTheStrongestTenth() throws {
    func sorted(_ bytes: [UInt8]) -> UInt8 {
      let covered = bytes.filter { $0 != 0 }.sorted(by: >)
      let strongest = covered.prefix((covered.count + 9) / 10)
      return strongest.isEmpty ? 255 : UInt8(strongest.reduce(0) { $0 + Int($1) } / strongest.count)
    }
    var numbers = SplitMix64(seed: 22)
    for length in [0, 1, 2, 9, 10, 11, 99, 1000] {
      for most in [0, 1, 2, 40, 255] as [UInt8] {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...most, using: &numbers) }
        let picture = CoveragePicture(width: Int32(length), height: 1, bytes: bytes)
        #expect(picture.strength == sorted(bytes), "\(length) pixels up to \(most)")
      }
    }
    let block = try ScreenSheet.typesetter()
      .set("How was our service?", language: "en", size: 32, smallest: 32, width: 400, height: 60)
    #expect(block.coverage.strength == sorted(block.coverage.bytes))
  }

  /// All texts of all screens have at least 12 px, on small screens, too.
  @Test(arguments: [(320, 240), (240, 320), (480, 272), (800, 480)] as [(Int32, Int32)])
  func allTextsHave12PixelsAndFit(width: Int32, height: Int32) throws {
    let size = Size<LayoutSpace>(width: width, height: height)
    let transform = ScreenTransform(physical: Size(width: width, height: height), rotation: .none)
    let design = ScreenSheet.design(.light, size)
    let canvas = Canvas(transform: transform, format: .xrgb8888, theme: .light, ring: design.metrics.ring)
    let builder = ScreenBuilder(canvas, design.metrics, try ScreenSheet.typesetter())
    let sliders = SliderBuilder(design, on: transform, format: .xrgb8888) { _ in
      Stack(design.metrics, .row(stars: 5, words: false), isRightToLeft: false).placesForStars(ring: canvas.ring)
    }
    let languages = [ScreenSheet.english, ScreenSheet.arabic]
    _ = try builder.languageScreen(languages)
    for phrases in languages {
      for isRightToLeft in [false, true] {
        let local = Localization(
          phrases: phrases, isRightToLeft: isRightToLeft, hasStarWords: false, reversesStars: false)
        _ = try builder.localizedScreens(local, design, sliders)
      }
    }
    #expect(builder.texts.count > 60)
    #expect(builder.texts.allSatisfy { $0.size >= 12 }, "\(builder.texts.map(\.size))")
    // On the narrow screen the Arabic words do not fit.
    if width > 240 { #expect(builder.warnings.isEmpty, "\(builder.warnings)") }
  }

  /// Colors that just suffice are too weak in small text, whose strokes are thinner than a pixel, and suffice in large text.
  @Test func contrastIsMeasuredInTheStrokes() throws {
    func warnings(_ theme: Theme, _ width: Int32, _ height: Int32) throws -> [String] {
      try KioskScreens(width, height, theme: theme, languages: [ScreenSheet.english], hasService: false).set.warnings
        .map(\.reason)
    }
    var weak = Theme.classic
    weak.text = Color(rgb: 0x76_7676)
    let found = try warnings(weak, 320, 240)
    try #require(found.count == 1, "\(found)")
    #expect(found[0].hasPrefix("low contrast of text on background: 3."), "\(found)")
    #expect(
      found[0].hasSuffix(" to 1 in the strokes of text of 12 px; WCAG 2.2 requires 4.50 or more"), "\(found)")
    #expect(try warnings(weak, 1920, 1080).isEmpty)
    for theme in [Theme.light, .dark, .contrast, .classic] { #expect(try warnings(theme, 320, 240).isEmpty) }
  }
}
