import Foundation
import GoldenFiles
import Screens
import Settings
import StarSlider
import Survey
import Testing
import Text

/// The screen of the closed kiosk with the time of the next opening.
@Suite struct ClosedScreenTests {
  static let opening = OpeningHours.Opening(weekday: 0, minute: 480)

  /// Every translation names the days apart, and gives the time.
  @Test(arguments: TranslationFitTests.tags) func translationsNameDayAndTime(tag: String) throws {
    let phrases = try TranslationFitTests.phrases(tag).phrases
    let days: [Phrase] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
    #expect(Set(days.map { phrases[$0] }).count == 7)
    for placeholder in ["{day}", "{time}"] {
      #expect(phrases[.opens].components(separatedBy: placeholder).count == 2, "\(placeholder)")
    }
    #expect(phrases[.opens] != Phrase.opens.english && phrases[.monday] != Phrase.monday.english)
  }

  /// The line stands below the heading, which stays where it is, and inside the margins.
  @Test(arguments: TranslationFitTests.tags) func lineStandsBelowHeading(tag: String) throws {
    for (width, height) in [(320, 240), (240, 320), (800, 480), (720, 1280)] as [(Int32, Int32)] {
      let size = Size<LayoutSpace>(width: width, height: height)
      let phrases = try TranslationFitTests.phrases(tag)
      let set = try ScreenSet(
        ScreenSheet.design(.light, size), languages: [phrases], on: KeyTests.transform(size), format: .xrgb8888,
        typesetter: Typesetter(fonts: TranslationFitTests.fonts))
      func lines(_ screen: Screen) -> [Range<Int32>] {
        screen.show()
        let (pixels, _) = Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen)
        let ground = Array(pixels[0..<3])
        let inked = (0..<height).filter { y in
          (0..<width).contains { x in
            let i = Int(y * width + x) * 4
            return Array(pixels[i..<i + 3]) != ground
          }
        }
        return inked.first.map { [$0..<inked[inked.count - 1] + 1] } ?? []
      }
      let plain = try #require(lines(set.screen(.closed, language: 0)).first)
      let typesetter = try Typesetter(fonts: TranslationFitTests.fonts)
      let sign = try #require(try set.closed(until: Self.opening, language: 0, typesetter))
      let both = try #require(lines(sign).first)
      #expect(both.lowerBound == plain.lowerBound && both.upperBound > plain.upperBound, "\(size)")
      #expect(both.upperBound < height)
      let other = OpeningHours.Opening(weekday: 6, minute: 480)
      let sunday = try #require(try set.closed(until: other, language: 0, typesetter))
      func pixels(_ screen: Screen) -> [UInt8] {
        screen.show()
        return Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen).pixels
      }
      #expect(pixels(sunday) != pixels(sign))
    }
  }
}
