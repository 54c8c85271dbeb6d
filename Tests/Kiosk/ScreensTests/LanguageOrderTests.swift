import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import Testing

/// Languages that are made one after the other are those that are made at once.
@Suite struct LanguageOrderTests {
  private static let languages = [ScreenSheet.english, ScreenSheet.arabic, ScreenSheet.english]

  private func set(all: Bool, _ width: Int32 = 480, _ height: Int32 = 272) throws -> ScreenSet {
    let transform = ScreenTransform(physical: Size(width: width, height: height), rotation: .none)
    return try ScreenSet(
      ScreenSheet.design(.light, transform.layout), languages: Self.languages, on: transform, format: .xrgb8888,
      typesetter: ScreenSheet.typesetter(), all: all)
  }

  private func picture(_ screen: Screen) -> [UInt8] {
    screen.show()
    screen.slider?.set(nil)
    return Buffers(1, Size(width: 480, height: 272), .xrgb8888).paint(screen).pixels
  }

  @Test func picturesAreTheSame() throws {
    let (whole, gradual) = (try set(all: true), try set(all: false))
    for made in 1...3 as ClosedRange<Int32> {
      for language in 0..<3 as Range<Int32> {
        #expect(gradual.has(language: language) == (language < made))
        #expect(whole.has(language: language))
      }
      for view in KioskScreens.views {
        let (one, other) = (
          picture(whole.screen(view, language: made - 1)), picture(gradual.screen(view, language: made - 1))
        )
        #expect(one == other, "\(view) in language \(made - 1)")
      }
      let remains = try gradual.makeNextLanguage()
      #expect(remains == (made < 2))
    }
    #expect(try !gradual.makeNextLanguage())
  }

  /// A screen too small for its texts is judged once all languages are made, and then as usual.
  @Test func warningsComeLast() throws {
    let (whole, gradual) = (try set(all: true, 160, 100), try set(all: false, 160, 100))
    #expect(gradual.warnings.isEmpty)
    while try gradual.makeNextLanguage() {}
    #expect(!whole.warnings.isEmpty && gradual.warnings == whole.warnings)
    #expect(gradual.warnings == whole.warnings)
  }
}
