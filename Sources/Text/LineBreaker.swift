/// A line that was found: where it ends, and where the next one begins.
struct FoundLine {
  let paragraph: Int
  let shaped: ShapedLine
  let extent: LineExtent
}

/// All lines of a text at one size.
struct Layout {
  let size: Int32
  private(set) var lines: [FoundLine] = []
  private(set) var hasBrokenWords = false
  /// No line is wider than the box.
  private(set) var isNarrowEnough = true
  /// Pixels.
  private(set) var height: Int64 = 0

  /// Fills line by line, each with as many words as it holds; `breaksWords` cuts those that are wider than the box, else
  /// they end the search.
  init(_ paragraphs: [Paragraph], size: Int32, width: Int32, breaksWords: Bool) throws(TextError) {
    self.size = size
    for (number, paragraph) in paragraphs.enumerated() {
      var start = 0
      repeat {
        let (shaped, next) = try fill(paragraph, from: start, width: Int64(width) * 64, breaksWords)
        let extent = shaped.extent(size)
        if extent.width > Int64(width) * 64 { isNarrowEnough = false }
        if !isNarrowEnough && !breaksWords { return }
        lines.append(FoundLine(paragraph: number, shaped: shaped, extent: extent))
        height += Int64(extent.height)
        start = next
      } while start < paragraph.scalars.count
    }
  }

  /// The line that begins at `start`, and where the next one does. The advances of the paragraph as one line say about how
  /// much fits; what is taken was shaped and measured by itself, since a line's end may change its glyphs.
  private mutating func fill(
    _ paragraph: Paragraph, from start: Int, width: Int64, _ breaksWords: Bool
  ) throws(TextError) -> (line: ShapedLine, next: Int) {
    let count = paragraph.scalars.count
    if start == count { return (try paragraph.line(start..<start), count) }
    // Breaks behind which the line would still fit, at least one.
    var ends: [Int] = []
    for i in start..<count where paragraph.mayEnd[i] || i == count - 1 {
      if !ends.isEmpty && !fitsAbout(paragraph, start..<(i + 1), width) { break }
      ends.append(i + 1)
    }
    while let end = ends.popLast() {
      let line = try paragraph.line(start..<paragraph.inkEnd(start..<end))
      if line.extent(size).width <= width { return (line, end) }
      if ends.isEmpty {
        return breaksWords ? try cut(paragraph, start..<end, width: width) : (line, end)
      }
    }
    return (try paragraph.line(start..<start), count)
  }

  /// As many clusters of a word as fit, at least one.
  private mutating func cut(
    _ paragraph: Paragraph, _ word: Range<Int>, width: Int64
  ) throws(TextError) -> (line: ShapedLine, next: Int) {
    hasBrokenWords = true
    var ends: [Int] = []
    for end in (word.lowerBound + 1)...word.upperBound
    where end == word.upperBound || paragraph.clusterStarts[end] {
      if !ends.isEmpty && !fitsAbout(paragraph, word.lowerBound..<end, width) { break }
      ends.append(end)
    }
    while true {
      let end = ends.removeLast()
      let line = try paragraph.line(word.lowerBound..<paragraph.inkEnd(word.lowerBound..<end))
      if ends.isEmpty || line.extent(size).width <= width { return (line, end) }
    }
  }

  private func fitsAbout(_ paragraph: Paragraph, _ range: Range<Int>, _ width: Int64) -> Bool {
    let end = paragraph.inkEnd(range)
    let advance = paragraph.advances[end] - paragraph.advances[range.lowerBound]
    return advance * Int64(size) <= width << 10
  }
}

extension Paragraph {
  /// The end of a range without the white space that it ends with.
  func inkEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound && isSpace(scalars[end - 1]) { end -= 1 }
    return end
  }
}
