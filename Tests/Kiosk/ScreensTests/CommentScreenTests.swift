import GoldenFiles
import Settings
import StarSlider
import Survey
import Testing
import Text

@testable import Screens

/// The screen of a comment beside the thank-you screen whose code it takes over.
@Suite struct CommentScreenTests {
  static func screens(_ width: Int32, _ height: Int32, _ kind: QuestionKind, bytes: Int) throws -> ScreenSet {
    let size = Size<LayoutSpace>(width: width, height: height)
    var design = ScreenSheet.design(.light, size)
    design.questions = [QuestionDesign(kind), QuestionDesign(.stars)]
    design.code = String(repeating: "x", count: bytes)
    return try ScreenSet(
      design, languages: [ScreenSheet.english, ScreenSheet.arabic], on: KeyTests.transform(size), format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
  }

  private static func code(_ screen: Screen) -> Rect<LayoutSpace>? {
    screen.widgets.first { $0 is CodeWidget }?.bounds
  }

  /// The modules of the code are as large, however long the address, and nothing covers anything else.
  @Test(arguments: ScreenTests.sizes) func theCodeIsAsLarge(width: Int32, height: Int32) throws {
    for bytes in [30, 60, 90, 140, CommentAddress.longest] {
      let comment = try Self.screens(width, height, .comment, bytes: bytes)
      let thanks = try Self.screens(width, height, .stars, bytes: bytes)
      for language in [0, 1] as [Int32] {
        let screen = comment.screen(.question(0), language: language)
        let code = try #require(Self.code(screen))
        #expect(code.size == Self.code(thanks.screen(.thanks, language: language))?.size, "\(bytes)")
        #expect(screen.hasCode && !comment.screen(.thanks, language: language).hasCode)
        for (i, widget) in screen.widgets.enumerated() {
          #expect(Rect(Size<LayoutSpace>(width: width, height: height)).contains(widget.bounds))
          for other in screen.widgets[..<i] {
            #expect(widget.bounds.intersection(other.bounds).isEmpty, "\(bytes) \(language) \(i)")
          }
        }
      }
    }
  }
}
