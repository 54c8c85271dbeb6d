import Foundation
import Geometry
import GoldenFiles
import Screens
import Settings
import Testing
import Text

/// The translations on a small screen, in Debian's Noto fonts.
@Suite struct TranslationFitTests {
  static let folder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent()
  }
  .appending(path: "Sources/Kiosk/Phrases").path
  static let tags = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.map { String($0.dropLast(4)) } ?? []

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

  /// Every phrase has its glyphs and is shown whole, and a language from right to left mirrors the screen.
  @Test(arguments: tags) func everyPhraseFits(tag: String) throws {
    let noto = "/usr/share/fonts/truetype/noto/NotoSans"
    let fonts: [FontSource] = ["", "Arabic", "Hebrew", "Devanagari"].map { .file(noto + $0 + "-Regular.ttf") }
    let phrases = try Self.phrases(tag)
    for size in [Size<LayoutSpace>(width: 320, height: 240), Size(width: 800, height: 480)] {
      let screens = try ScreenSet(
        ScreenSheet.design(.light, size), languages: [phrases, ScreenSheet.english], on: KeyTests.transform(size),
        format: .xrgb8888,
        typesetter: Typesetter(fonts: fonts + [.file("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")]))
      #expect(screens.warnings.map { $0.reason } == [], "\(tag) \(size)")
      let button = try #require(screens.screen(.question(0), language: 0).bounds(of: .startOver))
      #expect((button.minX + button.maxX > size.width) == ["ar", "he"].contains(tag), "\(tag)")
    }
  }
}
