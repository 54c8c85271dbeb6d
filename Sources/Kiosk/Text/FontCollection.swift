import CText

/// The fonts that a `Typesetter` has open: those it was given, then those that fontconfig found for what was missing.
final class FontCollection {
  let library: FT_Library
  private(set) var fonts: [Font] = []
  /// How many of them were given.
  private var givenCount = 0
  private var finder: FontFinder?
  /// By language, as they were asked for.
  private var fallbacks: [Fallbacks] = []

  init(_ sources: [FontSource]) throws(TextError) {
    for library in [ct_library_freetype, ct_library_raqm, ct_library_fribidi, ct_library_unibreak] {
      try load(library)
    }
    var made: FT_Library?
    guard libraries.FT_Init_FreeType(&made) == 0, let library = made else { throw .outOfMemory("start FreeType") }
    self.library = library
    for source in sources {
      switch source {
      case .file(let path, let index): try open(path, index: Int(index))
      case .family(let name):
        let place = try findFonts().font(forFamily: name)
        try open(place.path, index: place.index)
      }
    }
    givenCount = fonts.count
    if fonts.isEmpty {
      throw TextError("set text", "", reason: "no font was given", suggestion: "name one, by its file or by its family")
    }
  }

  deinit {
    fonts = []
    _ = libraries.FT_Done_FreeType(library)
  }

  @discardableResult
  private func open(_ path: String, index: Int) throws(TextError) -> Int {
    fonts.append(try Font.open(path, index: index, in: library))
    return fonts.count - 1
  }

  private func findFonts() throws(TextError) -> FontFinder {
    if let finder { return finder }
    let made = try FontFinder()
    finder = made
    return made
  }

  /// The number of the first font that has all of a cluster: of those that were given, then of fontconfig's for the
  /// language. Nil: there is none. What was asked before changes nothing: a text looks the same in any order of texts.
  func font(for cluster: [UInt32], language: String) -> Int? {
    for number in 0..<givenCount where has(fonts[number], cluster, language) { return number }
    guard let offered = fallbacks(for: language) else { return nil }
    for place in offered.places(for: cluster) {
      if let number = number(of: place), has(fonts[number], cluster, language) { return number }
    }
    return nil
  }

  /// The number of a font that is open, or can be opened.
  private func number(of place: FontPlace) -> Int? {
    let known = fonts.firstIndex { $0.index == place.index && $0.path.utf8.elementsEqual(place.path.utf8) }
    if let known { return known }
    // A damaged file that nobody asked for by name is passed over.
    return try? open(place.path, index: place.index)
  }

  private func fallbacks(for language: String) -> Fallbacks? {
    for known in fallbacks where known.language.utf8.elementsEqual(language.utf8) { return known }
    // Nor is a broken fontconfig a reason to show nothing.
    guard let found = try? findFonts().fallbacks(for: language) else { return nil }
    fallbacks.append(found)
    return found
  }

  /// Whether a font shows all of a cluster: by its table of characters, or by what HarfBuzz composes and decomposes.
  private func has(_ font: Font, _ cluster: [UInt32], _ language: String) -> Bool {
    if cluster.allSatisfy({ isIgnorable($0) || font.has($0) }) { return true }
    if cluster.allSatisfy(isSimple) { return false }
    guard let glyphs = try? shape(cluster, fonts: [font], fontOf: { _ in 0 }, level: 0, language: language) else {
      return false
    }
    return glyphs.allSatisfy { $0.glyph != 0 }
  }
}

/// Nothing else can stand for it, so a font need not be asked twice: Thai and Lao, Han and the syllables of Hangul.
private func isSimple(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0xe01...0xe5b, 0xe80...0xeff, 0x3400...0x9fff, 0xac00...0xd7a3, 0x20000...0x2f7ff, 0x30000...0x3ffff: true
  default: false
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
