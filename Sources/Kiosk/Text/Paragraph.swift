/// What has to be known of a paragraph before its lines can be found: nothing here depends on the size.
final class Paragraph {
  let slice: TextSlice
  let levels: Levels
  /// Each scalar's font; -1 where none has it.
  let fonts: [Int]
  /// Whether a line may end behind a scalar.
  let mayEnd: [Bool]
  /// Some glyph has pixels.
  private(set) var hasInk = false
  /// How far the text moves up to each scalar when all of it stands in one line; one more than there are scalars.
  private(set) var advances: [Int64] = []

  private let language: String
  private let book: FontCollection
  /// Lines that were shaped before, by their first scalar.
  private var shaped: [[ShapedLine]]

  var scalars: [UInt32] { slice.scalars }
  var clusterStarts: [Bool] { slice.clusterStarts }

  init(
    _ slice: TextSlice, language: String, direction: TextDirection, book: FontCollection, breaks: LineBreaks
  ) throws(TextError) {
    self.slice = slice
    shaped = [[ShapedLine]](repeating: [], count: slice.scalars.count + 1)
    self.language = language
    self.book = book
    levels = try Levels(slice.scalars, direction: direction)
    mayEnd = try breaks.opportunities(
      in: slice.scalars, clusterStarts: slice.clusterStarts, language: language)
    fonts = slice.fonts(language: language, book: book)
    let whole = try line(0..<scalars.count)
    var sums = [Int64](repeating: 0, count: scalars.count + 1)
    for glyph in whole.glyphs { sums[glyph.cluster + 1] += Int64(glyph.advance) }
    for i in scalars.indices { sums[i + 1] += sums[i] }
    advances = sums
    hasInk = whole.ink != nil
  }

  /// One line's glyphs, in the order of the screen. The range has no white space at its end.
  func line(_ range: Range<Int>) throws(TextError) -> ShapedLine {
    for line in shaped[range.lowerBound] where line.range == range { return line }
    var line = ShapedLine(range: range)
    if range.isEmpty { line.add(book.fonts[0]) }
    for run in levels.runs(of: range) {
      // What only directs (rule X9) has done its work.
      var kept: [Int] = []
      for i in run.range where !isDirection(scalars[i]) { kept.append(i) }
      let text = kept.map { $0 == range.upperBound - 1 && scalars[$0] == softHyphen ? hyphen : scalars[$0] }
      let glyphs = try shape(
        text, fonts: book.fonts, fontOf: { self.drawn(kept[$0]) }, level: run.level, language: language)
      line.add(glyphs, clusters: kept, fonts: book.fonts)
    }
    shaped[range.lowerBound].append(line)
    return line
  }

  /// What no font has, the first shows its sign for.
  private func drawn(_ index: Int) -> Int { max(fonts[index], 0) }
}
