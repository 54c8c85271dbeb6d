import Basics
import CMemory
import CText

/// The open fonts of a `Typesetter`: the configured ones, then those that fontconfig found for missing characters.
final class FontCollection {
  /// The memory that must be available, in bytes. Opening the fonts of a language takes about 3 MB.
  private static let leastMemory = 6 << 20

  let library: FT_Library
  private(set) var fonts: [Font] = []
  /// The stamps of all files from which fonts were chosen and read, as they were then.
  private(set) var stamps: [FileStamp] = []
  private var configuredCount = 0
  /// The indices of the fonts for headings, which follow the configured ones.
  private(set) var headings: Range<Int> = 0..<0
  private var finder: FontFinder?
  /// The fallback fonts of each language, in the order in which they were needed.
  private var fallbacks: [FallbackFonts] = []
  /// Fonts that fontconfig found, and those of the same families for headings.
  private var fallbackHeadings: [(fallback: Int, heading: Int?)] = []
  /// Why configured fonts are not used.
  private(set) var faults: [TextError] = []

  /// Opens the fonts.
  ///
  /// - Parameter needsAll: Whether a font that cannot be used is an error. Otherwise, the other fonts are used or, if there are none, the
  ///   machine's sans-serif.
  init(_ sources: [FontSource], headings: [FontSource] = [], needsAll: Bool = true) throws(TextError) {
    for library in [ct_library_freetype, ct_library_harfbuzz, ct_library_fribidi] { try load(library) }
    // fontconfig and HarfBuzz crash or abort when memory runs out, so more than they need must be available.
    if !cmemory_has(Self.leastMemory) { throw .outOfMemory("set text") }
    var created: FT_Library?
    guard libraries.FT_Init_FreeType(&created) == 0, let library = created else { throw .outOfMemory("start FreeType") }
    self.library = library
    for source in sources {
      do throws(TextError) { try open(source) } catch {
        if needsAll || error.kind != .font { throw error }
        faults.append(error)
      }
    }
    if fonts.isEmpty, let fault = faults.first {
      do throws(TextError) { try open(.family("sans-serif")) } catch { throw fault }
    }
    configuredCount = fonts.count
    for source in headings { openHeading(source) }
    self.headings = configuredCount..<fonts.count
    if fonts.isEmpty {
      throw TextError(.font, "set text", "", reason: "no font is configured", suggestion: "add a file or a family")
    }
  }

  deinit {
    fonts = []
    _ = libraries.FT_Done_FreeType(library)
  }

  private func open(_ source: FontSource) throws(TextError) {
    switch source {
    case .file(let path, let index): try open(path, index: Int(index))
    case .family(let name):
      let location = try fontFinder().font(forFamily: name)
      // A family without further properties has the weight of text, even if none of its named instances has that weight.
      let isPlain = !name.utf8.contains(UInt8(ascii: ":"))
      try open(location.path, index: isPlain ? location.index & 0xffff : location.index)
    }
  }

  /// Opens a font for headings, unless it is not installed or is one of the configured fonts.
  private func openHeading(_ source: FontSource) {
    switch source {
    case .file(let path, let index): openHeading(path, Int(index), .bold)
    case .family(let name):
      guard let location = try? fontFinder().font(forFamily: name) else { return }
      openHeading(location.path, location.index & 0xffff, .semibold)
    }
  }

  /// Opens a font for headings. A configured font is opened again if it is variable, because its headings have another weight.
  private func openHeading(_ path: String, _ index: Int, _ weight: Font.Weight) {
    let known = fonts.first { $0.index == index && $0.path.utf8.elementsEqual(path.utf8) }
    if let known, known.weight == nil { return }
    _ = try? open(path, index: index, weight: weight)
  }

  @discardableResult private func open(
    _ path: String, index: Int, weight: Font.Weight = .regular
  ) throws(TextError) -> Int {
    stamps.append(FileStamp(path))
    fonts.append(try Font.open(path, index: index, weight: weight, in: library))
    return fonts.count - 1
  }

