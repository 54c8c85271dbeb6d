import StarSlider
import TestSupport
import Testing

@testable import Text

/// Texts in the middle of a box stand where the eye expects them, and lines have the height of their script.
@Suite struct MiddleTests {
  private static let (width, height) = (600 as Int32, 200 as Int32)

  private func set(_ text: String, _ language: String, size: Int32 = 40) throws -> TextBlock {
    try Typesetter(fonts: Noto.all).set(
      text, language: language, size: size, smallest: size, width: Self.width, height: Self.height, vertical: .middle)
  }

  /// Whether letters have accents and descenders or not, the capitals' height is centered, so words side by side share a baseline.
  @Test(arguments: ["H", "xxx", "gjpq", "ÄÖÜ", "How was it?", "Ελλάδα", "Ёжик", "10", "+"]) func capitalsAreCentered(
    text: String
  ) throws {
    for size in [12, 23, 40, 97] as [Int32] {
      let capitals = try set("H", "en", size: size).coverage.height
      let block = try set(text, "en", size: size)
      let line = try #require(block.lines.first)
      #expect(abs(2 * line.baseline - capitals - Self.height) <= 2, "\(size) px")
      #expect(abs(block.middle - Self.height / 2) <= 1)
    }
  }

  /// In scripts without capitals, the ink is centered.
  @Test(arguments: [
    ("आज हमारी सेवा कैसी थी?", "hi"), ("كيف كانت خدمتنا؟", "ar"), ("נקי", "he"), ("อาหารอร่อยไหม", "th"), ("満足", "ja"),
  ]) func inkIsCentered(text: String, language: String) throws {
    for size in [12, 23, 40, 97] as [Int32] {
      let block = try set(text, language, size: size)
      #expect(abs(2 * block.y + block.coverage.height - Self.height) <= 2, "\(size) px")
    }
  }

  /// The outer lines of several are centered together.
  @Test func linesAreCenteredTogether() throws {
    let capitals = try set("H", "en").coverage.height
    let block = try set("first\nsecond\nthird", "en")
    let (first, last) = (block.lines[0].baseline, block.lines[2].baseline)
    #expect(abs(first - capitals + last - Self.height) <= 2)
  }

  /// The ink never leaves the box, even if its middle is not the box's.
  @Test func inkStaysInBox() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for text in ["gjpq", "ÄÖÜ", "ที่ปู่", "پچ"] {
      for height in 20...60 as ClosedRange<Int32> {
        let block = try setter.set(
          text, language: "en", size: 40, smallest: 8, width: 300, height: height, vertical: .middle)
        #expect(
          block.isComplete && block.y >= 0 && block.y + block.coverage.height <= height, "\(text) in \(height) px")
        #expect(
          block.coverage
            == (try setter.set(
              text, language: "en", size: block.size, smallest: 8, width: 300, height: 200, vertical: .middle)).coverage
        )
      }
    }
  }

  /// Lines are 1.25 em apart in Latin, 1.4 em in Devanagari and 1.45 em in Arabic, unless their ink needs more.
  @Test(arguments: [("nn\nnn", "en", 125), ("नन\nनन", "hi", 140), ("نن\nنن", "ar", 145)])
  func linesHaveHeightOfScript(text: String, language: String, percent: Int32) throws {
    for size in [20, 40, 60] as [Int32] {
      let lines = try set(text, language, size: size).lines
      #expect(abs(lines[1].baseline - lines[0].baseline - size * percent / 100) <= 2, "\(size) px")
    }
  }
}
