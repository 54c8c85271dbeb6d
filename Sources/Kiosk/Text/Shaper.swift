import CText

/// A glyph where HarfBuzz puts it.
struct PlacedGlyph {
  /// Its number in the font; 0 stands for what the font lacks.
  let glyph: UInt32
  /// Which of the fonts.
  let font: Int
  /// The scalar with which its cluster begins.
  let cluster: Int
  /// From the run's start on the baseline, to the right and up.
  var x: Em
  let y: Em
  /// How far it moves what comes next.
  let advance: Em
}

/// Shapes scalars of one level of direction, in the order in which they stand from left to right.
///
/// Levels come from the whole paragraph (`Levels`), and raqm works them out for what it is given: an override around the
/// run holds it to ours.
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
    // The marks around the run take their neighbours' fonts.
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
  for i in 0..<count {
    let glyph = glyphs[i]
    let cluster = min(max(Int(glyph.cluster) - 1, 0), scalars.count - 1)
    let isMark = glyph.cluster == 0 || Int(glyph.cluster) == text.count - 1
    if !isMark {
      placed.append(
        PlacedGlyph(
          glyph: glyph.index, font: fontOf(cluster), cluster: cluster, x: pen &+ glyph.x_offset, y: glyph.y_offset,
          advance: glyph.x_advance))
      pen &+= glyph.x_advance
    }
  }
  return placed
}

private let leftToRightOverride: UInt32 = 0x202d
private let rightToLeftOverride: UInt32 = 0x202e
private let endOfOverride: UInt32 = 0x202c
