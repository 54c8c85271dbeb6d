import CText

/// fontconfig, with a configuration of its own that ends with it. Its lists of fonts are mapped from its caches; where those
/// are missing (`fc-cache` makes them) it reads every font once.
final class FontFinder {
  private let configuration: OpaquePointer

  /// Reads the system's configuration.
  init() throws(TextError) {
    try load(ct_library_fontconfig)
    guard let configuration = libraries.FcInitLoadConfigAndFonts() else {
      throw TextError(
        "read fontconfig's configuration", "", reason: "fontconfig refuses it", suggestion: "run fc-list to see why")
    }
    self.configuration = configuration
  }

  deinit { libraries.FcConfigDestroy(configuration) }

  /// The font that a family, or a pattern, stands for. A family that is not there is an error, not its nearest relative:
  /// text must look on the terminal as it did where it was tried.
  func font(forFamily name: String) throws(TextError) -> FontPlace {
    let parsed = name.withCString {
      libraries.FcNameParse(UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
    }
    guard let pattern = parsed else {
      throw TextError(
        "find the font", name, reason: "fontconfig does not understand it",
        suggestion: "give a family as fc-list names it")
    }
    defer { libraries.FcPatternDestroy(pattern) }
    let family = string(pattern, "family") ?? ""
    let wantsAny = family.utf8.isEmpty || Self.isGeneric(family)
    guard let match = best(for: pattern) else { throw Self.nothing(for: name, "there is no font at all") }
    defer { libraries.FcPatternDestroy(match) }
    guard let place = FontPlace(match) else { throw Self.nothing(for: name, "fontconfig's answer names no file") }
    if !wantsAny && !hasFamily(match, family) {
      let nearest = string(match, "family") ?? place.path
      throw Self.nothing(for: name, "no font of that family is there; the nearest is " + nearest)
    }
    return place
  }

  /// The fonts that fontconfig would go through for a language without serifs, best first; those that add no character are
  /// not among them. It takes some ten milliseconds on a small board: once for a language.
  func fallbacks(for language: String) -> Fallbacks? {
    guard let pattern = libraries.FcPatternCreate() else { return nil }
    defer { libraries.FcPatternDestroy(pattern) }
    _ = libraries.FcPatternAddBool(pattern, "outline", FcBool(1))
    _ = libraries.FcPatternAddBool(pattern, "color", FcBool(0))
    add(pattern, "family", "sans-serif")
    let spoken = Self.fontconfigLanguage(language)
    if !spoken.utf8.isEmpty { add(pattern, "lang", spoken) }
    substitute(pattern)
    var result = FcResultMatch
    guard let found = libraries.FcFontSort(configuration, pattern, FcBool(1), nil, &result) else { return nil }
    return Fallbacks(language: language, found)
  }

  private func best(for pattern: OpaquePointer) -> OpaquePointer? {
    substitute(pattern)
    var result = FcResultMatch
    return libraries.FcFontMatch(configuration, pattern, &result)
  }

  private func substitute(_ pattern: OpaquePointer) {
    _ = libraries.FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    libraries.FcDefaultSubstitute(pattern)
  }

  private func hasFamily(_ match: OpaquePointer, _ family: String) -> Bool {
    var wanted = Array(family.utf8)
    wanted.append(0)
    var i: Int32 = 0
    var name: UnsafeMutablePointer<FcChar8>?
    while libraries.FcPatternGetString(match, "family", i, &name) == FcResultMatch {
      if libraries.FcStrCmpIgnoreCase(name, wanted) == 0 { return true }
      i += 1
    }
    return false
  }

  private func add(_ pattern: OpaquePointer, _ object: StaticString, _ value: String) {
    var bytes = Array(value.utf8)
    bytes.append(0)
    let name = UnsafeRawPointer(object.utf8Start).assumingMemoryBound(to: CChar.self)
    _ = libraries.FcPatternAddString(pattern, name, bytes)
  }

  private static func nothing(for name: String, _ reason: String) -> TextError {
    TextError("find the font", name, reason: reason, suggestion: "install it, or name a family that fc-list shows")
  }

  /// Names that stand for whatever there is.
  private static func isGeneric(_ family: String) -> Bool {
    let generic: [StaticString] = [
      "sans", "sans-serif", "serif", "mono", "monospace", "system-ui", "cursive", "fantasy",
    ]
    for name in generic
    where family.utf8.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) {
      return true
    }
    return false
  }

  /// fontconfig tells the Chinese scripts apart by countries; the rest of BCP 47 it understands in small letters.
  static func fontconfigLanguage(_ language: String) -> String {
    let tag = language.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    func has(_ subtag: StaticString) -> Bool {
      let wanted = UnsafeBufferPointer(start: subtag.utf8Start, count: subtag.utf8CodeUnitCount)
      return tag.split(separator: UInt8(ascii: "-")).contains { $0.elementsEqual(wanted) }
    }
    guard tag.starts(with: [UInt8(ascii: "z"), UInt8(ascii: "h")]), has("zh") else {
      return String(decoding: tag, as: UTF8.self)
    }
    if has("hk") || has("mo") { return "zh-hk" }
    return has("hant") || has("tw") ? "zh-tw" : "zh-cn"
  }
}

/// A face in a file.
struct FontPlace {
  let path: String
  let index: Int

  /// Where a font of fontconfig's is. Of one with axes, its default: what the lower half of the number says.
  init?(_ font: OpaquePointer) {
    guard let path = string(font, "file") else { return nil }
    var index: Int32 = 0
    _ = libraries.FcPatternGetInteger(font, "index", 0, &index)
    self.path = path
    self.index = flag(font, "variable") ? Int(index & 0xffff) : Int(index)
  }
}

/// What fontconfig offers where the fonts that were given lack something.
final class Fallbacks {
  let language: String
  private let fonts: UnsafeMutablePointer<FcFontSet>

  fileprivate init(language: String, _ fonts: UnsafeMutablePointer<FcFontSet>) {
    self.language = language
    self.fonts = fonts
  }

  deinit { libraries.FcFontSetDestroy(fonts) }

  /// The fonts that have all of some characters, best first.
  func places(for scalars: [UInt32]) -> [FontPlace] {
    var places: [FontPlace] = []
    for i in 0..<Int(fonts.pointee.nfont) {
      guard let font = fonts.pointee.fonts[i], flag(font, "outline"), !flag(font, "color") else { continue }
      var characters: OpaquePointer?
      if libraries.FcPatternGetCharSet(font, "charset", 0, &characters) != FcResultMatch { continue }
      if scalars.allSatisfy({ isIgnorable($0) || libraries.FcCharSetHasChar(characters, FcChar32($0)) != 0 }),
        let place = FontPlace(font)
      {
        places.append(place)
      }
    }
    return places
  }
}

/// A text of a pattern's.
private func string(_ pattern: OpaquePointer, _ object: StaticString) -> String? {
  var value: UnsafeMutablePointer<FcChar8>?
  let name = UnsafeRawPointer(object.utf8Start).assumingMemoryBound(to: CChar.self)
  guard libraries.FcPatternGetString(pattern, name, 0, &value) == FcResultMatch, let value else { return nil }
  return String(cString: value)
}

/// A pattern's yes or no; no where it does not say.
private func flag(_ pattern: OpaquePointer, _ object: StaticString) -> Bool {
  var value: FcBool = 0
  let name = UnsafeRawPointer(object.utf8Start).assumingMemoryBound(to: CChar.self)
  return libraries.FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch && value == 1
}
