/// The lines of a text at one size.
struct TextLayout {
  struct Line {
    let paragraph: Int
    let shaped: ShapedLine
    let extent: LineExtent
  }

  let size: Int32
  private(set) var lines: [Line] = []
  private(set) var hasBrokenWords = false
  /// Whether no line is wider than the box and all lines together are not higher. Otherwise lines may be missing.
  private(set) var fits = true

  /// Fills line after line with as many words as fit. `breaksWords` breaks words that are wider than the box; without it, the layout
  /// ends at such a word.
  init(_ paragraphs: [Paragraph], size: Int32, in box: TextBox, breaksWords: Bool) throws(TextError) {
    self.size = size
    let width = Int64(box.width) * 64
    var height: Int64 = 0
    for (number, paragraph) in paragraphs.enumerated() {
      var start = 0
      repeat {
        let (shaped, next) = try fill(paragraph, from: start, width: width, breaksWords)
        let extent = shaped.extent(size)
        height += Int64(extent.height)
        if extent.width > width || height > Int64(box.height) { fits = false }
        // With `breaksWords`, a line that is too wide is kept and clipped.
        if height > Int64(box.height) || (!fits && !breaksWords) { return }
        lines.append(Line(paragraph: number, shaped: shaped, extent: extent))
        start = next
      } while start < paragraph.scalars.count
    }
  }

  /// Returns the line that begins at `start`, and the start of the next one.
  ///
  /// The advances in the unbroken paragraph limit the candidates. The chosen line is shaped and measured by itself, because glyphs
  /// may differ at its end.
  private mutating func fill(
    _ paragraph: Paragraph, from start: Int, width: Int64, _ breaksWords: Bool
  ) throws(TextError) -> (line: ShapedLine, next: Int) {
    let count = paragraph.scalars.count
    if start == count { return (try paragraph.line(start..<start), count) }
    let (line, end) = try longest(paragraph, in: start..<count, width: width) { paragraph.canBreakAfter[$0 - 1] }
    if line.extent(size).width <= width || !breaksWords { return (line, end) }
    // Not even the first word fits, so it is broken between clusters.
    hasBrokenWords = true
    return try longest(paragraph, in: start..<end, width: width) { paragraph.clusterStarts[$0] }
  }

  /// Returns the longest line at the start of a range that fits, or the shortest one if none fits. A line may end before an index for which
  /// `canEnd` returns `true`, and at the end of the range.
  private func longest(
    _ paragraph: Paragraph, in range: Range<Int>, width: Int64, canEnd: (Int) -> Bool
  ) throws(TextError) -> (line: ShapedLine, next: Int) {
    let start = range.lowerBound
    var ends: [Int] = []
    for end in (start + 1)...range.upperBound where end == range.upperBound || canEnd(end) {
      if !ends.isEmpty && !probablyFits(paragraph, start..<end, width) { break }
      ends.append(end)
    }
    while true {
      let end = ends.removeLast()
      let line = try paragraph.line(start..<paragraph.trimmedEnd(start..<end))
      if ends.isEmpty || line.extent(size).width <= width { return (line, end) }
    }
  }

  private func probablyFits(_ paragraph: Paragraph, _ range: Range<Int>, _ width: Int64) -> Bool {
    let end = paragraph.trimmedEnd(range)
    let advance = paragraph.advances[end] - paragraph.advances[range.lowerBound]
    return advance * Int64(size) <= width << 10
  }
}
