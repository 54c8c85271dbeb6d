import Testing

@testable import Text

/// Khmer, Lao and Burmese.
@Suite struct UnspacedScriptTests {
  static let texts = [
    "តើអ្នកពេញចិត្តនឹងសេវាកម្មរបស់យើងយ៉ាងដូចម្តេច", "ທ່ານພໍໃຈກັບການບໍລິການຂອງພວກເຮົາຫຼາຍປານໃດ", "ကျွန်ုပ်တို့၏ဝန်ဆောင်မှုကိုသင်မည်မျှကျေနပ်ပါသလဲ",
  ]

  @Test func longPartsWithoutBreaks() {
    #expect(Self.texts.map { UnspacedScript.unbroken(in: $0) } == [.khmer, .lao, .burmese])
    #expect(UnspacedScript.unbroken(in: "តើអ្នក\u{200b}ពេញចិត្ត\u{200b}នឹង") == nil)
    #expect(UnspacedScript.unbroken(in: "How was it? การเยี่ยมชมของคุณเป็นอย่างไร") == nil)
  }

  /// A word that is broken for want of room keeps its syllables.
  @Test func brokenWordsKeepTheirSyllables() throws {
    for text in Self.texts {
      let setter = try Typesetter(fonts: [.family("sans-serif")])
      let block = try setter.set(text, language: "", size: 30, smallest: 30, width: 140, height: 2000)
      let scalars = scalars(text)
      #expect(block.hasBrokenWords && block.lines.count > 1)
      for line in block.lines.dropLast() { #expect(!UnspacedScript.isSyllable(scalars, around: line.end)) }
    }
  }

  @Test(
    arguments: [
      ([0x1780, 0x17d2, 0x1781], 1, true), ([0x1780, 0x17d2, 0x1781], 2, true), ([0x1780, 0x1781], 1, false),
      ([0xec0, 0xe81], 1, true), ([0xe81, 0xeb0], 1, true), ([0xe81, 0xe82], 1, false),
      ([0x1000, 0x1039, 0x1001], 2, true), ([0x1000, 0x1014, 0x103a], 1, true), ([0x1000, 0x1001], 1, false),
      ([0x61, 0x62], 1, false),
    ] as [([UInt32], Int, Bool)]) func syllables(_ scalars: [UInt32], _ index: Int, _ isOne: Bool)
  {
    #expect(UnspacedScript.isSyllable(scalars, around: index) == isOne)
  }
}
