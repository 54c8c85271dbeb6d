import Basics
import CText
import System

/// A length in 1/65536 em. Glyphs are loaded at 1024 pixels per em in FreeType's unit of 1/64 pixel, without hinting, so that a
/// line is shaped once for all sizes.
typealias Em = Int32

/// The bounding box of a glyph's control points; y goes up.
struct GlyphBox {
  let glyph: UInt32
  let left: Em
  let right: Em
  let bottom: Em
  let top: Em
  /// Whether there is nothing to paint, as in a space.
  var isBlank: Bool { left >= right || bottom >= top }
}

/// An open face of a font file.
final class Font {
  /// The size at which glyphs are loaded, in pixels per em.
  static let loadedSize: UInt32 = 1024
  private static let loadFlags = Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)

  let path: String
  /// The number of the face in its file. The upper half is FreeType's number of a named instance.
  let index: Int
  /// The weight that was set; `nil` unless the font has an axis for it.
  let weight: Weight?
  let face: FT_Face
  /// HarfBuzz's font of the face. It caches the shaping plans for scripts and languages, because making a plan takes far longer than
  /// shaping a line.
  let shaper: OpaquePointer?
  let ascent: Em
  /// The extent below the baseline; positive.
  let descent: Em
  /// The height of a capital H; the ascent if the font has none.
  private(set) lazy var capitalHeight: Em = {
    let box = box(of: libraries.FT_Get_Char_Index(face, 0x48))
    return has(0x48) && !box.isBlank ? box.top : ascent
  }()
  /// The boxes of the glyphs used so far, sorted by glyph.
  private var boxes: [GlyphBox] = []

  /// Takes ownership of `face`, which must be scalable.
  private init(path: String, index: Int, face: FT_Face, weight: Weight?) {
    self.path = path
    self.index = index
    self.weight = weight
    self.face = face
    shaper = libraries.hb_ft_font_create_referenced(face)
    libraries.hb_ft_font_set_load_flags(shaper, Self.loadFlags)
    let unit = Int64(face.pointee.units_per_EM)
    // In a damaged font, these numbers can have any value.
    ascent = Em(clamping: Int64(face.pointee.ascender) * 65536 / unit)
    descent = Em(clamping: -Int64(face.pointee.descender) * 65536 / unit)
  }

  deinit {
    libraries.hb_font_destroy(shaper)
    _ = libraries.FT_Done_Face(face)
  }

  /// The weights of texts and of headings in variable fonts, as in CSS.
  enum Weight: Int32 {
    case regular = 400
    case semibold = 600
    case bold = 700
  }

  /// The maximum size of a font file, in bytes.
  private static let mostBytes: Int64 = 256 << 20

  /// Opens a face. FreeType maps the file, so only the pages that are read use memory, and none of them is private.
  ///
  /// - Parameter weight: The weight of a variable font, unless `index` names an instance. The default of such a font may be Thin or Black.
  static func open(
    _ path: String, index: Int, weight: Weight = .regular, in library: FT_Library
  ) throws(TextError) -> Font {
    let operation = "open the font"
    // If the path is a pipe, FreeType would wait until another program writes to it.
    if let status = try? FileStatus(path), status.kind != .file || status.size > mostBytes {
      throw TextError(
        .font, operation, path, reason: status.kind == .file ? "the file is too large" : "not a regular file",
        suggestion: "check the path, or install the font's package")
    }
    if !isReadable(path) {
      throw TextError(
        .font, operation, path, errno: ct_errno(), suggestion: "check the path, or install the font's package")
    }
    var opened: FT_Face?
    let code = libraries.FT_New_Face(library, path, FT_Long(index), &opened)
    guard code == 0, let face = opened else {
      if code == FT_Error(FT_Err_Out_Of_Memory) { throw .outOfMemory(operation) }
      if code == FT_Error(FT_Err_Invalid_Argument) && index != 0 {
        throw TextError(
          .font, operation, path, reason: "the file has no face \(index)",
          suggestion: "use 0, the only face of most files")
      }
      throw TextError(
        .font, operation, path, reason: "not a font, or damaged (FreeType error \(code))",
        suggestion: "use a TrueType or OpenType font")
    }
    if ct_is_scalable(face) == 0 || face.pointee.units_per_EM == 0
      || libraries.FT_Set_Pixel_Sizes(face, 0, FT_UInt(loadedSize)) != 0
    {
      _ = libraries.FT_Done_Face(face)
      throw TextError(
        .font, operation, path, reason: "the font contains only bitmaps",
        suggestion: "use a font with outlines: TrueType or OpenType")
    }
    let isWeighted = index >> 16 == 0 && setWeight(weight, of: face, in: library)
    let font = Font(path: path, index: index, face: face, weight: isWeighted ? weight : nil)
    if !font.hasLetters {
      throw TextError(
        .font, operation, path, reason: "its letters have no outlines, or outlines of an impossible size",
        suggestion: "use another font, or install the font's package again")
    }
    return font
  }

  /// Whether a letter can be painted, if the font has Latin letters. Those of a damaged font may be empty, or larger than any text.
  private var hasLetters: Bool {
    let letters = [0x41, 0x48, 0x65, 0x6e, 0x6f].filter { has($0) }
    return letters.isEmpty
      || letters.contains { letter in
        let box = box(of: libraries.FT_Get_Char_Index(face, FT_ULong(letter)))
        return !box.isBlank && max(box.right - box.left, box.top - box.bottom) <= 8 * 65536
      }
  }

  /// Sets the weight of a variable font, limited to the range of its weight axis. Returns whether it has such an axis.
  private static func setWeight(_ weight: Weight, of face: FT_Face, in library: FT_Library) -> Bool {
    var variations: UnsafeMutablePointer<FT_MM_Var>?
    guard ct_is_variable(face) != 0, libraries.FT_Get_MM_Var(face, &variations) == 0, let variations else {
      return false
    }
    defer { _ = libraries.FT_Done_MM_Var(library, variations) }
    let axes = UnsafeBufferPointer(start: variations.pointee.axis, count: Int(variations.pointee.num_axis))
    let tag: FT_ULong = 0x7767_6874  // wght
    guard let axis = axes.firstIndex(where: { $0.tag == tag }) else { return false }
    var coordinates = axes.map { $0.def }
    coordinates[axis] = min(max(FT_Fixed(weight.rawValue) << 16, axes[axis].minimum), axes[axis].maximum)
    return libraries.FT_Set_Var_Design_Coordinates(face, FT_UInt(axes.count), &coordinates) == 0
  }

  /// The name of the font's family as a fontconfig pattern; `nil` if it has none.
  var family: String? {
    guard let name = face.pointee.family_name else { return nil }
    var pattern: [UInt8] = []
    for byte in String(cString: name).utf8 {
      if "\\-:,".utf8.contains(byte) { pattern.append(UInt8(ascii: "\\")) }
      pattern.append(byte)
    }
    return String(decoding: pattern, as: UTF8.self)
  }

  /// Whether the font's character map has a character.
  func has(_ scalar: UInt32) -> Bool { libraries.FT_Get_Char_Index(face, FT_ULong(scalar)) != 0 }

  /// Returns a glyph's box, which is blank if the glyph cannot be loaded.
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

  /// Loads a glyph's outline, in `Em`, into the face's glyph slot. Returns `false` if the glyph has no outline.
  func loadOutline(of glyph: UInt32) -> Bool {
    libraries.FT_Load_Glyph(face, glyph, Self.loadFlags) == 0
      && face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
  }

  /// Loads a glyph's outline for an em of `size` pixels, in 1/64 px. Halves are rounded away from zero, as by FreeType.
  func loadOutline(of glyph: UInt32, size: Int32) -> Bool {
    if !loadOutline(of: glyph) { return false }
    let outline = face.pointee.glyph.pointee.outline
    func scaled(_ length: FT_Pos) -> FT_Pos {
      let product = Int64(length) &* Int64(size)
      return FT_Pos(truncatingIfNeeded: (product &+ 512 &+ (product >> 63)) >> 10)
    }
    for i in 0..<Int(outline.n_points) {
      outline.points[i].x = scaled(outline.points[i].x)
      outline.points[i].y = scaled(outline.points[i].y)
    }
    return true
  }
}
