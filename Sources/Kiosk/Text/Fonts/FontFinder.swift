import Basics
import CText

/// A fontconfig configuration. Its font lists are mapped from fontconfig's caches; without caches (`fc-cache` creates them)
/// fontconfig reads every font once.
final class FontFinder {
  private let configuration: OpaquePointer

  /// Loads the system's configuration.
  init() throws(TextError) {
    try load(ct_library_fontconfig)
    guard let configuration = libraries.FcInitLoadConfigAndFonts() else {
      throw TextError(
        .library, "load fontconfig's configuration", "", reason: "fontconfig reported an error",
        suggestion: "run fc-list to see it")
    }
    self.configuration = configuration
  }

  deinit { libraries.FcConfigDestroy(configuration) }

  /// The files of the configuration, and all folders with fonts.
  var files: [String] {
    func strings(_ list: OpaquePointer?) -> [String] {
      guard let list else { return [] }
      defer { libraries.FcStrListDone(list) }
      var found: [String] = []
      while let string = libraries.FcStrListNext(list) { found.append(String(cString: string)) }
      return found
    }
    return strings(libraries.FcConfigGetConfigFiles(configuration))
      + strings(libraries.FcConfigGetFontDirs(configuration))
  }

  /// Returns the font of a family or a pattern.
  ///
  /// - Throws: If the family is not installed. fontconfig's substitute is not used, because text must look as it did when the
  ///   configuration was written.
  func font(forFamily name: String) throws(TextError) -> FontLocation {
    func failure(_ reason: String) -> TextError {
      TextError(
        .font, "find the font", name, reason: reason, suggestion: "install it, or use a family that fc-list shows")
    }
    guard let pattern = libraries.FcNameParse(name) else { throw failure("not a valid fontconfig pattern") }
    defer { libraries.FcPatternDestroy(pattern) }
    let family = string(pattern, "family") ?? ""
    guard let match = bestMatch(for: pattern) else { throw failure("no font is installed") }
    defer { libraries.FcPatternDestroy(match) }
    guard let location = FontLocation(match) else { throw failure("fontconfig returned no file") }
    if !family.utf8.isEmpty && !Self.isGeneric(family) && !hasFamily(match, family) {
      let nearest = string(match, "family") ?? location.path
      throw failure("the family is not installed; the nearest one is " + nearest)
    }
    return location
  }

  /// Returns fontconfig's sans-serif fonts for a language, best first, omitting those that add no characters. A call takes about ten
  /// milliseconds on a small board.
  func fallbacks(for language: String) -> FallbackFonts? {
    guard let pattern = libraries.FcPatternCreate() else { return nil }
    defer { libraries.FcPatternDestroy(pattern) }
    _ = libraries.FcPatternAddBool(pattern, "outline", FcBool(1))
    _ = libraries.FcPatternAddBool(pattern, "color", FcBool(0))
    _ = libraries.FcPatternAddString(pattern, "family", "sans-serif")
    let tag = Self.fontconfigLanguage(language)
    if !tag.utf8.isEmpty { _ = libraries.FcPatternAddString(pattern, "lang", tag) }
    substitute(pattern)
    var result = FcResultMatch
    guard let found = libraries.FcFontSort(configuration, pattern, FcBool(1), nil, &result) else { return nil }
    return FallbackFonts(language: language, found)
  }

  private func bestMatch(for pattern: OpaquePointer) -> OpaquePointer? {
    substitute(pattern)
    var result = FcResultMatch
    return libraries.FcFontMatch(configuration, pattern, &result)
  }

  private func substitute(_ pattern: OpaquePointer) {
    _ = libraries.FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    libraries.FcDefaultSubstitute(pattern)
  }

  private func hasFamily(_ match: OpaquePointer, _ family: String) -> Bool {
    var i: Int32 = 0
    var name: UnsafeMutablePointer<FcChar8>?
    while libraries.FcPatternGetString(match, "family", i, &name) == FcResultMatch {
      if libraries.FcStrCmpIgnoreCase(name, family) == 0 { return true }
      i += 1
    }
    return false
  }

  /// Whether a family is one of fontconfig's aliases, for which any match is accepted.
  private static func isGeneric(_ family: String) -> Bool {
    ["sans", "sans-serif", "serif", "mono", "monospace", "system-ui", "cursive", "fantasy"]
      .contains { $0.utf8.elementsEqual(family.utf8) }
  }

  /// Returns fontconfig's name of a language: Chinese scripts are named by regions, other BCP 47 tags are in lower case.
  static func fontconfigLanguage(_ language: String) -> String {
    let tag = language.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    let subtags = tag.split(separator: UInt8(ascii: "-"))
    func has(_ subtag: String) -> Bool { subtags.contains { $0.elementsEqual(subtag.utf8) } }
    guard let first = subtags.first, first.elementsEqual("zh".utf8) else { return String(decoding: tag, as: UTF8.self) }
    if has("hk") || has("mo") { return "zh-hk" }
    return has("hant") || has("tw") ? "zh-tw" : "zh-cn"
  }
}

/// A face in a font file.
struct FontLocation {
  let path: String
  let index: Int

  /// Creates the location of a fontconfig font. A variable font is used with its default axes; the lower half of its index selects them.
  init?(_ font: OpaquePointer) {
    guard let path = string(font, "file") else { return nil }
    var index: Int32 = 0
    _ = libraries.FcPatternGetInteger(font, "index", 0, &index)
    self.path = path
    self.index = flag(font, "variable") ? Int(index & 0xffff) : Int(index)
  }
}

/// fontconfig's fonts for the characters that the configured fonts lack.
final class FallbackFonts {
  let language: String
  private let fonts: UnsafeMutablePointer<FcFontSet>
  /// The fonts with outlines and without colors, and their characters. A machine may have thousands.
  private let candidates: [(font: OpaquePointer, characters: OpaquePointer)]

  fileprivate init(language: String, _ fonts: UnsafeMutablePointer<FcFontSet>) {
    self.language = language
    self.fonts = fonts
    candidates = (0..<Int(fonts.pointee.nfont)).compactMap { i in
      guard let font = fonts.pointee.fonts[i], flag(font, "outline"), !flag(font, "color") else { return nil }
      var characters: OpaquePointer?
      let result = libraries.FcPatternGetCharSet(font, "charset", 0, &characters)
      return result == FcResultMatch ? characters.map { (font, $0) } : nil
    }
  }

  deinit { libraries.FcFontSetDestroy(fonts) }

  /// Calls `use` with each font that has all given characters, best first. Returns the first result that is not `nil`.
  func first(with scalars: [UInt32], _ use: (FontLocation) -> Int?) -> Int? {
    for (font, characters) in candidates {
      if scalars.allSatisfy({ isIgnorable($0) || libraries.FcCharSetHasChar(characters, FcChar32($0)) != 0 }),
        let location = FontLocation(font), let found = use(location)
      {
        return found
      }
    }
    return nil
  }
}

/// Returns the first string of a pattern's property.
private func string(_ pattern: OpaquePointer, _ property: String) -> String? {
  var value: UnsafeMutablePointer<FcChar8>?
  guard libraries.FcPatternGetString(pattern, property, 0, &value) == FcResultMatch, let value else { return nil }
  return String(cString: value)
}

/// Returns a pattern's boolean property, `false` by default.
private func flag(_ pattern: OpaquePointer, _ property: String) -> Bool {
  var value: FcBool = 0
  return libraries.FcPatternGetBool(pattern, property, 0, &value) == FcResultMatch && value == 1
}
