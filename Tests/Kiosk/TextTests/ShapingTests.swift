import Foundation
import TestSupport
import Testing

@testable import Text

/// Compares glyphs and positions with those of HarfBuzz's program `hb-shape`, which reads fonts without FreeType.
@Suite struct ShapingTests {
  private struct Glyph: Decodable {
    let g: UInt32
    let cl: Int
    let dx: Int32
    let dy: Int32
    let ax: Int32
  }

  struct Script: Sendable {
    let name: String
    let font: String
    var index = 0
    let language: String
    var level: UInt8 = 0
    /// The letters of random words.
    let letters: [UInt32]
    let words: [String]
  }

  static let scripts = [
    Script(
      name: "Latin", font: Noto.latin, language: "en",
      letters: Array(0x41...0x5a) + Array(0x61...0x7a) + [0x301, 0x323, 0xe9],
      words: ["office", "AVATAR", "Zoë", "e\u{301}\u{323}", "fi ff ffl"]),
    Script(
      name: "Arabic", font: Noto.arabic, language: "ar", level: 1,
      letters: Array(0x621...0x64a) + [0x64b, 0x64f, 0x651, 0x670],
      words: ["كيف كانت الخدمة", "لا إله", "مُحَمَّد", "ببب"]),
    Script(
      name: "Urdu", font: Noto.arabic, language: "ur", level: 1, letters: Array(0x679...0x6d3), words: ["شکریہ آپ"]),
    Script(
      name: "Devanagari", font: Noto.devanagari, language: "hi",
      letters: Array(0x915...0x939) + Array(repeating: 0x94d, count: 12) + Array(0x93e...0x94c) + [0x902, 0x93c],
      words: ["क्षत्रिय", "हिन्दी", "कि", "र्कि", "स्त्री"]),
    Script(
      name: "Thai", font: Noto.thai, language: "th",
      letters: Array(0xe01...0xe2e) + Array(0xe30...0xe3a) + Array(0xe40...0xe4e),
      words: ["ขอบคุณ", "น้ำ", "ปู่ญี่"]),
    Script(
      name: "Chinese", font: Noto.chinese, index: 2, language: "zh-Hans",
      letters: Array(0x4e00...0x5000) + [0x3001, 0x3002],
      words: ["您对我们的服务满意吗？", "「」，。"]),
    Script(
      name: "Japanese", font: Noto.chinese, index: 2, language: "ja", letters: Array(0x3042...0x3090), words: ["直角骨"]),
  ]

  @Test(arguments: scripts) func equalsHarfBuzz(script: Script) throws {
    var random = SplitMix64(seed: 60)
    var lines = script.words
    for _ in 0..<300 {
      var word = String.UnicodeScalarView()
      for _ in 0..<random.int32(in: 1...9) { word.append(Unicode.Scalar(random.element(of: script.letters))!) }
      lines.append(String(word))
    }
    // One em is 65536 units.
    let said = try output(
      of: "/usr/bin/hb-shape",
      [
        "--font-file=\(script.font)", "--face-index=\(script.index)", "--font-size=65536",
        "--language=\(script.language)",
        "--direction=\(script.level == 1 ? "rtl" : "ltr")", "--no-glyph-names", "--output-format=json",
      ], input: lines.joined(separator: "\n") + "\n")
    let expected = try said.split(separator: "\n").map {
      try JSONDecoder().decode([Glyph].self, from: Data($0.utf8))
    }
    try #require(expected.count == lines.count)
    let collection = try FontCollection([.file(script.font, index: Int32(script.index))])
    for (line, wanted) in zip(lines, expected) {
      let glyphs = try shape(
        scalars(line), fonts: collection.fonts, fontOf: { _ in 0 }, level: script.level, language: script.language)
      if glyphs.map(\.glyph) != wanted.map(\.g) || glyphs.map(\.cluster) != wanted.map(\.cl) {
        Issue.record("\(line): \(glyphs.map { ($0.glyph, $0.cluster) }), not \(wanted.map { ($0.g, $0.cl) })")
        continue
      }
      // Both round each value to 1/65536 em, but in different ways.
      var pen: Int32 = 0
      for (glyph, other) in zip(glyphs, wanted) {
        let isThere =
          abs(glyph.x - (pen + other.dx)) <= 2 * Int32(glyphs.count) && abs(glyph.y - other.dy) <= 2
          && abs(glyph.advance - other.ax) <= 2
        if !isThere { Issue.record("\(line): glyph \(glyph.glyph) stands elsewhere") }
        pen += other.ax
      }
    }
  }

  private func glyphs(_ text: String, _ font: String, _ language: String, level: UInt8 = 0) throws -> [UInt32] {
    let collection = try FontCollection([.file(font)])
    return try shape(scalars(text), fonts: collection.fonts, fontOf: { _ in 0 }, level: level, language: language).map(
      \.glyph)
  }

  /// A letter has three forms in a word, which differ from its isolated form.
  @Test func arabicJoins() throws {
    let word = try glyphs("هههه", Noto.arabic, "ar", level: 1)
    let alone = try glyphs("ه", Noto.arabic, "ar", level: 1)
    #expect(word.count == 4 && alone.count == 1)
    #expect(Set(word + alone).count == 4 && word[1] == word[2])
    // Lam and alef form a ligature.
    #expect(try glyphs("لا", Noto.arabic, "ar", level: 1).count == 1)
  }

  /// The short i precedes the consonant after which it is written; a conjunct is one glyph.
  @Test func hindiReorders() throws {
    let ka = try glyphs("क", Noto.devanagari, "hi")
    let syllable = try glyphs("कि", Noto.devanagari, "hi")
    #expect(syllable.count == 2 && syllable[1] == ka[0] && syllable[0] != ka[0])
    #expect(try glyphs("क्ष", Noto.devanagari, "hi").count == 1)
  }

  /// Each script of a run is shaped by its own rules; a space belongs to the script before it.
  @Test func scriptsWithinARun() throws {
    let pieces = try ["a ", "कि ", "b"].flatMap { try glyphs($0, Noto.devanagari, "hi") }
    #expect(try glyphs("a कि b", Noto.devanagari, "hi") == pieces)
  }

  /// A Han character has different forms by language in one font.
  @Test func formsOfTheLanguage() throws {
    let collection = try FontCollection([.file(Noto.chinese, index: 2)])
    let forms = try ["zh-Hans", "ja", "ko"].map { language in
      try shape(scalars("骨"), fonts: collection.fonts, fontOf: { _ in 0 }, level: 0, language: language)[0].glyph
    }
    #expect(forms[0] != forms[1] && forms[1] == forms[2])
  }
}
