/// The glyphs of a line and its extent at any size.
struct ShapedLine {
  /// The range of the scalars in the paragraph.
  let range: Range<Int>
  private(set) var glyphs: [PlacedGlyph] = []
  private(set) var advance: Em = 0
  /// The highest ascent of the line's fonts.
  private(set) var ascent: Em = 0
  private(set) var descent: Em = 0
  /// The bounding box of the glyphs' control points, relative to the start of the baseline; y goes up. `nil` if nothing is painted.
  private(set) var ink: GlyphBox?

  init(range: Range<Int>) { self.range = range }

  /// Includes a font's ascent and descent in the line's height.
  mutating func include(_ font: Font) {
    ascent = max(ascent, font.ascent)
    descent = max(descent, font.descent)
  }

  /// Appends a run at the right. `clusters` are the indices of its scalars in the paragraph.
  mutating func append(_ run: [PlacedGlyph], clusters: [Int], fonts: [Font]) {
    let start = advance
    for var glyph in run {
      glyph.cluster = clusters[glyph.cluster]
      glyph.x &+= start
      glyphs.append(glyph)
      advance &+= glyph.advance
      include(fonts[glyph.font])
      let box = fonts[glyph.font].box(of: glyph.glyph)
      if box.isBlank { continue }
      let inked = GlyphBox(
        glyph: 0, left: glyph.x &+ box.left, right: glyph.x &+ box.right, bottom: glyph.y &+ box.bottom,
        top: glyph.y &+ box.top)
      ink = ink?.union(inked) ?? inked
    }
  }

  /// Returns the extent at an em of `size` pixels.
  func extent(_ size: Int32) -> LineExtent { LineExtent(self, size) }
}

extension GlyphBox {
  func union(_ other: GlyphBox) -> GlyphBox {
    GlyphBox(
      glyph: 0, left: min(left, other.left), right: max(right, other.right), bottom: min(bottom, other.bottom),
      top: max(top, other.top))
  }
}

/// The extent of a line at one size. It includes the line's advance, its fonts' heights, and any ink beyond them, with 1/64 px more for
/// rounding. If the extent of a line fits in a box, its ink does as well.
struct LineExtent {
  /// The extent from the pen's start to the left, in 1/64 px; at most 0.
  let left: Int64
  /// The extent from the pen's start to the right, in 1/64 px.
  let right: Int64
  /// The height above the baseline, in whole pixels, so that all baselines are on pixel rows.
  let ascent: Int32
  /// The depth below the baseline, in whole pixels.
  let descent: Int32

  init(_ line: ShapedLine, _ size: Int32) {
    var (left, right) = (0 as Int64, ceiling(line.advance, size))
    var (top, bottom) = (ceiling(line.ascent, size), ceiling(line.descent, size))
    if let ink = line.ink {
      left = min(left, -ceiling(0 &- ink.left, size) - 1)
      right = max(right, ceiling(ink.right, size) + 1)
      top = max(top, ceiling(ink.top, size) + 1)
      bottom = max(bottom, ceiling(0 &- ink.bottom, size) + 1)
    }
    self.left = left
    self.right = right
    ascent = Int32(clamping: (top + 63) >> 6)
    descent = Int32(clamping: (bottom + 63) >> 6)
  }

  /// The width in 1/64 px.
  var width: Int64 { right - left }
  /// The height in pixels.
  var height: Int32 { ascent + descent }
}

/// Converts a length to 1/64 px for an em of `size` pixels, rounded to nearest, with halves rounded up.
func scaled(_ length: Em, _ size: Int32) -> Int64 { (Int64(length) * Int64(size) + 512) >> 10 }

private func ceiling(_ length: Em, _ size: Int32) -> Int64 { (Int64(length) * Int64(size) + 1023) >> 10 }
