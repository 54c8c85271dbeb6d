import CText

/// The fonts that a `Typesetter` has open: those it was given, then those that fontconfig found for what was missing.
final class FontBook {
  let library: FT_Library
  private(set) var fonts: [Font] = []
  private var finder: FontFinder?
  /// Clusters for which fontconfig was asked and had nothing.
  private var unknown: [[UInt32]] = []

  init(_ sources: [FontSource]) throws(TextError) {
    var made: FT_Library?
    guard FT_Init_FreeType(&made) == 0, let library = made else { throw .outOfMemory("start FreeType") }
    self.library = library
    for source in sources {
      switch source {
      case .file(let path, let index): try open(path, index: Int(index))
      case .family(let name):
        let place = try findFonts().font(forFamily: name)
        try open(place.path, index: place.index)
      }
    }
    if fonts.isEmpty {
      throw TextError("set text", "", reason: "no font was given", cure: "name one, by its file or by its family")
    }
  }

  deinit {
    fonts = []
    FT_Done_FreeType(library)
  }

  private func open(_ path: String, index: Int) throws(TextError) {
    fonts.append(try Font.open(path, index: index, in: library))
  }

  private func findFonts() throws(TextError) -> FontFinder {
    if let finder { return finder }
    let made = try FontFinder()
    finder = made
    return made
  }

  /// The number of the first font that has all of a cluster, else of the one that fontconfig finds; nil: there is none.
  func font(for cluster: [UInt32], language: String) -> Int? {
    for (number, font) in fonts.enumerated() where has(font, cluster, language) { return number }
    if unknown.contains(cluster) { return nil }
    // A broken fontconfig is no reason to show nothing: it was not asked for by name.
    if let place = try? findFonts().font(for: cluster, language: language),
      !fonts.contains(where: { $0.index == place.index && $0.path.utf8.elementsEqual(place.path.utf8) }),
      let font = try? Font.open(place.path, index: place.index, in: library), has(font, cluster, language)
    {
      fonts.append(font)
      return fonts.count - 1
    }
    unknown.append(cluster)
    return nil
  }

  /// Whether a font shows all of a cluster: by its table of characters, or by what HarfBuzz composes and decomposes.
  private func has(_ font: Font, _ cluster: [UInt32], _ language: String) -> Bool {
    if cluster.allSatisfy({ isIgnorable($0) || font.has($0) }) { return true }
    // Only sequences can be composed; a single character may still decompose into letters that are there.
    guard let glyphs = try? shape(cluster, fonts: [font], fontOf: { _ in 0 }, level: 0, language: language) else {
      return false
    }
    return glyphs.allSatisfy { $0.glyph != 0 }
  }
}

/// What shows nothing by itself, and needs no glyph: joiners, variation selectors, marks of direction (Unicode's
/// Default_Ignorable_Code_Point, as HarfBuzz has it).
func isIgnorable(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0xad, 0x34f, 0x61c, 0x17b4...0x17b5, 0x180b...0x180f, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x206f,
    0xfe00...0xfe0f, 0xfeff, 0xfff0...0xfff8, 0x1d173...0x1d17a, 0xe0000...0xe0fff:
    true
  default: false
  }
}
