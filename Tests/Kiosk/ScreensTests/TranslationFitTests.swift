import Foundation
import GoldenFiles
import Screens
import Settings
import StarSlider
import Testing
import Text

/// The translations on a small screen, in Debian's Noto fonts.
@Suite struct TranslationFitTests {
  static let folder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent()
  }
  .appending(path: "Sources/Kiosk/Phrases").path
  static let tags = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
    $0.hasSuffix(".ini")
  }
  .map { String($0.dropLast(4)) }

  static func phrases(_ tag: String) throws -> LocalizedPhrases {
    var builder = SettingsBuilder()
    builder.phrasesFolder = folder
    builder.read(Array("[text en]\n[text \(tag)]\n".utf8), name: "kiosk.conf")
    let settings = try builder.build { (path) throws(Diagnostic) in
      FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
    }
    let texts = settings.languages[1].phrases
    return LocalizedPhrases(
      language: tag, phrases: texts, questions: [texts[.stillThere]], reasons: [[texts[.cleaning], texts[.closed]]])
  }

  static let fonts: [FontSource] =
    ["", "Arabic", "Hebrew", "Devanagari"].map {
      .file("/usr/share/fonts/truetype/noto/NotoSans" + $0 + "-Regular.ttf")
    }
    + [.file("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")]

  /// Up to eight options are shown whole and can be touched on the smallest screens, below a heading of one line.
  @Test(arguments: tags) func eightOptionsFit(tag: String) throws {
    var phrases = try Self.phrases(tag)
    let words = [Phrase.yes, .no, .next, .done, .yes, .no, .next, .done].map { phrases.phrases[$0] }
    (phrases.questions, phrases.reasons) = ([phrases.phrases[.thanks]], [[]])
    let sizes: [Size<LayoutSpace>] = [
      Size(width: 320, height: 240), Size(width: 240, height: 320), Size(width: 480, height: 272),
    ]
    for size in sizes {
      for count in [5, 7, 8] {
        phrases.options = [Array(words[..<count])]
        var design = ScreenSheet.design(.light, size)
        design.questions = [QuestionDesign(.choice, choosesSeveral: true)]
        let screens = try ScreenSet(
          design, languages: [phrases], on: KeyTests.transform(size), format: .xrgb8888,
          typesetter: Typesetter(fonts: Self.fonts))
        let small = screens.warnings.filter {
          if case .phrase(.option, _) = $0.subject { true } else { false }
        }
        #expect(small.map { $0.reason } == [], "\(tag) \(size) \(count)")
        let screen = screens.screen(.question(0), language: 0)
        let cells = try (0..<Int32(count)).map { try #require(screen.bounds(of: .option($0))) }
        for (i, cell) in cells.enumerated() {
          #expect(min(cell.width, cell.height) >= 24 + 4 * 2)
          #expect(cells[..<i].allSatisfy { $0.intersection(cell).isEmpty })
        }
      }
    }
  }

  /// Every phrase has its glyphs and is shown whole, and a language from right to left mirrors the screen.
  @Test(arguments: tags) func everyPhraseFits(tag: String) throws {
    let phrases = try Self.phrases(tag)
    for size in [Size<LayoutSpace>(width: 320, height: 240), Size(width: 800, height: 480)] {
      var design = ScreenSheet.design(.light, size)
      design.hasService = true
      let screens = try ScreenSet(
        design, languages: [phrases, ScreenSheet.english], on: KeyTests.transform(size),
        format: .xrgb8888,
        typesetter: Typesetter(fonts: Self.fonts))
      #expect(screens.warnings.map { $0.reason } == [], "\(tag) \(size)")
      let button = try #require(screens.screen(.question(0), language: 0).bounds(of: .language(1)))
      #expect((button.minX + button.maxX < size.width) == ["ar", "he"].contains(tag), "\(tag)")
    }
  }

  /// The label of a button is not broken within a word: on a small screen, it has less space around it. A word that is still broken is
  /// warned of.
  @Test func wordsOfButtonsAreWhole() throws {
    for (label, told) in [
      ("Recommencer", []),
      (
        "Recommencements",
        ["a word is broken, because it does not fit into 98x50 px even at 12 px per em; shorten the text"]
      ),
    ] {
      var phrases = try Self.phrases("fr")
      phrases.phrases[.startOver] = label
      let size = Size<LayoutSpace>(width: 320, height: 240)
      let screens = try ScreenSet(
        ScreenSheet.design(.light, size), languages: [phrases, ScreenSheet.english], on: KeyTests.transform(size),
        format: .xrgb8888, typesetter: Typesetter(fonts: Self.fonts))
      #expect(screens.warnings.map { $0.reason } == told)
    }
  }
}
