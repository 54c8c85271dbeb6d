import StarSlider
import Testing

@testable import Settings

/// Kinds of questions, and their order.
@Suite struct QuestionTests {
  /// Returns a configuration of questions `a`, `b` ... with these keys, and their texts.
  static func survey(_ keys: [String], options: [String] = [], _ texts: String = "") -> String {
    let ids = ["a", "b", "c", "d", "e", "f"].prefix(keys.count)
    return zip(ids, keys).map { "[question \($0)]\n\($1)\n" }.joined() + "[text en]\n"
      + ids.map { "question \($0) = Q\n" }.joined() + options.map { "option \($0) = O\n" }.joined() + texts
  }

  static func told(_ keys: String..., options: [String] = [], texts: String = "") -> [String] {
    mistakes(survey(keys, options: options, texts))
  }

  @Test func everyKind() throws {
    let made = try settings(
      Self.survey(
        [
          "kind = stars\nstars = 10\nstep = half", "kind = faces\nsize = 4", "kind = nps\nreasons =",
          "kind = yes-no", "kind = choice\noptions = bus, car\nseveral = yes", "kind = message",
        ], options: ["bus", "car"], "ends b = Bad, Good\nends c = No way, Of course"))
    #expect(made.questions.map(\.kind) == [.stars, .faces, .nps, .yesNo, .choice, .message])
    let scales = made.questions.map { made.scale(of: $0) }
    #expect(
      scales == [
        try Scale(starCount: 10, step: .half), try Scale(starCount: 4, minimum: 1), try Scale(starCount: 10),
        try Scale(starCount: 1), try Scale(starCount: 1), try Scale(starCount: 1),
      ])
    #expect(made.questions[4].options == ["bus", "car"] && made.questions[4].choosesSeveral)
    #expect(
      made.languages[0].ends.map { LanguageSettings.list($0.text) } == [["Bad", "Good"], ["No way", "Of course"]])
    #expect(
      made.warnings.map(\.message) == [
        "kiosk.conf:11: warning: [question d]: a visit has up to 5 questions; most visitors leave after three"
      ])
    #expect(try settings(Self.survey(["kind = faces"])).questions[0].size == nil)
    let effort = try settings(
      Self.survey(["kind = effort", "kind = effort\nsize = 5"], "ends a = Hard, Easy\nends b = Hard, Easy"))
    #expect(effort.questions.map { effort.scale(of: $0)?.starCount } == [7, 5])
  }

  @Test func keysThatDoNotFitTheKind() throws {
    #expect(
      Self.told("kind = nsp") == [
        "kiosk.conf:2: [question a] kind = nsp: invalid value; did you mean nps? allowed: "
          + QuestionKind.names.joined(separator: ", ")
      ])
    #expect(
      Self.told("kind = choice") == ["kiosk.conf:1: [question a]: a choice has no options; add a line options = ID, ID"]
    )
    let nine = (0..<9).map { "o\($0)" }
    for wrong in [nine.joined(separator: ", "), "o0", "", "o0, o0"] {
      #expect(
        Self.told("kind = choice\noptions = \(wrong)", options: wrong.isEmpty ? [] : ["o0"]) == [
          "kiosk.conf:3: [question a] options = \(wrong): invalid value; allowed: 2 to 8 different IDs of \(ValueParser.idForm), "
            + "separated by commas"
        ])
    }
    #expect(
      Self.told("kind = choice\noptions = bus, car", options: ["bus"]) == [
        "kiosk.conf:4: [text en]: missing keys; add option car"
      ])
    #expect(
      Self.told("kind = choice\noptions = bus, car", options: ["bus", "car", "cra"]) == [
        "kiosk.conf:8: [text en] option cra = O: no question has this option; did you mean car?"
      ])
    for (kind, key) in [
      ("nps", "stars = 3"), ("faces", "step = half"), ("nps", "size = 5"), ("stars", "several = yes"),
      ("message", "size = 7"),
    ] {
      #expect(
        try settings(Self.survey(["kind = \(kind)\n\(key)"])).warnings.map(\.message)
          == ["kiosk.conf:3: warning: [question a] \(key): has no effect with kind = \(kind)"])
    }
    #expect(
      try settings(Self.survey(["kind = nps\norder = random"])).warnings.map(\.message) == [
        "kiosk.conf:3: warning: [question a] order = random: has no effect, because the question has neither options nor reasons"
      ])
    for (name, order) in [("fixed", .fixed), ("random", .random), ("rotate", .rotate)] as [(String, TileOrder)] {
      let question = "kind = choice\noptions = bus, car\norder = \(name)"
      #expect(try settings(Self.survey([question], options: ["bus", "car"])).questions.map(\.order) == [order])
    }
    #expect(
      Self.told("kind = faces\nsize = 3") == [
        "kiosk.conf:3: [question a] size = 3: invalid value; allowed with kind = faces: 4, 5"
      ])
    #expect(
      Self.told("kind = nps\nreasons = r\nreasons-up-to = 6.5", texts: "reason r = R") == [
        "kiosk.conf:4: [question a] reasons-up-to = 6.5: not on the scale; allowed: whole numbers from 0 to 10"
      ])
    #expect(Self.told("kind = nps\nreasons = r\nreasons-up-to = 6", texts: "reason r = R") == [])
    #expect(
      Self.told("kind = faces", texts: "ends a = Bad") == [
        "kiosk.conf:5: [text en] ends a = Bad: allowed: two texts separated by a comma, such as Very bad, Very good"
      ])
    #expect(
      try settings(Self.survey([""], "ends a = Bad, Good")).warnings.map(\.message) == [
        "kiosk.conf:5: warning: [text en] ends a = Bad, Good: has no effect with kind = stars; set star-words"
      ])
    #expect(
      mistakes(Self.survey(["kind = nps"], "ends a = Bad, Good\n[text de]\nquestion a = F")) == [
        "kiosk.conf:6: [text de]: missing keys; add ends a"
      ])
  }

  /// A language without a translation needs the phrases of the kinds in use, and no others.
  @Test func phrasesOfKinds() {
    let dutch = Phrase.allCases.filter { $0.kind == nil && $0 != .tellMore }.map { "\($0.key) = X\n" }.joined()
    func told(_ kind: String) -> [String] {
      mistakes(Self.survey(["kind = \(kind)"], "[text nl]\nquestion a = V\n" + dutch))
    }
    #expect(told("stars") == [] && told("nps") == [])
    #expect(told("yes-no").map { $0.prefix(46) } == ["kiosk.conf:5: [text nl]: missing keys; add yes"])
    #expect(told("message").map { $0.prefix(47) } == ["kiosk.conf:5: [text nl]: missing keys; add next"])
  }

  @Test func rulesAreParsed() throws {
    func rules(_ text: String) throws -> [NextRule] {
      try settings(Self.survey(["next = " + text, "", ""])).questions[0].next
    }
    #expect(try rules("b") == [NextRule(target: "b", condition: .always)])
    #expect(
      try rules("c if <= 2, b if >3, end if = 5,b otherwise") == [
        NextRule(target: "c", condition: .value(.atMost, Ratio(2))),
        NextRule(target: "b", condition: .value(.greater, Ratio(3))),
        NextRule(target: "end", condition: .value(.equal, Ratio(5))), NextRule(target: "b", condition: .always),
      ])
    for wrong in ["", "b,", "b, c", "b otherwise, c if < 2", "b when 2", "b if", "b if < x", "B", "b if a b", "b c"] {
      #expect(
        Self.told("next = " + wrong, "", "").first?.hasPrefix(
          "kiosk.conf:2: [question a] next = \(wrong): invalid value; allowed: ID, or rules such as") == true,
        "\(wrong)")
    }
  }

  @Test func ordersThatCannotBeFollowed() {
    let place = "kiosk.conf:2: [question a] next = "
    for (rule, reason) in [
      ("nowhere", "there is no section [question nowhere]; known: a, b, c, end"),
      ("c if <= 6, b", "more than the 5 stars; allowed: numbers from 0 to 5"),
      ("c if = 2.5, b", "not on the scale; allowed: multiples of 1/1 star"),
      ("c if > 5, b", "no answer is > the number; correct or remove the rule"),
      ("c if bus, b", "bus is not a number; compare with a number, such as if <= 2"),
      ("a if < 3, b", "[question a] would be asked again and again; name a later question, or end"),
    ] {
      #expect(Self.told("next = " + rule, "", "") == [place + rule + ": " + reason])
    }
    #expect(
      Self.told("next = c", "", "") == [
        "kiosk.conf:3: [question b]: no visit reaches this question; name it in another question's next, or remove it"
      ])
    // Either rule applies to every answer, so that the next section is never reached.
    #expect(
      Self.told("kind = yes-no\nnext = c if = 1, end if = 0", "", "") == [
        "kiosk.conf:4: [question b]: no visit reaches this question; name it in another question's next, or remove it"
      ])
    #expect(
      Self.told("next = c if < 3", "next = end", "next = b") == [])
    #expect(
      Self.told("next = c if < 3", "", "next = b if < 4, end") == [
        "kiosk.conf:6: [question c] next = b if < 4, end: [question b] would be asked again and again; name a later "
          + "question, or end"
      ])
    #expect(
      Self.told("kind = message\nnext = c if < 2", "next = c", "") == [
        "kiosk.conf:3: [question a] next = c if < 2: a message has no answer; remove the condition"
      ])
    let choice = "kind = choice\noptions = bus, car\nnext = "
    #expect(
      Self.told(choice + "c if buss, b", "", "", options: ["bus", "car"]) == [
        "kiosk.conf:4: [question a] next = c if buss, b: there is no option buss; did you mean bus?"
      ])
    #expect(
      Self.told(choice + "c if <= 2, b", "", "", options: ["bus", "car"]) == [
        "kiosk.conf:4: [question a] next = c if <= 2, b: a choice has no numbers; name an option, such as if ID"
      ])
  }

  /// Only what is answered counts, and only the longest way.
  @Test func longVisitsAreWarnedOf() throws {
    func warnings(_ keys: String...) throws -> [String] { try settings(Self.survey(keys)).warnings.map(\.message) }
    #expect(try warnings("", "", "") == [] && warnings("", "", "kind = message", "") == [])
    #expect(try warnings("next = c if < 3", "next = d", "", "") == [])
    #expect(
      try warnings("", "", "", "") == [
        "kiosk.conf:7: warning: [question d]: a visit has up to 4 questions; most visitors leave after three"
      ])
  }

  /// The order of a survey against all its walks.
  @Test func pathsFollowEveryAnswer() throws {
    let made = try settings(
      Self.survey(
        [
          "next = d if < 3, c if = 4", "kind = choice\noptions = x, y\nseveral = yes\nnext = d if y", "next = end",
          "kind = message",
        ], options: ["x", "y"]))
    let paths = SurveyPaths(made)
    #expect(paths.followers.map { Set($0) } == [[1, 2, 3], [2, 3], [4], [4]])
    #expect(
      (0..<4).map { paths.longest(from: $0) } == [3, 2, 1, 1] && (0..<4).map { paths.longest(to: $0) } == [0, 1, 2, 2])
  }

  /// A comment is asked by rule, needs an address and a start before it, and takes the code from the thanks.
  @Test func comments() throws {
    let address = "[kiosk]\nqr-url = https://example.org/{visit}\n"
    let asked = Self.survey(["next = b if < 3, end", "kind = comment"])
    let made = try settings(address + asked)
    #expect(made.questions[1].kind == .comment && !made.hasThanksCode && made.warnings.isEmpty)
    #expect(SurveyPaths(made).followers == [[1, 2], [2]])
    #expect(try settings(address + Self.survey([""])).hasThanksCode)
    // It counts for no long visit, as a message does not.
    #expect(try settings(address + Self.survey(["", "", "", "kind = comment"])).warnings.isEmpty)
    for wrong in ["", "[kiosk]\nqr-url =\n"] {
      let line = wrong.isEmpty ? 4 : 6
      #expect(
        mistakes(wrong + asked) == [
          "kiosk.conf:\(line): [question b] kind = comment: there is no address to show; add a line qr-url = https://... to "
            + "[kiosk]"
        ])
    }
    #expect(mistakes("[kiosk]\nqr-url = gopher:\n" + asked).count == 1)
    let long = "[kiosk]\nqr-url = https://example.org/" + String(repeating: "x", count: 140) + "{visit}{kiosk}\n"
    #expect(
      mistakes(long + asked).map { $0.suffix(97) } == [
        "with its placeholders filled in, the address has up to 260 bytes; phones can read 213; shorten it"
      ])
    #expect(
      mistakes(address + "attract = no\n" + Self.survey(["kind = comment"])) == [
        "kiosk.conf:5: [question a] kind = comment: as the first screen it would show all visitors the same code; set "
          + "attract = yes, or ask another question first"
      ])
    #expect(
      try settings(address + "qr-time = 9\n" + asked).warnings.map(\.message) == [
        "kiosk.conf:3: warning: [kiosk] qr-time = 9: has no effect with a question that shows the code; remove the line"
      ])
    #expect(
      mistakes(address + Self.survey(["", "kind = comment\nnext = c if < 2", ""])) == [
        "kiosk.conf:7: [question b] next = c if < 2: a comment has no answer; remove the condition"
      ])
    #expect(
      try settings(address + Self.survey(["", "kind = comment\nreasons = r"], "reason r = R")).warnings.map(\.message)
        == [
          "kiosk.conf:7: warning: [question b] reasons = r: has no effect with kind = comment"
        ])
  }

  /// Words beside a code are needed only with the thanks.
  @Test func aCommentNeedsNoWordsForTheThanks() {
    let dutch = Phrase.allCases.filter { $0.kind == nil && $0 != .tellMore }.map { "\($0.key) = X\n" }.joined()
    let texts = "[text nl]\nquestion a = V\nquestion b = V\n" + dutch
    let address = "[kiosk]\nqr-url = https://example.org/{visit}\n"
    #expect(mistakes(address + Self.survey(["", "kind = comment"], texts)) == [])
    #expect(
      mistakes(address + Self.survey(["", ""], texts)).map { $0.prefix(54) } == [
        "kiosk.conf:10: [text nl]: missing keys; add tell-more;"
      ])
  }
}
