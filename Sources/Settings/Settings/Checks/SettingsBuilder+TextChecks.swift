import Basics

// Checks that every language has every text, and that every text is used.
extension SettingsBuilder {
  mutating func checkTexts(_ settings: Settings) {
    checkContinuations()
    checkStarWords(settings)
    // An invalid header may be that of a missing section.
    if !headersAreValid { return }
    let questions = settings.questions.map { $0.id }
    var reasons: [String] = []
    for reason in settings.questions.flatMap({ $0.reasons }) where !reasons.contains(where: { same($0, reason) }) {
      reasons.append(reason)
    }
    checkIDs(questions: questions, reasons: reasons)
    for (i, language) in settings.languages.enumerated() {
      let header = Header(.text, language.tag)
      guard let section = sections.first(where: { $0.header == header }) else { continue }
      func has(_ key: String, _ id: String) -> Bool { effectiveEntry(key, .text, language.tag, id: id) != nil }
      let hasCode = !settings.kiosk.comments.template.utf8.isEmpty
      let phrases = missingPhrases(header).filter { $0 != .tellMore || hasCode }
      var missing = phrases.map { "\($0.key)" }
      let name = language.phrases[.name]
      if phrasesFolder != nil, phrases.isEmpty, effectiveEntry("name", .text, language.tag)?.isDefault ?? true,
        settings.languages[..<i].contains(where: { same($0.phrases[.name], name) })
      {
        missing.append("name")
      }
      missing += questions.filter { !has("question", $0) }.map { "question " + $0 }
      missing += reasons.filter { !has("reason", $0) }.map { "reason " + $0 }
      if !has("star-words", ""), settings.languages.contains(where: { !$0.starWords.utf8.isEmpty }) {
        missing.append("star-words")
      }
      if missing.isEmpty { continue }
      let advice = translationPaths(language.tag).last.map { "; buttons and messages belong here or in " + $0 }
      diagnostics.append(
        section.diagnostic(
          "missing keys; add " + missing.joined(separator: ", ") + (phrases.isEmpty ? "" : advice ?? "")))
    }
  }

  /// Checks that there is a word for each star. An option that changes the number of stars does not make the file invalid.
  private mutating func checkStarWords(_ settings: Settings) {
    if !isValid("stars", .slider) || effectiveEntry("stars", .slider)?.isOption == true { return }
    for language in settings.languages {
      let words = language.starWordList
      guard let entry = effectiveEntry("star-words", .text, language.tag), !words.isEmpty else { continue }
      if words.contains(where: { $0.utf8.isEmpty }) {
        report(entry, "a word is empty; remove the comma, or add the word")
      } else if words.count != Int(settings.stars) {
        report(entry, "\(words.count) words for \(settings.stars) stars; write one for each star, separated by commas")
      }
    }
  }

  /// Checks that every text belongs to a question or a reason.
  private mutating func checkIDs(questions: [String], reasons: [String]) {
    for entry in entries where entry.key.section == .text && !entry.key.argument.utf8.isEmpty {
      let isQuestion = entry.key.isNamed("question")
      let known = isQuestion ? questions : reasons
      let id = entry.value.id
      // An invalid list of reasons may have been meant to contain it.
      if known.contains(where: { same($0, id) }) || (!isQuestion && !areValid("reasons", .question)) { continue }
      let reason = isQuestion ? "there is no section [question " + id + "]" : "no question has this reason"
      let advice = NearMiss.nearest(to: id, among: known).map { "; did you mean " + $0 + "?" }
      report(entry, reason + (advice ?? ""))
    }
  }

  /// Checks that a backslash at the end of a text is followed by a line that continues it.
  private mutating func checkContinuations() {
    for i in entries.indices where entries[i].key.isText && entries[i].value.endsWithBackslash {
      if entries[i].isValid, !entries[(i + 1)...].contains(where: { $0.isSameSetting(as: entries[i]) }) {
        report(
          entries[i], "ends with \\, but no line of the same key follows; add the line, or write \\\\ for a backslash")
      }
    }
  }
}
