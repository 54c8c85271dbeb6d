import CText

/// fontconfig, with a configuration of its own that ends with it. Its lists of fonts are mapped from its caches; where those
/// are missing (`fc-cache` makes them) it reads every font once.
final class FontFinder {
  private let configuration: OpaquePointer

  /// Reads the system's configuration.
  init() throws(TextError) {
    guard let configuration = FcInitLoadConfigAndFonts() else {
      throw TextError(
        "read fontconfig's configuration", "", reason: "fontconfig refuses it", cure: "run fc-list to see why")
    }
    self.configuration = configuration
  }

  deinit { FcConfigDestroy(configuration) }

  /// A face in a file.
  struct Place {
    let path: String
    let index: Int
  }

  /// The font that a family, or a pattern, stands for. A family that is not there is an error, not its nearest relative:
  /// text must look on the terminal as it did where it was tried.
  func font(forFamily name: String) throws(TextError) -> Place {
    guard let pattern = name.withCString({ FcNameParse(UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self)) })
    else {
      throw TextError(
        "find the font", name, reason: "fontconfig does not understand it", cure: "give a family as fc-list names it")
    }
    defer { FcPatternDestroy(pattern) }
    let family = string(pattern, "family") ?? ""
    let wantsAny = family.utf8.isEmpty || Self.isGeneric(family)
    guard let match = best(for: pattern) else { throw Self.nothing(for: name, "there is no font at all") }
    defer { FcPatternDestroy(match) }
    guard let place = place(of: match) else { throw Self.nothing(for: name, "fontconfig's answer names no file") }
    if !wantsAny && !hasFamily(match, family) {
      let nearest = string(match, "family") ?? place.path
      throw Self.nothing(for: name, "no font of that family is there; the nearest is " + nearest)
    }
    return place
  }

  /// The font that fontconfig would take for some characters of a language; it may lack some of them, or all.
  func font(for scalars: [UInt32], language: String) -> Place? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    guard let characters = FcCharSetCreate() else { return nil }
    defer { FcCharSetDestroy(characters) }
    for scalar in scalars { FcCharSetAddChar(characters, FcChar32(scalar)) }
    FcPatternAddCharSet(pattern, "charset", characters)
    FcPatternAddBool(pattern, "scalable", FcBool(1))
    FcPatternAddBool(pattern, "outline", FcBool(1))
    FcPatternAddBool(pattern, "color", FcBool(0))
    add(pattern, "family", "sans-serif")
    let spoken = Self.fontconfigLanguage(language)
    if !spoken.utf8.isEmpty { add(pattern, "lang", spoken) }
    guard let match = best(for: pattern) else { return nil }
    defer { FcPatternDestroy(match) }
    return place(of: match)
  }

  private func best(for pattern: OpaquePointer) -> OpaquePointer? {
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    return FcFontMatch(configuration, pattern, &result)
  }

  private func place(of match: OpaquePointer) -> Place? {
    guard let path = string(match, "file") else { return nil }
    var index: Int32 = 0
    FcPatternGetInteger(match, "index", 0, &index)
    return Place(path: path, index: Int(index))
  }

  private func hasFamily(_ match: OpaquePointer, _ family: String) -> Bool {
    var wanted = Array(family.utf8)
    wanted.append(0)
    var i: Int32 = 0
    var name: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(match, "family", i, &name) == FcResultMatch {
      if FcStrCmpIgnoreCase(name, wanted) == 0 { return true }
      i += 1
    }
    return false
  }

  private func string(_ pattern: OpaquePointer, _ object: StaticString) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    let name = UnsafeRawPointer(object.utf8Start).assumingMemoryBound(to: CChar.self)
    guard FcPatternGetString(pattern, name, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }

  private func add(_ pattern: OpaquePointer, _ object: StaticString, _ value: String) {
    var bytes = Array(value.utf8)
    bytes.append(0)
    let name = UnsafeRawPointer(object.utf8Start).assumingMemoryBound(to: CChar.self)
    FcPatternAddString(pattern, name, bytes)
  }

  private static func nothing(for name: String, _ reason: String) -> TextError {
    TextError("find the font", name, reason: reason, cure: "install it, or name a family that fc-list shows")
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
