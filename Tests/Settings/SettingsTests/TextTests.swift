import Testing

@testable import Settings

/// The sections [question] and [text].
@Suite struct TextTests {
  static let question = """
    [question service]
    reasons = waiting, staff
    reasons-up-to = 2
    [text en]
    question service = How was our service?
    reason waiting = The waiting time
    reason staff = The staff

    """

  /// All keys that a language other than English must set.
  static let arabic = """
    [text ar]
    name = العربية
    direction = rtl
    attract = المس الشاشة للبدء
    what-went-wrong = ما الذي لم يعجبك؟
    done = تم
    start-over = ابدأ من جديد
    thanks = شكرا لك!
    still-there = هل ما زلت هنا؟
    closed = مغلق
    cleaning = جار التنظيف
    question service = كيف كانت خدمتنا؟
    reason waiting = مدة الانتظار
    reason staff = الموظفون

    """

  @Test func aQuestionInTwoLanguages() throws {
    let made = try settings(Self.question + "name = English\n" + Self.arabic)
    var question = QuestionSettings(id: "service")
    question.reasons = ["waiting", "staff"]
    question.reasonsUpTo = Ratio(2)
    var english = LanguageSettings(tag: "en")
    english.phrases[.name] = "English"
    english.questions = [.init(id: "service", text: "How was our service?")]
    english.reasons = [.init(id: "waiting", text: "The waiting time"), .init(id: "staff", text: "The staff")]
    var arabic = LanguageSettings(tag: "ar")
    arabic.phrases = try settings("[text ar]").languages[0].phrases
    arabic.phrases[.name] = "العربية"
    arabic.isRightToLeft = true
    arabic.phrases[.attract] = "المس الشاشة للبدء"
    arabic.phrases[.whatWentWrong] = "ما الذي لم يعجبك؟"
    arabic.phrases[.done] = "تم"
    arabic.phrases[.startOver] = "ابدأ من جديد"
    arabic.phrases[.thanks] = "شكرا لك!"
    arabic.phrases[.stillThere] = "هل ما زلت هنا؟"
    arabic.phrases[.closed] = "مغلق"
    arabic.phrases[.cleaning] = "جار التنظيف"
    arabic.questions = [.init(id: "service", text: "كيف كانت خدمتنا؟")]
    arabic.reasons = [.init(id: "waiting", text: "مدة الانتظار"), .init(id: "staff", text: "الموظفون")]
    #expect(made.questions == [question])
    #expect(made.languages == [english, arabic])
  }

  @Test func sectionsKeepTheirOrderAndCanBeContinued() throws {
    let made = try settings(
      """
      [text en]
      question b-2 = Second
      [question b-2]
      [question a]
      [text de]
      name = Deutsch
      [question b-2]
      reasons = x
      [text en]
      name = English
      question a = First
      reason x = X
      [text de]
      attract = A
      what-went-wrong = B
      done = C
      start-over = D
      thanks = E
      still-there = F
      closed = G
      cleaning = H
      reason x = X
      question a = Erste
      question b-2 = Zweite
      """)
    #expect(made.questions.map { $0.id } == ["b-2", "a"])
    #expect(made.questions[0].reasons == ["x"])
    #expect(made.languages.map { $0.tag } == ["en", "de"])
    #expect(made.languages[1].phrases[.stillThere] == "F")
  }

