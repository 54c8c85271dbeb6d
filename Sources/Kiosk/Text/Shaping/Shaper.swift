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
func shape(
  _ scalars: [UInt32], fonts: [Font], fontOf: (Int) -> Int, level: UInt8, language: String
) throws(TextError) -> [PlacedGlyph] {
  let isRightToLeft = level & 1 == 1
  var items = scriptRuns(scalars, fontOf: fontOf)
  if isRightToLeft { items.reverse() }
  var placed: [PlacedGlyph] = []
  placed.reserveCapacity(scalars.count)
  var pen: Em = 0
  for item in items {
    // If memory runs out, this is an empty buffer to which nothing can be added.
    let buffer = libraries.hb_buffer_create()
    defer { libraries.hb_buffer_destroy(buffer) }
    let font = fontOf(item.range.lowerBound)
    // HarfBuzz gets the whole run, because letters may join where the font changes.
    libraries.hb_buffer_add_utf32(
      buffer, scalars, Int32(scalars.count), UInt32(item.range.lowerBound), Int32(item.range.count))
    libraries.hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    libraries.hb_buffer_set_script(buffer, item.script)
    libraries.hb_buffer_set_language(buffer, libraries.hb_language_from_string(language, -1))
    libraries.hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES)
    libraries.hb_shape(fonts[font].shaper, buffer, nil, 0)
    if libraries.hb_buffer_allocation_successful(buffer) == 0 { throw .outOfMemory("shape text") }
    var count: UInt32 = 0
    let glyphs = libraries.hb_buffer_get_glyph_infos(buffer, &count)
    let positions = libraries.hb_buffer_get_glyph_positions(buffer, nil)
    for i in 0..<Int(count) {
      guard let glyph = glyphs?[i], let position = positions?[i] else { break }
      placed.append(
        PlacedGlyph(
          glyph: glyph.codepoint, font: font, cluster: Int(glyph.cluster), x: pen &+ position.x_offset,
          y: position.y_offset, advance: position.x_advance))
      pen &+= position.x_advance
    }
  }
  return placed
}

/// Splits a run into pieces of one font and one script. A character that several scripts share, such as a space or a digit, belongs to the
/// preceding script or, at the start, to the first one.
private func scriptRuns(_ scalars: [UInt32], fontOf: (Int) -> Int) -> [(range: Range<Int>, script: hb_script_t)] {
  var runs: [(range: Range<Int>, script: hb_script_t)] = []
  let characters = libraries.hb_unicode_funcs_get_default()
  let scripts = scalars.map { libraries.hb_unicode_script(characters, $0) }
  func isOwn(_ script: hb_script_t) -> Bool { script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED }
  var script = scripts.first(where: isOwn) ?? HB_SCRIPT_COMMON
  for i in scalars.indices {
    if isOwn(scripts[i]) { script = scripts[i] }
    if let last = runs.last, last.script == script, fontOf(i - 1) == fontOf(i) {
      runs[runs.count - 1].range = last.range.lowerBound..<(i + 1)
    } else {
      runs.append((i..<(i + 1), script))
    }
  }
  return runs
}
