import Foundation
import Testing

@testable import Text

/// The choice of fonts, and errors.
@Suite struct FontTests {
  private func message(_ fonts: [FontSource]) -> String? {
    do throws(TextError) {
      _ = try Typesetter(fonts: fonts)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func fontErrors() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func file(_ name: String, _ data: Data) -> String {
      _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: data)
      return folder + "/" + name
    }
    let whole = try #require(FileManager.default.contents(atPath: Noto.latin))
    #expect(
      message([.file("/nowhere/x.ttf")])
        == "cannot open the font /nowhere/x.ttf: no such file or directory; check the path, or"
        + " install the font's package")
    #expect(
      message([.file(folder)])
        == "cannot open the font \(folder): not a regular file; check the path, or install the font's package")
    for path in [file("empty", Data()), file("text", Data("no font".utf8)), file("cut", whole.prefix(3_000))] {
      let said = try #require(message([.file(path)]))
      #expect(said.hasPrefix("cannot open the font \(path): not a font, or damaged (FreeType error "))
    }
    #expect(message([.file(Noto.chinese, index: 99)])?.contains("the file has no face 99; use 0") == true)
    #expect(message([]) == "cannot set text: no font is configured; add a file or a family")
    let family = try #require(message([.family("No Such Family")]))
    #expect(
      family.hasPrefix("cannot find the font No Such Family: the family is not installed; the nearest one is ")
        && family.hasSuffix("; install it, or use a family that fc-list shows"))
  }

  /// Returns a font with other numbers: `changes` are tables, offsets in them and big-endian values.
  private static func patched(_ changes: [(table: String, offset: Int, value: Int16)]) throws -> Data {
    var font = try #require(FileManager.default.contents(atPath: Noto.latin))
    func number(at offset: Int, _ count: Int) -> Int {
      font[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    for (table, offset, value) in changes {
      let records = (0..<number(at: 4, 2)).map { 12 + 16 * $0 }
      let record = try #require(records.first { font[$0..<$0 + 4].elementsEqual(table.utf8) })
      let place = number(at: record + 8, 4) + offset
      font[place] = UInt8(truncatingIfNeeded: value >> 8)
      font[place + 1] = UInt8(truncatingIfNeeded: value)
    }
    return font
  }

  /// A font whose table of outlines is not found, is zero or noise, or makes letters of an impossible size would paint empty texts.
  @Test func fontsWithoutOutlinesAreErrors() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let whole = try #require(FileManager.default.contents(atPath: Noto.latin))
    let table = try #require(whole.range(of: Data("glyf".utf8)))
    func number(at offset: Int) -> Int { whole[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let place = number(at: table.upperBound + 4)..<number(at: table.upperBound + 4) + number(at: table.upperBound + 8)
    var (missing, empty, noise) = (whole, whole, whole)
    missing.replaceSubrange(table, with: Data("glyx".utf8))
    empty.replaceSubrange(place, with: Data(count: place.count))
    let bytes = (0..<place.count).map { UInt8(truncatingIfNeeded: ($0 &* 0x9e37_79b9) >> 13) }
    noise.replaceSubrange(place, with: Data(bytes))
    for font in [missing, empty, noise, try Self.patched([("head", 18, 16)])] {
      try font.write(to: URL(fileURLWithPath: path))
      let said = try #require(message([.file(path)]))
      #expect(said.hasPrefix("cannot open the font \(path): "), "\(said)")
    }
  }

  /// Fonts with extreme numbers set text or are errors; a descender of -32,768 trapped.
  @Test func extremeNumbersDoNotTrap() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for unit in [0, 1, 16, 1000, 16_384, -1] as [Int16] {
      for (ascender, descender) in [(.max, .min), (.min, .max), (.min, .min), (1, -1)] as [(Int16, Int16)] {
        let font = try Self.patched([("head", 18, unit), ("hhea", 4, ascender), ("hhea", 6, descender)])
        try font.write(to: URL(fileURLWithPath: path))
        // Units from 16 to 16,384 are allowed, but 16 make each letter larger than 40 em.
        let opened = try? Typesetter(fonts: [.file(path)])
        #expect((opened != nil) == (unit >= 1000), "\(unit)")
        for size in [1, 40, Typesetter.limit] {
          let block = try opened?.set(
            "Are you still there?\nStars", language: "en", size: size, smallest: size, width: 200, height: 100)
          #expect(block.map { $0.height <= 100 } ?? true)
        }
      }
    }
  }

  @Test func families() throws {
    for family in ["sans", "sans-serif", "serif", "monospace", "Noto Sans", "noto sans", "Noto Sans:bold"] {
      let block = try Typesetter(fonts: [.family(family)]).set(
        "Star", language: "en", size: 20, smallest: 20, width: 100, height: 40)
      #expect(block.isComplete && block.missing.isEmpty)
    }
    let file = try FontCollection([.file(Noto.latin)])
    let family = try FontCollection([.family("Noto Sans"), .family("Noto Sans:bold"), .family("Noto Sans CJK SC")])
    #expect(family.fonts[0].path == file.fonts[0].path && family.fonts[1].path.hasSuffix("NotoSans-Bold.ttf"))
    #expect(family.fonts[2].path == Noto.chinese && family.fonts[2].index == 2)
  }

  /// A cluster is drawn with the first font that has all of it.
  @Test func firstFontWithTheClusterIsUsed() throws {
    let collection = try FontCollection(Noto.all)
    let slice = ParagraphText.paragraphs(of: "a1ب2क्षि您e\u{301}")[0]
    #expect(slice.fonts(language: "", in: collection) == [0, 0, 1, 0, 2, 2, 2, 2, 4, 0, 0])
    // The Thai font has no acute accent, so the letter comes from another font, too.
    let odd = ParagraphText.paragraphs(of: "ก\u{301}")[0].fonts(language: "th", in: collection)
    #expect(odd[0] == odd[1] && odd[0] != 3)
  }

  /// fontconfig's choice depends on the language, and not on earlier texts.
  @Test func fallbacks() throws {
    let text = "直骨"
    let setter = try Typesetter(fonts: [.file(Noto.latin)])
    func set(_ language: String) throws -> TextBlock {
      let block = try setter.set(text, language: language, size: 40, smallest: 40, width: 100, height: 80)
      #expect(block.missing.isEmpty && block.isComplete)
      return block
    }
    let chinese = try set("zh-Hans")
    let japanese = try set("ja")
    #expect(chinese.coverage != japanese.coverage)
    #expect(try set("zh-Hans").coverage == chinese.coverage)
    for (language, index) in [("zh-CN", 2), ("zh-Hant", 3), ("zh-TW", 3), ("ja", 0), ("ko", 1)] {
      let collection = try FontCollection([.file(Noto.latin)])
      let number = try #require(collection.font(for: scalars("直"), language: language))
      #expect(collection.fonts[number].path == Noto.chinese && collection.fonts[number].index == index, "\(language)")
    }
  }

  @Test func languagesForFontconfig() {
    let table = [
      "zh": "zh-cn", "zh-Hans": "zh-cn", "zh-Hant": "zh-tw", "zh-Hant-HK": "zh-hk", "zh-TW": "zh-tw", "zh-SG": "zh-cn",
      "ar-EG": "ar-eg", "de": "de", "": "",
    ]
    for (tag, expected) in table { #expect(FontFinder.fontconfigLanguage(tag) == expected) }
  }

  /// A missing character is reported once. Ignorable characters are not missing.
  @Test func missingCharacters() throws {
    let setter = try Typesetter(fonts: Noto.all)
    let text = "Star \u{10fffd}\u{200d}\u{200f} and \u{10fffd}\u{10fffc}"
    func set(_ text: String, _ language: String) throws -> TextBlock {
      try setter.set(text, language: language, size: 20, smallest: 20, width: 300, height: 40)
    }
    let block = try set(text, "en")
    #expect(block.missing == ["\u{10fffd}", "\u{10fffc}"] && block.isComplete)
    for (phrase, language) in phrases { #expect(try set(phrase, language).missing.isEmpty) }
    #expect(try set("\u{fe0f}\u{2060}\u{ad}\t\u{1}", "en").missing.isEmpty)
  }

  /// A heading in a script that only fontconfig's fonts have is as heavy as the others: the same family's bold font.
  @Test func headingsOfFallbacks() throws {
    for (text, language, file) in [("كيف", "ar", "-Bold.ttf"), ("कैसी", "hi", "-Bold.ttf"), ("直骨", "ja", "-Bold.ttc")] {
      let collection = try FontCollection([.family("Noto Sans")], headings: [.family("Noto Sans:semibold")])
      let slice = ParagraphText.paragraphs(of: text)[0]
      let regular = try #require(slice.fonts(language: language, in: collection).first)
      let heading = try #require(slice.fonts(language: language, isHeading: true, in: collection).first)
      #expect(
        heading != regular && collection.isForHeadings(heading) && !collection.isForHeadings(regular), "\(language)")
      #expect(collection.fonts[heading].path.hasSuffix(file), "\(collection.fonts[heading].path)")
      #expect(collection.fonts[heading].family == collection.fonts[regular].family)
    }
    // Without a heavier font for Latin, all headings are as light as it.
    let light = try FontCollection([.family("Noto Sans")])
    let slice = ParagraphText.paragraphs(of: "كيف")[0]
    #expect(slice.fonts(language: "ar", isHeading: true, in: light) == slice.fonts(language: "ar", in: light))
  }

  /// A heading has the fonts for headings if they have all of it, and otherwise none of their glyphs.
  @Test func headingsHaveOneWeight() throws {
    let folder = "/usr/share/fonts/truetype/noto/"
    let regular: [FontSource] = [
      .file(folder + "NotoSans-Regular.ttf"), .file(folder + "NotoSansArabic-Regular.ttf"),
    ]
    let bold = try Typesetter(fonts: regular, headings: [.file(folder + "NotoSans-Bold.ttf"), .file("/none.ttf")])
    let plain = try Typesetter(fonts: regular)
    func ink(_ setter: Typesetter, _ text: String, isHeading: Bool) throws -> [UInt8] {
      try setter.set(
        text, language: "en", size: 40, smallest: 40, width: 600, height: 80, isHeading: isHeading
      ).coverage.bytes
    }
    #expect(try ink(bold, "Thanks!", isHeading: true) != ink(plain, "Thanks!", isHeading: true))
    #expect(try ink(bold, "Thanks!", isHeading: false) == ink(plain, "Thanks!", isHeading: false))
    #expect(try ink(bold, "شكرًا لك!", isHeading: true) == ink(plain, "شكرًا لك!", isHeading: true))
    #expect(try ink(plain, "Thanks!", isHeading: true) == ink(plain, "Thanks!", isHeading: false))
  }
}

/// The packages that the check names for missing characters.
@Suite struct FontPackageTests {
  @Test func packagesHaveTheirScripts() {
    func package(_ character: Unicode.Scalar) -> FontPackage? { FontPackage(for: character) }
    for character in ["a", "ß", "Ж", "א", "ع", "ह", "ก", "ខ", "ლ", "€", "→"] as [Unicode.Scalar] {
      #expect(package(character) == .core, "\(character)")
    }
    for character in ["漢", "ひ", "カ", "한", "ㄅ", "！", "。", "𠀋"] as [Unicode.Scalar] {
      #expect(package(character) == .cjk, "\(character)")
    }
    for character in ["😀", "\u{e000}", "\u{10FFFD}"] as [Unicode.Scalar] { #expect(package(character) == nil) }
  }
}