  @Test func textsContinueInTheNextLine() throws {
    func thanks(_ lines: String...) throws -> String {
      try settings("[text en]\n" + lines.map { "thanks = \($0)\n" }.joined()).languages[0].phrases[.thanks]
    }
    #expect(try thanks(#"One\nTwo"#) == "One\nTwo")
    #expect(try thanks(#"a\\nb \; c"#) == #"a\nb ; c"#)
    #expect(try thanks(#"Thank \"#, #"you \"#, "all!") == "Thank you all!")
    #expect(try thanks(#"谢\"#, "谢") == "谢谢")
    #expect(try thanks("a:b = c ; a comment") == "a:b = c")
    // An escaped backslash at the end does not continue the text.
    #expect(try thanks(#"a\\"#) == #"a\"#)
    #expect(try thanks(String(repeating: "x", count: 180)).count == 180)
    let five = (0..<5).map { _ in "reason r = " + String(repeating: "x", count: 120) + "\\\n" }.joined()
    let made = "[question q]\nreasons = r\n[text en]\nquestion q = Q\n"
    #expect(try settings(made + five.dropLast(2)).languages[0].reasons[0].text.count == 600)
    #expect(
      mistakes(made + five + "reason r = y") == [
        "kiosk.conf:10: [text en] reason r = y: invalid value; allowed: texts of 1 to 600 bytes"
      ])
    #expect(
      mistakes("[text en]\nthanks = a\nthanks = b") == [
        "kiosk.conf:3: [text en] thanks = b: duplicate key; it is already set in line 2"
      ])
    #expect(
      mistakes("[text en]\nthanks = a\\\ndone = b") == [
        #"kiosk.conf:2: [text en] thanks = a\: ends with \, but no line of the same key follows; add the line, or write \\ for a backslash"#
      ])
    for wrong in ["", #"\t"#, #"\"#] {
      #expect(
        mistakes("[text en]\nthanks = \(wrong)") == [
          "kiosk.conf:2: [text en] thanks = \(wrong): invalid value; allowed: texts of 1 to 600 bytes"
        ])
    }
  }

  /// A message is a line of the log, and of the glass of a kiosk that is out of order.
  @Test func messagesQuoteTheBeginningOfALongValue() {
    for (value, shown) in [
      (String(repeating: "x", count: 700), String(repeating: "x", count: 80)),
      (String(repeating: "ä", count: 350), String(repeating: "ä", count: 40)),
      ("x" + String(repeating: "語", count: 250), "x" + String(repeating: "語", count: 26)),
    ] {
      #expect(
        mistakes("[text en]\nthanks = \(value)")
          == ["kiosk.conf:2: [text en] thanks = \(shown)...: invalid value; allowed: texts of 1 to 600 bytes"])
      #expect(mistakes("[slider]\nstarz = \(value)")[0].hasPrefix("kiosk.conf:2: [slider] starz = \(shown)...: "))
    }
  }

  @Test func everyPhraseSetsItsField() throws {
    for key in SettingsSchema.keys where key.isText && key.argument.isEmpty && key.name != "star-words" {
      let made = try settings("[text en]\n\(key.name) = Changed").languages[0].phrases
      let changed = Phrase.allCases.filter { made[$0] != $0.english }
      #expect(changed.map { "\($0.key)" } == [key.name] && made[changed[0]] == "Changed")
    }
    let names = SettingsSchema.keys.filter { $0.isText && $0.argument.isEmpty }.map { $0.name }
    #expect(names == ["star-words"] + Phrase.allCases.map { "\($0.key)" })
    for (text, isRightToLeft) in [("auto", nil), ("ltr", false), ("rtl", true)] as [(String, Bool?)] {
      #expect(try settings("[text en]\ndirection = \(text)").languages[0].isRightToLeft == isRightToLeft)
    }
    #expect(
      mistakes("[text en]\ndirection = left") == [
        "kiosk.conf:2: [text en] direction = left: invalid value; allowed: auto, ltr, rtl"
      ])
    #expect(mistakes("[text en]\nname = " + String(repeating: "x", count: 64)) == [])
    #expect(mistakes("[text en]\nname = " + String(repeating: "x", count: 65)).count == 1)
  }

  /// All texts of up to three bytes from a set, and texts of the minimum and maximum lengths.
  @Test func formsOfIDsAndTags() {
    let letters = Array("aZ9-_é".unicodeScalars).map { String($0) } + [""]
    for a in letters {
      for b in letters {
        for c in letters {
          let text = a + b + c
          let isID = !text.isEmpty && text.unicodeScalars.allSatisfy { "a9-".unicodeScalars.contains($0) }
          #expect(ValueParser(text).isID == isID, "\(text)")
          let isTag = text.count >= 2 && text.allSatisfy { $0 == "a" }
          #expect(ValueParser(text).isTag == isTag, "\(text)")
        }
      }
    }
    #expect(ValueParser(String(repeating: "a", count: 32)).isID)
    #expect(!ValueParser(String(repeating: "a", count: 33)).isID)
    for tag in ["en", "ar", "zh-Hans", "de-CH-1901", "sr-Latn-RS", "es-419", "x-y".replacing("x", with: "xx")] {
      #expect(ValueParser(tag).isTag, "\(tag)")
    }
    for tag in ["e", "EN", "en_GB", "en-", "-en", "en--GB", "abcdefghi", "en-abcdefghi", "en-é", ""] {
      #expect(!ValueParser(tag).isTag, "\(tag)")
    }
    #expect(!ValueParser("en" + String(repeating: "-abcdef", count: 5)).isTag)
  }

  @Test func invalidHeadersAreReported() {
    #expect(
      mistakes(
        """
        [question]
        reasons = Q
        [question Service]
        [question \(String(repeating: "x", count: 33))]
        [question a b]
        [text]
        [text EN]
        [theme dark]
        [questoin service]
        reasons = Q
        [txt]
        thanks =
        """) == [
          "kiosk.conf:1: [question]: invalid section; allowed: [question ID] with an ID of \(ValueParser.idForm)",
          "kiosk.conf:3: [question Service]: invalid section; allowed: [question ID] with an ID of \(ValueParser.idForm)",
          "kiosk.conf:4: [question \(String(repeating: "x", count: 33))]: invalid section; allowed: [question ID] with an ID of "
            + ValueParser.idForm,
          "kiosk.conf:5: [question a b]: invalid section; allowed: [question ID] with an ID of \(ValueParser.idForm)",
          "kiosk.conf:6: [text]: invalid section; allowed: [text TAG] with a BCP 47 tag, such as [text en], [text zh-Hans]",
          "kiosk.conf:7: [text EN]: invalid section; allowed: [text TAG] with a BCP 47 tag, such as [text en], [text zh-Hans]",
          "kiosk.conf:8: [theme dark]: invalid section; allowed: [theme]",
          "kiosk.conf:9: [questoin service]: unknown section; did you mean [question service]?",
          "kiosk.conf:10: [question service] reasons = Q: invalid value; allowed: different IDs of \(ValueParser.idForm), "
            + "separated by commas; at most 12",
          "kiosk.conf:11: [txt]: unknown section; did you mean [text TAG]?",
        ])
  }

  @Test func keysWithAnArgumentRequireAnID() {
    #expect(
      mistakes(
        """
        [text en]
        question = x
        question A = x
        question a b = x
        thanks a = x
        questoin a = x
        [screen]
        reason a = x
        """) == [
          "kiosk.conf:2: [text en] question = x: invalid key; allowed: question ID with an ID of \(ValueParser.idForm)",
          "kiosk.conf:3: [text en] question A = x: invalid key; allowed: question ID with an ID of \(ValueParser.idForm)",
          "kiosk.conf:4: [text en] question a b = x: invalid key; allowed: question ID with an ID of \(ValueParser.idForm)",
          "kiosk.conf:5: [text en] thanks a = x: unknown key; did you mean thanks?",
          "kiosk.conf:6: [text en] questoin a = x: unknown key; did you mean question ID?",
          "kiosk.conf:8: [screen] reason a = x: unknown key; move it to [text TAG]",
        ])
  }

  @Test func missingTextsAreReported() {
    #expect(
      mistakes("[question service]\nreasons = waiting") == [
        "kiosk.conf:1: [question service]: the question has no text; add a section [text en] with question service = TEXT"
      ])
    let rest = Phrase.allCases.filter {
      $0.kind == nil && !$0.isOfService && !$0.isOfHours && !$0.isOfSpeech
        && ![.name, .thanks, .tellMore].contains($0)
    }.map {
      "\($0.key)"
    }
    #expect(
      mistakes(Self.question + "[text nl]\nname = Nederlands\nthanks = Dank u!\nquestion service = Na?") == [
        "kiosk.conf:8: [text nl]: missing keys; add \(rest.joined(separator: ", ")), reason waiting, reason staff; "
          + "buttons and messages belong here or in phrases/nl.ini"
      ])
    // The words beside a code are missing only with one.
    let dutch = """
      [question q]
      [text nl]
      question q = V
      \(Phrase.allCases.filter { $0 != .tellMore }.map { "\($0.key) = X" }.joined(separator: "\n"))
      """
    #expect(mistakes(dutch) == [])
    let told = mistakes("[kiosk]\nqr-url = https://example.org/{visit}\n" + dutch)
    #expect(told.count == 1 && told[0].hasPrefix("kiosk.conf:4: [text nl]: missing keys; add tell-more;"), "\(told)")
    // A key with an invalid value is not missing.
    #expect(mistakes("[question q]\n[text en]\nquestion q =").count == 1)
    // Variants of English have the English defaults.
    #expect(mistakes("[question q]\n[text en-US]\nquestion q = Q") == [])
    #expect(mistakes("[question q]\n[text enm]\nquestion q = Q").count == 1)
    // Two languages need different names.
    #expect(
      mistakes("[question q]\n[text en]\nquestion q = Q\n[text en-GB]\nquestion q = Q") == [
        "kiosk.conf:4: [text en-GB]: missing keys; add name"
      ])
    // An invalid header may be that of a missing section.
    #expect(mistakes("[questions q]\n[text en]\nquestion q = Q").count == 1)
  }

  @Test func unusedTextsAreReported() {
    #expect(
      mistakes(Self.question + "question servcie = ?\nquestion food = ?\nreason wating = ?\nreason price = ?") == [
        "kiosk.conf:8: [text en] question servcie = ?: there is no section [question servcie]; did you mean service?",
        "kiosk.conf:9: [text en] question food = ?: there is no section [question food]",
        "kiosk.conf:10: [text en] reason wating = ?: no question has this reason; did you mean waiting?",
        "kiosk.conf:11: [text en] reason price = ?: no question has this reason",
      ])
    // An invalid list of reasons may have been meant to contain it.
    #expect(mistakes("[question q]\nreasons = a, B\n[text en]\nquestion q = Q\nreason a = A").count == 1)
  }

  @Test func sectionsAreLimited() throws {
    func text(questions: Int, languages: Int) -> String {
      let ids = (0..<questions).map { "q\($0)" }
      let words = ids.map { "question \($0) = Q\n" }.joined()
      return ids.map { "[question \($0)]\n" }.joined()
        + (0..<languages).map { "[text en-\($0)]\nname = E\n" + words }.joined()
    }
    let most = try settings(text(questions: 8, languages: 12))
    #expect(most.questions.count == 8 && most.languages.count == 12)
    #expect(
      mistakes(text(questions: 9, languages: 1)) == [
        "kiosk.conf:9: [question q8]: too many sections; at most 8 [question ID] are allowed"
      ])
    #expect(
      mistakes(text(questions: 0, languages: 14)) == [
        "kiosk.conf:25: [text en-12]: too many sections; at most 12 [text TAG] are allowed"
      ])
  }
}
