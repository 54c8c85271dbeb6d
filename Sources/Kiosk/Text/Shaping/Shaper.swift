import CText

/// A glyph with the position that HarfBuzz assigned to it.
struct PlacedGlyph {
  /// The index in the font; 0 for a missing character.
  let glyph: UInt32
  /// The index of the font.
  let font: Int
  /// The first scalar of its cluster.
  var cluster: Int
  /// The distance from the start of the run, to the right.
  var x: Em
  /// The distance from the baseline, up.
  let y: Em
  let advance: Em
}

/// Shapes a run of scalars of one bidi level. Returns its glyphs in visual order from left to right.
///
/// raqm computes levels of its own from the text that it gets. Directional overrides around the run make it use the level of the
/// whole paragraph.
func shape(
  _ scalars: [UInt32], fonts: [Font], fontOf: (Int) -> Int, level: UInt8, language: String
) throws(TextError) -> [PlacedGlyph] {
  if scalars.isEmpty { return [] }
  guard let run = libraries.raqm_create() else { throw .outOfMemory("shape text") }
  defer { libraries.raqm_destroy(run) }
  let isRightToLeft = level & 1 == 1
  let text = [isRightToLeft ? rightToLeftOverride : leftToRightOverride] + scalars + [endOfOverride]
  var isSet =
    libraries.raqm_set_text(run, text, text.count)
    && libraries.raqm_set_par_direction(run, isRightToLeft ? RAQM_DIRECTION_RTL : RAQM_DIRECTION_LTR)
    && libraries.raqm_set_freetype_load_flags(run, Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP))
  if isSet && !language.utf8.isEmpty { isSet = libraries.raqm_set_language(run, language, 0, text.count) }
  var start = 0
  while isSet && start < scalars.count {
    let font = fontOf(start)
    var end = start + 1
    while end < scalars.count && fontOf(end) == font { end += 1 }
    // The overrides get the fonts of their neighbours.
    let first = start == 0 ? 0 : start + 1
    let last = end == scalars.count ? end + 2 : end + 1
    isSet = libraries.raqm_set_freetype_face_range(run, fonts[font].face, first, last - first)
    start = end
  }
  guard isSet, libraries.raqm_layout(run) else { throw .outOfMemory("shape text") }
  var count = 0
  guard let glyphs = libraries.raqm_get_glyphs(run, &count) else { return [] }
  var placed: [PlacedGlyph] = []
  placed.reserveCapacity(count)
  var pen: Em = 0
  for glyph in UnsafeBufferPointer(start: glyphs, count: count) {
    let isOverride = glyph.cluster == 0 || Int(glyph.cluster) == text.count - 1
    if isOverride { continue }
    let cluster = Int(glyph.cluster) - 1
    placed.append(
      PlacedGlyph(
        glyph: glyph.index, font: fontOf(cluster), cluster: cluster, x: pen &+ glyph.x_offset, y: glyph.y_offset,
        advance: glyph.x_advance))
    pen &+= glyph.x_advance
  }
  return placed
}

private let leftToRightOverride: UInt32 = 0x202d
private let rightToLeftOverride: UInt32 = 0x202e
private let endOfOverride: UInt32 = 0x202c
