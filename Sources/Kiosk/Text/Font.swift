import CText

/// A length in 1/65536 of an em, whatever the font counts in: glyphs are loaded once at 1024 pixels an em, in FreeType's
/// 1/64 px, without hinting, so a line that was shaped once is known for every size.
typealias Em = Int32

/// What a glyph's control points span; y goes up.
struct GlyphBox {
  let glyph: UInt32
  let left: Em
  let right: Em
  let bottom: Em
  let top: Em
  /// There is nothing to paint, as in a space.
  var isBlank: Bool { left >= right || bottom >= top }
}

/// One open face.
final class Font {
  /// Pixels an em that glyphs are loaded at.
  static let loadedSize: UInt32 = 1024

  let path: String
  /// Which face of the file; the upper half is FreeType's number of a named instance.
  let index: Int
  let face: FT_Face
  /// Above the baseline.
  let ascent: Em
  /// Below the baseline, positive.
  let descent: Em
  /// Boxes of glyphs that were asked for, by glyph.
  private var boxes: [GlyphBox] = []

  /// Takes over `face`, which has outlines.
  private init(path: String, index: Int, face: FT_Face) {
    self.path = path
    self.index = index
    self.face = face
    let unit = Int64(face.pointee.units_per_EM)
    ascent = Em(Int64(face.pointee.ascender) * 65536 / unit)
    descent = Em(Int64(-face.pointee.descender) * 65536 / unit)
  }

  deinit { _ = libraries.FT_Done_Face(face) }

  /// Opens a face. FreeType maps the file: of a big one only what is read comes to memory, and no page of it is private.
  static func open(_ path: String, index: Int, in library: FT_Library) throws(TextError) -> Font {
    if access(path, R_OK) != 0 {
      throw refusal(
        path, systemReason(ct_errno()), "give the path of a font that can be read, or install the font's package")
    }
    var opened: FT_Face?
    let code = libraries.FT_New_Face(library, path, FT_Long(index), &opened)
    guard code == 0, let face = opened else {
      if code == FT_Error(FT_Err_Out_Of_Memory) { throw .outOfMemory("open the font") }
      if code == FT_Error(FT_Err_Invalid_Argument) && index != 0 {
        throw refusal(path, "it has no face \(index)", "faces count from 0; most files have only that one")
      }
      throw refusal(
        path, "it is no font, or a damaged one (FreeType's error \(code))", "give a TrueType or OpenType font")
    }
    if ct_is_scalable(face) == 0 || face.pointee.units_per_EM == 0
      || libraries.FT_Set_Pixel_Sizes(face, 0, FT_UInt(loadedSize)) != 0
    {
      _ = libraries.FT_Done_Face(face)
      throw refusal(path, "it has bitmaps only", "give a font with outlines: TrueType or OpenType")
    }
    return Font(path: path, index: index, face: face)
  }

  private static func refusal(_ path: String, _ reason: String, _ suggestion: String) -> TextError {
    TextError("open the font", path, reason: reason, suggestion: suggestion)
  }

  /// Whether the font's own table of characters names a glyph.
  func has(_ scalar: UInt32) -> Bool { libraries.FT_Get_Char_Index(face, FT_ULong(scalar)) != 0 }

  /// What a glyph covers; a glyph that cannot be loaded covers nothing.
  func box(of glyph: UInt32) -> GlyphBox {
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].glyph < glyph { low = middle + 1 } else { high = middle }
    }
    if low < boxes.count && boxes[low].glyph == glyph { return boxes[low] }
    var span = FT_BBox()
    if loadOutline(of: glyph) { libraries.FT_Outline_Get_CBox(&face.pointee.glyph.pointee.outline, &span) }
    let box = GlyphBox(
      glyph: glyph, left: Em(clamping: span.xMin), right: Em(clamping: span.xMax), bottom: Em(clamping: span.yMin),
      top: Em(clamping: span.yMax))
    boxes.insert(box, at: low)
    return box
  }

  /// Makes a glyph's outline, in `Em`, the face's current one. False for what has none.
  func loadOutline(of glyph: UInt32) -> Bool {
    libraries.FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) == 0
      && face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
  }
}
