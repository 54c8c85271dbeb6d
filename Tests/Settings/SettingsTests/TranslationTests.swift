import Testing

@testable import Settings

/// Translations of the phrases, and configurations that rely on them.
@Suite struct TranslationTests {
  static let tags = ["ar", "de", "es", "fr", "he", "hi", "it", "ja", "ko", "pl", "pt", "tr", "zh"]

  /// Two languages and nothing but questions.
  static let survey = """
    [question service]
    [text en]
    question service = How was our service?
    [text de]
    question service = Wie war unser Service?
    """

  static func german(_ change: (String) -> String) -> [String: [UInt8]] {
    ["phrases/de.ini": Array(change(String(decoding: translations["phrases/de.ini"] ?? [], as: UTF8.self)).utf8)]
  }

  @Test func everyTranslationHasEveryPhraseAndNoOther() throws {
    #expect(translations.keys.sorted() == Self.tags.map { "phrases/\($0).ini" })
    for (path, text) in translations {
      let document = INIDocument(text, name: path)
      let entries = document.lines.compactMap {
        if case .entry(let key, let text) = $0.content { (key, text) } else { nil }
      }
      #expect(document.diagnostics.isEmpty && entries.count == document.lines.count)
      #expect(entries.map { $0.0 } == Phrase.allCases.map { "\($0.key)" }, "\(path)")
      // No phrase was left in English. "No" is the same word in Italian and Spanish.
      #expect(zip(Phrase.allCases, entries).allSatisfy { $0.english != $1.1 || $0 == .no }, "\(path)")
    }
  }

  @Test(arguments: tags) func questionsSuffice(_ tag: String) throws {
    let survey = Self.survey.replacing("[text de]", with: "[text \(tag)]")
    // Only a kiosk that speaks reads what is said.
    for (voice, speaks) in [("", false), ("[voice]\nvoice = on-demand\n", true)] {
      let made = try settings(voice + survey)
      #expect(made.languages[0].phrases == PhraseTexts() && made.warnings.isEmpty)
      for phrase in Phrase.allCases where phrase != .no {
        let isTranslated = made.languages[1].phrases[phrase] != phrase.english
        #expect(isTranslated == (speaks || !phrase.isOfSpeech), "\(phrase.key)")
      }
    }
  }

  /// A configuration of the earlier form, which sets every phrase, gives the same as one that relies on a translation.
  @Test func earlierFormGivesTheSame() throws {
    let phrases = try #require(translations["phrases/ar.ini"])
    let survey = "[voice]\nvoice = always\n[question a]\n[text ar]\nquestion a = ؟\n"
    let made = try settings(survey + String(decoding: phrases, as: UTF8.self))
    #expect(made == (try settings(survey)))
    #expect(made.languages[0].phrases[.thanks] == "شكرًا لك!")
  }

  @Test func configurationOverridesTranslation() throws {
    let text = Self.survey + "\nthanks = Danke \\\nthanks = sehr!\ndirection = ltr"
    let german = try settings(text).languages[1]
    #expect(german.phrases[.thanks] == "Danke sehr!" && german.phrases[.closed] == "Geschlossen")
    #expect(german.isRightToLeft == false)
  }

  /// Only files of languages that are offered and have phrases left are read.
  @Test func onlyOfferedLanguagesAreRead() {
    func read(_ lines: String) -> [String] {
      var builder = SettingsBuilder()
      builder.phrasesFolder = "/p"
      builder.read(Array((Self.survey + "\n" + lines).utf8), name: "kiosk.conf")
      var paths: [String] = []
      _ = builder.check { (path) throws(Diagnostic) in
        paths.append(path)
        throw Diagnostic(place: path, reason: "missing")
      }
      return paths
    }
    #expect(read("") == ["/p/de.ini"])
    #expect(read(Phrase.allCases.map { "\($0.key) = X" }.joined(separator: "\n")) == [])
    // A region has the language's texts; Traditional Chinese has not those of zh.ini.
    #expect(read("[text pt-BR]") == ["/p/de.ini", "/p/pt-BR.ini", "/p/pt.ini"])
    #expect(read("[text zh-Hans]") == ["/p/de.ini", "/p/zh-Hans.ini", "/p/zh.ini"])
    #expect(read("[text zh-Hant]\n[text zh-TW]") == ["/p/de.ini", "/p/zh-Hant.ini", "/p/zh-TW.ini"])
  }

  @Test func faultyTranslationsAreReported() {
    func told(_ change: (String) -> String) -> [String] { mistakes(Self.survey, files: Self.german(change)) }
    #expect(told { $0 } == [])
    #expect(
      told { $0.replacing("thanks = Vielen Dank!\n", with: "") } == [
        "kiosk.conf:4: [text de]: missing keys; add thanks; buttons and messages belong here or in phrases/de.ini"
      ])
    #expect(
      told { $0 + "question a = A\n" } == [
        "phrases/de.ini:57: [text de] question a: unknown key; known: direction, star-words, "
          + Phrase.allCases.map { "\($0.key)" }.joined(separator: ", ")
      ])
    #expect(
      told { $0 + "thnaks = Danke!" } == ["phrases/de.ini:57: [text de] thnaks: unknown key; did you mean thanks?"])
    #expect(
      told { $0 + "thanks = Danke!" } == [
        "phrases/de.ini:57: [text de] thanks = Danke!: duplicate key; remove one of the lines"
      ])
    #expect(
      told { $0 + "[text de]" } == ["phrases/de.ini:57: [text de]: a translation has no sections; remove the line"])
    #expect(
      told { $0.replacing("Vielen Dank!", with: "") } == [
        "phrases/de.ini:7: [text de] thanks = : invalid value; allowed: texts of 1 to 600 bytes"
      ])
  }

  /// A program that shows no text, as the courier, needs no translations.
  @Test func programsWithoutTextNeedNoTranslations() throws {
    var builder = SettingsBuilder()
    builder.read(Array((Self.survey + "\n[text nl]\nquestion service = Hoe was het?").utf8), name: "kiosk.conf")
    let made = try builder.build { (path) throws(Diagnostic) in
      Issue.record("\(path) was read")
      return []
    }
    #expect(made.languages.count == 3)
  }
}
