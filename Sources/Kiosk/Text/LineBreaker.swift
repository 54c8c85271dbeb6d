/// A line that was found: where it ends, and where the next one begins.
struct FoundLine {
  let paragraph: Int
  let shaped: ShapedLine
  let extent: LineExtent
}

/// The lines of a text at one size.
struct Layout {
  let size: Int32
  private(set) var lines: [FoundLine] = []
  private(set) var hasBrokenWords = false
  /// No line is wider than the box, and all together are no higher. If not, lines are missing from where that was seen.
  private(set) var fits = true

  /// Fills line by line, each with as many words as it holds; `breaksWords` cuts those that are wider than the box, else
  /// one of them ends the search.
  init(_ paragraphs: [Paragraph], size: Int32, in box: Box, breaksWords: Bool) throws(TextError) {
    self.size = size
    let width = Int64(box.width) * 64
    // Pixels; each line at most some 2^31.
    var height: Int64 = 0
    for (number, paragraph) in paragraphs.enumerated() {
      var start = 0
      repeat {
        let (shaped, next) = try fill(paragraph, from: start, width: width, breaksWords)
        let extent = shaped.extent(size)
        height += Int64(extent.height)
        if extent.width > width || height > Int64(box.height) { fits = false }
        // What is too high ends here; what is too wide is cut off where words may be broken.
        if height > Int64(box.height) || (!fits && !breaksWords) { return }
        lines.append(FoundLine(paragraph: number, shaped: shaped, extent: extent))
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
