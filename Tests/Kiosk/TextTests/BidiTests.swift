import TestSupport
import Testing

@testable import Text

/// The visual order of text (UAX #9).
@Suite struct BidiTests {
  /// Loads the libraries, whatever suites run before.
  init() throws { _ = try Typesetter(fonts: Noto.all) }

  /// Returns the characters of one line from left to right.
  private func visual(_ text: String, _ direction: TextDirection) throws -> String {
    let content = scalars(text)
    let levels = try BidiLevels(content, direction: direction)
    var order = String.UnicodeScalarView()
    for run in levels.runs(of: content.indices) {
      let range = run.level & 1 == 1 ? Array(run.range.reversed()) : Array(run.range)
      for i in range { order.append(Unicode.Scalar(content[i])!) }
    }
    return String(order)
  }

  /// Uses Hebrew, whose letters do not join, so that the expectations are readable.
  @Test func ordersOfWords() throws {
    #expect(try visual("abc אבג def", .leftToRight) == "abc גבא def")
    #expect(try visual("abc אבג def", .rightToLeft) == "def גבא abc")
    #expect(try visual("אבג 123 abc", .automatic) == "abc 123 גבא")
    #expect(try visual("אבג 10-20, דה", .automatic) == "הד ,10-20 גבא")
    // HarfBuzz mirrors the brackets.
    #expect(try visual("abc (אבג) def", .rightToLeft) == "def )גבא( abc")
    #expect(try visual("123", .automatic) == "123")
    #expect(try visual("a \u{2067}אב c\u{2069} d", .leftToRight) == "a \u{2067}c בא\u{2069} d")
  }

  @Test func directionsOfParagraphs() throws {
    #expect(try BidiLevels(scalars("123 אב"), direction: .automatic).base == 1)
    #expect(try BidiLevels(scalars("123 ab אב"), direction: .automatic).base == 0)
    #expect(try BidiLevels(scalars("123"), direction: .automatic).base == 0)
    #expect(try BidiLevels([], direction: .rightToLeft).base == 1)
    let setter = try Typesetter(fonts: Noto.all)
    let block = try setter.set(
      "abc\nكيف\n123", language: "ar", size: 20, smallest: 20, width: 200, height: 200)
    #expect(block.lines.map(\.isRightToLeft) == [false, true, false])
  }

  /// Compares with a literal implementation of rule L2.
  @Test func reversesByRuleL2() throws {
    var random = SplitMix64(seed: 62)
    let alphabet = scalars("ab12 אבגشقك١٢٣()-,.") + [0x202a, 0x202b, 0x202c, 0x202e, 0x2066, 0x2067, 0x2069, 0x200f]
    for _ in 0..<3_000 {
      let text = (0..<random.int32(in: 1...24)).map { _ in random.element(of: alphabet) }
      let levels = try BidiLevels(text, direction: random.element(of: [.automatic, .leftToRight, .rightToLeft]))
      let start = Int(random.int32(in: 0...Int32(text.count - 1)))
      let end = Int(random.int32(in: Int32(start + 1)...Int32(text.count)))
      var expected = Array(start..<end)
      let highest = Int(levels.levels[start..<end].max()!)
      if let lowestOdd = levels.levels[start..<end].filter({ $0 & 1 == 1 }).min() {
        for level in stride(from: highest, through: Int(lowestOdd), by: -1) {
          var i = 0
          while i < expected.count {
            var j = i
            while j < expected.count && Int(levels.levels[expected[j]]) >= level { j += 1 }
            if j > i { expected[i..<j].reverse() }
            i = max(j, i + 1)
          }
        }
      }
      let actual = levels.runs(of: start..<end).flatMap { run in
        run.level & 1 == 1 ? Array(run.range.reversed()) : Array(run.range)
      }
      #expect(actual == expected)
    }
  }

  /// Digits and Latin words in an Arabic line.
  @Test func arabicWithDigitsAndLatin() throws {
    let text = "قيم 123 abc خدمة"
    let collection = try FontCollection(Noto.all)
    let slice = ParagraphText.paragraphs(of: text)[0]
    let paragraph = try Paragraph(
      slice, language: "ar", direction: .automatic, collection: collection, breaks: LineBreakOpportunities())
    let line = try paragraph.line(0..<slice.scalars.count)
    let clusters = line.glyphs.map(\.cluster)
    let expected = [15, 14, 13, 12, 11, 8, 9, 10, 7, 4, 5, 6, 3, 2, 1, 0]
    #expect(clusters == expected)
    #expect(line.glyphs.map(\.x) == line.glyphs.map(\.x).sorted())
  }

  /// A line break inside an isolate does not change its levels.
  @Test func levelsDoNotDependOnLines() throws {
    let content = scalars("אב \u{2066}abc def\u{2069} גד")
    let levels = try BidiLevels(content, direction: .rightToLeft)
    let cut = content.firstIndex(of: 0x64)!
    let second = levels.runs(of: cut..<content.count).map { ($0.range.lowerBound, $0.level) }
    #expect(second.map(\.1) == [1, 2] && second[1].0 == cut)
  }
}
