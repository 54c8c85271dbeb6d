/// A paragraph with everything that does not depend on the size: bidi levels, fonts, line break opportunities, shaped lines.
final class Paragraph {
  let text: ParagraphText
  let levels: BidiLevels
  /// The index of each scalar's font; -1 if no font has it.
  let fonts: [Int]
  /// Whether a line may end after a scalar.
  let canBreakAfter: [Bool]
  /// The advance up to each scalar with the whole paragraph on one line. There is one more element than there are scalars.
  private(set) var advances: [Int64] = []
  /// Whether any glyph is painted.
  private(set) var hasInk = false

  private let language: String
  private let collection: FontCollection
  /// The lines that have been shaped, by the index of their first scalar.
  private var shaped: [[ShapedLine]]

  var scalars: [UInt32] { text.scalars }
  var clusterStarts: [Bool] { text.clusterStarts }

  init(
    _ text: ParagraphText, language: String, direction: TextDirection, isHeading: Bool = false,
    collection: FontCollection, breaks: LineBreakOpportunities
  ) throws(TextError) {
    self.text = text
    self.language = language
    self.collection = collection
    shaped = [[ShapedLine]](repeating: [], count: text.scalars.count + 1)
    levels = try BidiLevels(text.scalars, direction: direction)
    canBreakAfter = try breaks.find(in: text.scalars, clusterStarts: text.clusterStarts, language: language)
    fonts = text.fonts(language: language, isHeading: isHeading, in: collection)
    let whole = try line(0..<scalars.count)
    var sums = [Int64](repeating: 0, count: scalars.count + 1)
    for glyph in whole.glyphs { sums[glyph.cluster + 1] += Int64(glyph.advance) }
    for i in scalars.indices { sums[i + 1] += sums[i] }
    advances = sums
    hasInk = whole.ink != nil
  }

  /// Returns a shaped line. The range must not end with white space.
  func line(_ range: Range<Int>) throws(TextError) -> ShapedLine {
    for line in shaped[range.lowerBound] where line.range == range { return line }
    var line = ShapedLine(range: range)
    if range.isEmpty { line.include(collection.fonts[0]) }
    for run in levels.runs(of: range) {
      // Bidi controls have no effect after the levels are known (rule X9).
      let kept = run.range.filter { !isBidiControl(scalars[$0]) }
      let text = kept.map { $0 == range.upperBound - 1 && scalars[$0] == softHyphen ? hyphen : scalars[$0] }
      // The first font draws its missing-glyph box for characters without a font.
      let glyphs = try shape(
        text, fonts: collection.fonts, fontOf: { max(self.fonts[kept[$0]], 0) }, level: run.level, language: language)
      line.append(glyphs, clusters: kept, of: scalars, fonts: collection.fonts)
    }
    shaped[range.lowerBound].append(line)
    return line
  }

  /// Returns the end of a range without the white space at its end.
  func trimmedEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound && isSpace(scalars[end - 1]) { end -= 1 }
    return end
  }
}
