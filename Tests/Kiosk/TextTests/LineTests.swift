import TestSupport
import Testing

@testable import Text

/// Line breaks.
@Suite struct LineTests {
  private func lines(_ text: String, _ language: String, width: Int32, size: Int32 = 20) throws -> [String] {
    let setter = try Typesetter(fonts: Noto.all)
    let block = try setter.set(
      text, language: language, size: size, smallest: size, width: width, height: 4000)
    #expect(block.isComplete && !block.hasBrokenWords, "\(text) in \(width)")
    return block.lines.map { lineText($0, of: text) }
  }

  @Test func latinBreaksBetweenWords() throws {
    let text = "How  was your well-earned visit, office?"
    for width in stride(from: 90 as Int32, through: 500, by: 7) {
      let found = try lines(text, "en", width: width)
      // A hyphen stays on its line; white space at its end is dropped.
      let words = ["How", "was", "your", "well-", "earned", "visit,", "office?"]
      #expect(found.flatMap { $0.split(separator: " ") }.joined() == words.joined())
      for line in found.dropLast() { #expect(words.contains { line.hasSuffix($0) } && !line.hasSuffix(" ")) }
      for line in found.dropFirst() { #expect(words.contains { line.hasPrefix($0) }) }
    }
  }

  /// Scripts without spaces between words, whose words ICU's dictionaries have.
  @Test(
    arguments: [
      ("th", "ขอบคุณ|สำหรับ|การ|เยี่ยม|ชม|ใน|วัน|นี้"), ("km", "តើ|អ្នក|ពេញចិត្ត|នឹង|សេវាកម្ម|របស់|យើង|យ៉ាងដូច|ម្តេច"),
      ("lo", "ທ່ານ|ພໍໃຈ|ກັບ|ການ|ບໍລິການ|ຂອງ|ພວກ|ເຮົາ|ຫຼາຍ|ປານໃດ"), ("my", "ကျွန်ုပ်|တို့၏ဝန်ဆောင်မှု|ကို|သင်|မည်|မျှ|ကျေနပ်|ပါ|သလဲ"),
    ]) func dictionaryWordsAreWhole(_ language: String, _ marked: String) throws
  {
    let words = marked.split(separator: "|").map(String.init)
    var ends: Set<Int> = []
    var end = 0
    for word in words {
      end += word.unicodeScalars.count
      ends.insert(end)
    }
    let text = words.joined()
    var breaks: Set<Int> = []
    for width in stride(from: 170 as Int32, through: 400, by: 5) {
      var place = 0
      for line in try lines(text, language, width: width) {
        place += line.unicodeScalars.count
        #expect(ends.contains(place), "\(line) in \(width)")
        breaks.insert(place)
      }
      #expect(place == end)
    }
    #expect(breaks.count > 3)
  }

  /// Japanese breaks between phrases, and its last line has at least three characters.
  @Test(
    arguments: [
      "今日の|サービスは|いかがでしたか?", "コンピューターの|操作は|簡単でしたか？", "スタッフの|対応は|いかがでしたか？",
    ]) func japaneseBreaksBetweenPhrases(_ marked: String) throws
  {
    let phrases = marked.split(separator: "|").map(String.init)
    var breaks: Set<Int> = []
    for width in stride(from: 185 as Int32, through: 400, by: 4) {
      let found = try lines(phrases.joined(), "ja", width: width)
      #expect(found.joined() == phrases.joined() && found.last!.count >= 3)
      for line in found.dropLast() {
        #expect(phrases.contains { line.hasSuffix($0) }, "\(line) in \(width)")
        breaks.insert(line.count)
      }
    }
    #expect(!breaks.isEmpty)
    for words in ["お国は日本", "何階ですか二階"] {
      for width in stride(from: 60 as Int32, through: 160, by: 4) {
        let setter = try Typesetter(fonts: Noto.all)
        let block = try setter.set(words, language: "ja", size: 20, smallest: 20, width: width, height: 400)
        #expect(block.hasBrokenWords || lineText(block.lines.last!, of: words).count >= 3, "\(words) in \(width)")
      }
    }
  }

  /// ICU divides these forms.
  @Test func politeJapaneseIsWhole() throws {
    let breaks = LineBreakOpportunities()
    _ = try FontCollection([.file(Noto.latin)])
    for marked in ["ありがとうございました", "係員に|お名前を|お伝え|ください", "どの|点が|ご不満でしたか？", "「お名前」を", "ご意見は|こちらの|コードから"] {
      #expect(try marking(breaks, marked, "ja") == marked)
    }
  }

  /// Returns a text with a bar at each place for a line break in place of those of `marked`.
  private func marking(_ breaks: LineBreakOpportunities, _ marked: String, _ language: String) throws -> String {
    let paragraph = ParagraphText.paragraphs(of: marked.replacing("|", with: ""))[0]
    let allowed = try breaks.find(in: paragraph.scalars, clusterStarts: paragraph.clusterStarts, language: language)
    var found = String.UnicodeScalarView()
    for (i, scalar) in paragraph.scalars.enumerated() {
      found.append(Unicode.Scalar(scalar)!)
      if allowed[i] && i + 1 < paragraph.scalars.count { found.append("|") }
    }
    return String(found)
  }

  /// Korean breaks at spaces only, not between syllables.
  @Test func koreanBreaksAtSpaces() throws {
    let text = "오늘 2층 고객센터의 서비스는 어떠셨나요? Wi-Fi는요?"
    let words = text.split(separator: " ").map(String.init)
    var breaks: Set<String> = []
    for width in stride(from: 140 as Int32, through: 460, by: 8) {
      let found = try lines(text, "ko", width: width)
      #expect(found.joined(separator: " ").replacing("Wi- Fi", with: "Wi-Fi") == text)
      for line in found.dropLast() {
        #expect(words.contains { line.hasSuffix($0) } || line.hasSuffix("Wi-"), "\(line) in \(width)")
        breaks.insert(line)
      }
    }
    #expect(breaks.count > 3)
  }

  /// Neither Chinese characters nor another language of the text change that.
  @Test(arguments: ["ko", "", "ja"]) func koreanWordsAreWhole(_ language: String) throws {
    let text = "오늘 漢字를 서비스는 어떠셨나요?"
    let words = text.split(separator: " ").map(String.init)
    for width in stride(from: 140 as Int32, through: 300, by: 8) {
      let found = try lines(text, language, width: width)
      #expect(found.flatMap { $0.split(separator: " ").map(String.init) } == words)
    }
  }

  /// What may stand at the end of a line without ICU.
  @Test func spacesHyphensAndDashes() throws {
    let breaks = LineBreakOpportunities()
    _ = try FontCollection([.file(Noto.latin)])
    for marked in [
      "well-|earned |and/|or", "-5 |to |9–17 |on |24/7", "Mo–|Fr |a—|b", "Ça |va ? |Oui !", "« |Bonjour »", "50 % |de",
      "Zu\u{ad}|frieden", "no\u{a0}break |5\u{202f}%", "zero\u{200b}|width", "a  |b", "example.org/|survey",
      "COVID-19 |x",
      "नमस्ते। |आप", "مرحبا، |كيف",
    ] {
      #expect(try marking(breaks, marked, "en") == marked)
    }
  }

  /// Chinese breaks anywhere except before closing and after opening punctuation (kinsoku).
  @Test func chineseBreaksBetweenCharacters() throws {
    let text = "您今天的「参观」怎么样？请点一颗星，（谢谢）。欢迎再来！"
    var breaks: Set<String> = []
    for width in stride(from: 84 as Int32, through: 300, by: 3) {
      let found = try lines(text, "zh-Hans", width: width)
      #expect(found.joined() == text)
      for line in found {
        #expect(!"？，。！」）".contains(line.first!) && !"「（".contains(line.last!), "\(line) in \(width)")
        breaks.insert(String(line.last!))
      }
    }
    #expect(breaks.count > 12)
  }

  /// Lines and alignment run from right to left.
  @Test func arabicBreaksBetweenWords() throws {
    let (text, language) = phrases[1]
    let setter = try Typesetter(fonts: Noto.all)
    let words = Set(text.split(separator: " ").map(String.init))
    for width in stride(from: 90 as Int32, through: 400, by: 11) {
      let block = try setter.set(
        text, language: language, size: 20, smallest: 20, width: width, height: 1000, alignment: .start)
      #expect(block.isComplete && block.lines.allSatisfy { $0.isRightToLeft })
      #expect(
        block.lines.flatMap { lineText($0, of: text).split(separator: " ").map(String.init) }.allSatisfy(words.contains)
      )
      // The first line starts at the right. The side bearing of an alef is less than a fifth of an em.
      #expect(block.x + block.coverage.width > width - 4)
    }
  }

  @Test func softHyphensAppearAtBreaks() throws {
    let setter = try Typesetter(fonts: Noto.all)
    let text = "Zufrieden\u{ad}heit"
    let cut = try setter.set(text, language: "de", size: 20, smallest: 20, width: 105, height: 200)
    let written = try setter.set("Zufrieden-\nheit", language: "de", size: 20, smallest: 20, width: 105, height: 200)
    #expect(cut.lines.count == 2 && cut.coverage == written.coverage)
    let whole = try setter.set(text, language: "de", size: 20, smallest: 20, width: 300, height: 200)
    let plain = try setter.set("Zufriedenheit", language: "de", size: 20, smallest: 20, width: 300, height: 200)
    #expect(whole.lines.count == 1 && whole.coverage == plain.coverage)
  }

  @Test func lineEndsStartParagraphs() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for text in ["a\nb\n\nc\n", "a\r\nb\r\n\r\nc", "a\u{2028}b\u{2029}\u{85}c", "a\rb\u{b}\u{c}c"] {
      let block = try setter.set(text, language: "", size: 20, smallest: 20, width: 100, height: 200)
      #expect(block.lines.map { lineText($0, of: text) } == ["a", "b", "", "c"])
      let distances = zip(block.lines, block.lines.dropFirst()).map { $1.baseline - $0.baseline }
      #expect(Set(distances).count == 1)
    }
  }

  /// A word that is wider than the box is broken only if no size helps.
  @Test func longWordsAreBroken() throws {
    let setter = try Typesetter(fonts: Noto.all)
    let word = "Donaudampfschifffahrts\u{e4}\u{308}gesellschaft"
    let smaller = try setter.set(word, language: "de", size: 40, smallest: 4, width: 200, height: 100)
    #expect(smaller.isComplete && !smaller.hasBrokenWords && smaller.lines.count == 1 && smaller.size < 40)
    let cut = try setter.set(word, language: "de", size: 40, smallest: 20, width: 200, height: 200)
    #expect(cut.isComplete && cut.hasBrokenWords && cut.lines.count > 1)
    #expect(cut.lines.map { lineText($0, of: word) }.joined() == word)
    for line in cut.lines { #expect(lineText(line, of: word).unicodeScalars.first != "\u{308}") }
  }
}
