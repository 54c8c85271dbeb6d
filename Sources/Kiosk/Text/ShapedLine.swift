/// A line's glyphs, and what they take at any size.
struct ShapedLine {
  /// Which scalars of its paragraph.
  let range: Range<Int>
  private(set) var glyphs: [PlacedGlyph] = []
  /// From the first pen position to the last.
  private(set) var advance: Em = 0
  /// By the fonts that are in the line.
  private(set) var ascent: Em = 0
  private(set) var descent: Em = 0
  /// What the glyphs' control points span, from the first pen position on the baseline; y goes up. Nil: there is no ink.
  private(set) var ink: GlyphBox?

  init(range: Range<Int>) { self.range = range }

  /// A font that counts for the height.
  mutating func add(_ font: Font) {
    ascent = max(ascent, font.ascent)
    descent = max(descent, font.descent)
  }

  /// A run, to the right of what is there; `clusters` are the numbers of its scalars in the paragraph.
  mutating func add(_ run: [PlacedGlyph], clusters: [Int], fonts: [Font]) {
    for var glyph in run {
      glyph = PlacedGlyph(
        glyph: glyph.glyph, font: glyph.font, cluster: clusters[glyph.cluster], x: glyph.x &+ advance, y: glyph.y,
        advance: glyph.advance)
      glyphs.append(glyph)
      add(fonts[glyph.font])
      let box = fonts[glyph.font].box(of: glyph.glyph)
      if box.isBlank { continue }
      let placed = GlyphBox(
        glyph: 0, left: glyph.x &+ box.left, right: glyph.x &+ box.right, bottom: glyph.y &+ box.bottom,
        top: glyph.y &+ box.top)
      ink = ink.map { $0.union(placed) } ?? placed
    }
    for glyph in run { advance &+= glyph.advance }
  }

  /// Its place in pixels at an em of `size` pixels.
  func extent(_ size: Int32) -> LineExtent { LineExtent(self, size) }
}

extension GlyphBox {
  func union(_ other: GlyphBox) -> GlyphBox {
    GlyphBox(
      glyph: 0, left: min(left, other.left), right: max(right, other.right), bottom: min(bottom, other.bottom),
      top: max(top, other.top))
  }
}

/// A line's room at one size. Ink counts where it leaves its line's advance or its fonts' heights, with 1/64 px around it for
/// what rounding may move: what fits by this is painted within.
struct LineExtent {
  /// From the pen's start to the left, 1/64 px, 0 or less.
  let left: Int64
  /// From the pen's start to the right, 1/64 px.
  let right: Int64
  /// Above the baseline, whole pixels: baselines stand on them, so that all lines look alike.
  let ascent: Int32
  /// Below the baseline, whole pixels.
  let descent: Int32

  init(_ line: ShapedLine, _ size: Int32) {
    var (left, right) = (0 as Int64, ceiling(line.advance, size))
    var (top, bottom) = (ceiling(line.ascent, size), ceiling(line.descent, size))
    if let ink = line.ink {
      left = min(left, -ceiling(-ink.left, size) - 1)
      right = max(right, ceiling(ink.right, size) + 1)
      top = max(top, ceiling(ink.top, size) + 1)
      bottom = max(bottom, ceiling(-ink.bottom, size) + 1)
    }
    self.left = left
    self.right = right
    ascent = Int32(clamping: (top + 63) >> 6)
    descent = Int32(clamping: (bottom + 63) >> 6)
  }

  /// 1/64 px.
  var width: Int64 { right - left }
  /// Pixels.
  var height: Int32 { ascent + descent }
}

/// A length at an em of `size` pixels, 1/64 px: 65536 em make `size` * 64 of them. To nearest, halves up.
func scaled(_ length: Em, _ size: Int32) -> Int64 { (Int64(length) * Int64(size) + 512) >> 10 }

private func ceiling(_ length: Em, _ size: Int32) -> Int64 { (Int64(length) * Int64(size) + 1023) >> 10 }