  private func fontFinder() throws(TextError) -> FontFinder {
    if let finder { return finder }
    let created = try FontFinder()
    stamps += created.files.map { FileStamp($0) }
    finder = created
    return created
  }

  /// Returns the index of the first font that has all characters of a cluster, or `nil`. In a heading, the fonts for headings are searched
  /// first, then the configured fonts, then fontconfig's fonts for the language. The result does not depend on the texts set before.
  func font(for cluster: [UInt32], language: String, isHeading: Bool = false) -> Int? {
    if isHeading {
      for index in headings where has(fonts[index], cluster, language) { return index }
    }
    for index in 0..<configuredCount where has(fonts[index], cluster, language) { return index }
    let fallback = fallbacks(for: language)?.first(with: cluster) { location in
      index(of: location).flatMap { has(fonts[$0], cluster, language) ? $0 : nil }
    }
    if isHeading, let fallback, let heading = heading(ofFallback: fallback), has(fonts[heading], cluster, language) {
      return heading
    }
    return fallback
  }

  /// Whether a font is one for headings.
  func isForHeadings(_ index: Int) -> Bool {
    headings.contains(index) || fallbackHeadings.contains { $0.heading == index }
  }

  /// Returns the index of the semibold font of a fallback font's family; `nil` if it is not installed. If there are no configured fonts for
  /// headings, also returns `nil`, so that headings in all scripts have the same weight.
  private func heading(ofFallback index: Int) -> Int? {
    if headings.isEmpty { return nil }
    for known in fallbackHeadings where known.fallback == index { return known.heading }
    var heading: Int?
    if let family = fonts[index].family, let location = try? fontFinder().font(forFamily: family + ":semibold") {
      heading = self.index(of: location)
    }
    if heading == index {
      let font = fonts[index]
      heading = font.weight == nil ? nil : try? open(font.path, index: font.index, weight: .semibold)
    }
    fallbackHeadings.append((index, heading))
    return heading
  }

  /// Returns the index of a font, opening it if necessary; `nil` if its file is damaged.
  private func index(of location: FontLocation) -> Int? {
    index(ofOpen: location) ?? (try? open(location.path, index: location.index))
  }

  private func index(ofOpen location: FontLocation) -> Int? {
    fonts.firstIndex { $0.index == location.index && $0.path.utf8.elementsEqual(location.path.utf8) }
  }

  /// Returns fontconfig's fonts for a language; `nil` if fontconfig does not work, so that the configured fonts are still used.
  private func fallbacks(for language: String) -> FallbackFonts? {
    for known in fallbacks where known.language.utf8.elementsEqual(language.utf8) { return known }
    guard let found = try? fontFinder().fallbacks(for: language) else { return nil }
    fallbacks.append(found)
    return found
  }

  /// Whether a font shows all characters of a cluster, either directly or after HarfBuzz composes or decomposes them.
  private func has(_ font: Font, _ cluster: [UInt32], _ language: String) -> Bool {
    if cluster.allSatisfy({ isIgnorable($0) || font.has($0) }) { return true }
    if cluster.allSatisfy(isNeverComposed) { return false }
    guard let glyphs = try? shape(cluster, fonts: [font], fontOf: { _ in 0 }, level: 0, language: language) else {
      return false
    }
    return glyphs.allSatisfy { $0.glyph != 0 }
  }
}

/// Whether HarfBuzz never replaces a character with others: Thai and Lao, Han, Hangul syllables.
private func isNeverComposed(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0xe01...0xe5b, 0xe80...0xeff, 0x3400...0x9fff, 0xac00...0xd7a3, 0x20000...0x2f7ff, 0x30000...0x3ffff: true
  default: false
  }
}

/// Whether a character needs no glyph: Unicode's Default_Ignorable_Code_Point in HarfBuzz's version, such as joiners, variation
/// selectors and bidirectional controls.
func isIgnorable(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0xad, 0x34f, 0x61c, 0x17b4...0x17b5, 0x180b...0x180f, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x206f,
    0xfe00...0xfe0f, 0xfeff, 0xfff0...0xfff8, 0x1d173...0x1d17a, 0xe0000...0xe0fff:
    true
  default: false
  }
}
