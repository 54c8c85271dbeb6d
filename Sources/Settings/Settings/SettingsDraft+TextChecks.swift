import Basics

// Whether everything that is shown has words in every language, and whether all words are for something.
extension SettingsDraft {
  mutating func checkTexts(_ settings: Settings) {
    checkEnds()
    // With a header that nobody understands, nobody knows what is missing.
    if !headersAreSound { return }
    let questions = settings.questions.map { $0.id }
    var reasons: [String] = []
    for question in settings.questions {
      for reason in question.reasons where !reasons.contains(where: { same($0, reason) }) { reasons.append(reason) }
    }
    checkIDs(questions: questions, reasons: reasons)
    for language in settings.languages {
      guard let place = places.first(where: { $0.header == Header(.text, language.tag) }) else { continue }
      let missing = missing(in: language, of: settings, questions: questions, reasons: reasons)
      if !missing.isEmpty { mistakes.append(place.mistake("wants " + missing + ", too")) }
    }
  }

  /// What a language does not say, as in "done, question service".
  private func missing(
    in language: LanguageSettings, of settings: Settings, questions: [String], reasons: [String]
  ) -> String {
    let header = Header(.text, language.tag)
    let own = entries.filter { $0.header == header }
    var missing = ""
    func want(_ key: SettingsKey, _ id: String = "") {
      if own.contains(where: { $0.key.isCalled(key.key) && same($0.value.id, id) }) { return }
      missing += (missing.isEmpty ? "" : ", ") + key.key + (id.isEmpty ? "" : " " + id)
    }
    for key in SettingsTable.textKeys where key.isText {
      if key.isCalled("question") {
        for id in questions { want(key, id) }
      } else if key.isCalled("reason") {
        for id in reasons { want(key, id) }
      } else if key.isCalled("name") {
        if settings.languages.count > 1 { want(key) }
      } else if !language.isEnglish {
        want(key)
      }
    }
    return missing
  }

  /// Words for what nothing asks for.
  private mutating func checkIDs(questions: [String], reasons: [String]) {
    for entry in entries where entry.key.section == .text && !entry.key.argument.isEmpty {
      let isQuestion = entry.key.isCalled("question")
      let known = isQuestion ? questions : reasons
      let id = entry.value.id
      if known.contains(where: { same($0, id) }) { continue }
      let meant = NearMiss.nearest(to: id, among: known)
      // What reasons there are cannot be told from a list that is not readable.
      if !isQuestion && !reasonsAreSound { continue }
      let reason = isQuestion ? "there is no section [question " + id + "]" : "no question has this reason"
      mistakes.append(entry.mistake(reason + (meant.map { "; did you mean " + $0 + "?" } ?? "")))
    }
  }

  private var reasonsAreSound: Bool {
    entries.allSatisfy { $0.key.section != .question || !$0.key.isCalled("reasons") || Self.isAllowed($0) }
  }

  /// A text that says that it goes on, and does not.
  private mutating func checkEnds() {
    for i in entries.indices where entries[i].key.isText && entries[i].value.endsWithBackslash {
      if Self.isAllowed(entries[i]), !entries[(i + 1)...].contains(where: { $0.decides(entries[i]) }) {
        mistakes.append(
          entries[i].mistake("ends with \\, but no line of the same key follows; write \\\\ for the sign"))
      }
    }
  }
}
