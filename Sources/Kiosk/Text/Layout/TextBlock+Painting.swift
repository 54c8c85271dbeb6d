import StarSlider

extension TextBlock {
  /// Paints the lines of a layout.
  init(
    _ layout: TextLayout, of paragraphs: [Paragraph], in box: TextBox, collection: FontCollection
  ) throws(TextError) {
    let height = layout.lines.reduce(0 as Int32) { $0 + $1.extent.height }
    var (inner, ink) = (0 as Int32, 0 as Int32..<height)
    if let first = layout.lines.first?.extent, let last = layout.lines.last?.extent {
      let baseline = height - last.descent
      inner = (first.ascent - first.opticalTop + baseline + last.opticalBottom) / 2
      ink = first.ascent - first.inkTop..<baseline + last.inkBottom
    }
    var top: Int32 =
      switch box.vertical {
      case .top: 0
      // The ink stays in the box.
      case .middle: max(min(box.height / 2 - inner, box.height - ink.upperBound), -ink.lowerBound)
      case .bottom: box.height - height
      }
    let middle = top + inner
    var (placed, lines): ([PlacedLine], [TextLine]) = ([], [])
    for line in layout.lines {
      let paragraph = paragraphs[line.paragraph]
      let baseline = top + line.extent.ascent
      let isRightToLeft = paragraph.levels.base == 1
      placed.append(PlacedLine(line.shaped, layout.size, pen: box.pen(line.extent, isRightToLeft), baseline: baseline))
      lines.append(
        TextLine(
          start: paragraph.text.start + line.shaped.range.lowerBound,
          end: paragraph.text.start + line.shaped.range.upperBound,
          baseline: baseline, width: Int32(clamping: (line.extent.width + 32) >> 6), isRightToLeft: isRightToLeft))
      top += line.extent.height
    }
    var buffer = CoverageBuffer(placed, width: box.width, height: box.height)
    try buffer.paint(placed, layout.size, collection)
    let (coverage, x, y) = buffer.trimmed()
    var missing: [Unicode.Scalar] = []
    for paragraph in paragraphs { paragraph.text.addMissing(paragraph.fonts, collection.fonts, to: &missing) }
    self.init(
      coverage: coverage, x: x, y: y, size: layout.size, lines: lines, height: height, middle: middle,
      isComplete: layout.fits || !paragraphs.contains { $0.hasInk }, hasBrokenWords: layout.hasBrokenWords,
      missing: missing)
  }
}

/// A line at its position in the box.
struct PlacedLine {
  let shaped: ShapedLine
  /// The pen's starting position, in 1/64 px from the left.
  let pen: Int64
  /// The baseline's distance from the top, in pixels.
  let baseline: Int32
  /// The part of the box that may contain ink, in pixels; empty if nothing is painted.
  let ink: Rect<LayoutSpace>

  init(_ shaped: ShapedLine, _ size: Int32, pen: Int64, baseline: Int32) {
    self.shaped = shaped
    self.pen = pen
    self.baseline = baseline
    guard let box = shaped.ink else {
      ink = .empty
      return
    }
    func pixel(_ position: Int64) -> Int32 { Int32(clamping: position >> 6) }
    // 1/64 px more on each side, because position and outline are both rounded.
    ink = Rect(
      minX: pixel(pen + scaled(box.left, size) - 1), minY: baseline - pixel(scaled(box.top, size) + 64),
      maxX: pixel(pen + scaled(box.right, size) + 64), maxY: baseline - pixel(scaled(box.bottom, size) - 1))
  }
}
