/// The glyphs of a line and its extent at any size.
struct ShapedLine {
  /// The range of the scalars in the paragraph.
  let range: Range<Int>
  private(set) var glyphs: [PlacedGlyph] = []
  private(set) var advance: Em = 0
  /// The highest ascent of the line's fonts, scaled to the line heights of its scripts.
  private(set) var ascent: Em = 0
  private(set) var descent: Em = 0
  /// What the eye takes for the line's top and bottom, relative to the baseline; y goes up. It is the height of capitals in Latin, Greek and
  /// Cyrillic, whatever letters the line has, and the ink in other scripts.
  private(set) var (opticalTop, opticalBottom): (Em, Em) = (0, 0)
  /// The bounding box of the glyphs' control points, relative to the start of the baseline; y goes up. `nil` if nothing is painted.
  private(set) var ink: GlyphBox?

  init(range: Range<Int>) { self.range = range }

  /// Includes a font's ascent and descent in the line's height, scaled to the line height of the character's script.
  mutating func include(_ font: Font, for scalar: UInt32 = 0x20) {
    let (whole, height) = (max(Int64(font.ascent) + Int64(font.descent), 1), Int64(lineHeight(of: scalar)))
    ascent = max(ascent, Em(clamping: Int64(font.ascent) * height / whole))
    descent = max(descent, Em(clamping: Int64(font.descent) * height / whole))
  }

  /// Appends a run at the right. `clusters` are the indices of its scalars in the paragraph.
  mutating func append(_ run: [PlacedGlyph], clusters: [Int], of scalars: [UInt32], fonts: [Font]) {
    let start = advance
    for var glyph in run {
      glyph.cluster = clusters[glyph.cluster]
      glyph.x &+= start
      glyphs.append(glyph)
      advance &+= glyph.advance
      let (font, scalar) = (fonts[glyph.font], scalars[glyph.cluster])
      include(font, for: scalar)
      let box = font.box(of: glyph.glyph)
      if box.isBlank { continue }
      let hasCapitals = standsWithCapitals(scalar)
      opticalTop = max(opticalTop, hasCapitals ? font.capitalHeight : glyph.y &+ box.top)
      if !hasCapitals { opticalBottom = min(opticalBottom, glyph.y &+ box.bottom) }
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
  /// The height and the depth of the ink, in whole pixels, at most `ascent` and `descent`.
  let (inkTop, inkBottom): (Int32, Int32)
  /// The height of `ShapedLine.opticalTop` above the baseline and the depth of `opticalBottom` below it, in pixels.
  let (opticalTop, opticalBottom): (Int32, Int32)

  init(_ line: ShapedLine, _ size: Int32) {
    var (left, right) = (0 as Int64, ceiling(line.advance, size))
    var (top, bottom) = (0 as Int64, 0 as Int64)
    if let ink = line.ink {
      left = min(left, -ceiling(0 &- ink.left, size) - 1)
      right = max(right, ceiling(ink.right, size) + 1)
      top = max(top, ceiling(ink.top, size) + 1)
      bottom = max(bottom, ceiling(0 &- ink.bottom, size) + 1)
    }
    func pixels(_ length: Int64) -> Int32 { Int32(clamping: (length + 63) >> 6) }
    self.left = left
    self.right = right
    (inkTop, inkBottom) = (pixels(top), pixels(bottom))
    ascent = max(inkTop, pixels(ceiling(line.ascent, size)))
    descent = max(inkBottom, pixels(ceiling(line.descent, size)))
    opticalTop = Int32(clamping: (scaled(line.opticalTop, size) + 32) >> 6)
    opticalBottom = Int32(clamping: (scaled(0 &- line.opticalBottom, size) + 32) >> 6)
  }

  /// The width in 1/64 px.
  var width: Int64 { right - left }
  /// The height in pixels.
  var height: Int32 { ascent + descent }
}

/// Converts a length to 1/64 px for an em of `size` pixels, rounded to nearest, with halves rounded up.
func scaled(_ length: Em, _ size: Int32) -> Int64 { (Int64(length) * Int64(size) + 512) >> 10 }

private func ceiling(_ length: Em, _ size: Int32) -> Int64 { (Int64(length) * Int64(size) + 1023) >> 10 }

/// Returns the height of a line of a character's script.
private func lineHeight(of scalar: UInt32) -> Em {
  switch scalar {
  case 0x600...0x8ff, 0xfb50...0xfdff, 0xfe70...0xfefe: 95_027  // Arabic and its relatives: 1.45 em
  case 0x900...0x109f, 0x1780...0x17ff: 91_750  // India's scripts, Thai, Lao, Tibetan, Burmese, Khmer: 1.4 em
  default: 81_920  // 1.25 em
  }
}

/// Whether a character stands between baseline and capital height: Latin, Greek, Cyrillic, and the punctuation and digits that they share.
private func standsWithCapitals(_ scalar: UInt32) -> Bool {
  scalar < 0x530 || 0x1e00...0x206f ~= scalar || 0x20a0...0x20cf ~= scalar
}
