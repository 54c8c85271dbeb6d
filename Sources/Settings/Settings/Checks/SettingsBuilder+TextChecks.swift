import Basics

// Checks that every language has every text, and that every text is used.
extension SettingsBuilder {
  mutating func checkTexts(_ settings: Settings) {
    checkContinuations()
    checkQuotationMarks()
    checkStarWords(settings)
    // A section that seems to be missing may have an invalid header.
    if !headersAreValid { return }
    let questions = settings.questions.map { $0.id }
    func unique(_ ids: [String]) -> [String] {
      var all: [String] = []
      for id in ids where !all.contains(where: { same($0, id) }) { all.append(id) }
      return all
    }
    let reasons = unique(settings.questions.flatMap { $0.reasons })
    let options = unique(settings.questions.flatMap { $0.options })
    let ends = questions.filter { id in
      settings.languages.contains { language in language.ends.contains { same($0.id, id) } }
    }
    checkIDs(questions: questions, reasons: reasons, options: options)
    checkEnds(settings)
    for (i, language) in settings.languages.enumerated() {
      let header = Header(.text, language.tag)
      guard let section = sections.first(where: { $0.header == header }) else { continue }
      func has(_ key: String, _ id: String) -> Bool { effectiveEntry(key, .text, language.tag, id: id) != nil }
      let hasService = !settings.kiosk.servicePIN.utf8.isEmpty
      let hasHours = !settings.kiosk.schedule.hours.isEmpty || !settings.kiosk.schedule.days.isEmpty
      let phrases = missingPhrases(header).filter { phrase in
        if phrase == .tellMore { return settings.hasThanksCode }
        if phrase.isOfService { return hasService }
        if phrase.isOfHours { return hasHours }
        if phrase.isOfSpeech { return settings.voice.mode != .no }
        return phrase.kind == nil || settings.questions.contains { $0.kind == phrase.kind }
      }
      var missing = phrases.map { "\($0.key)" }
      let name = language.phrases[.name]
      if phrasesFolder != nil, phrases.isEmpty, effectiveEntry("name", .text, language.tag)?.isDefault ?? true,
        settings.languages[..<i].contains(where: { same($0.phrases[.name], name) })
      {
        missing.append("name")
      }
      missing += questions.filter { !has("question", $0) }.map { "question " + $0 }
      missing += reasons.filter { !has("reason", $0) }.map { "reason " + $0 }
      missing += options.filter { !has("option", $0) }.map { "option " + $0 }
      missing += ends.filter { !has("ends", $0) }.map { "ends " + $0 }
      if !has("star-words", ""), settings.languages.contains(where: { !$0.starWords.utf8.isEmpty }) {
        missing.append("star-words")
      }
      if missing.isEmpty { continue }
      // Without its translation, a language shows the phrases in English.
      let lacksTranslation = missing.allSatisfy { id in phrases.contains { same($0.key, id.utf8) } }
      let advice = translationPaths(language.tag).last.map { "; buttons and messages belong here or in " + $0 }
      diagnostics.append(
        section.diagnostic(
          "missing keys; add " + missing.joined(separator: ", ") + (phrases.isEmpty ? "" : advice ?? ""),
          lacksTranslation ? .decoration : nil))
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
      } else if words.count != Int(settings.slider.stars) {
        report(
          entry, "\(words.count) words for \(settings.slider.stars) stars; write one for each star, separated by commas"
        )
      }
    }
  }

  /// Checks that there are two words for the ends of a scale, and that the scale can have such words.
  private mutating func checkEnds(_ settings: Settings) {
    for language in settings.languages {
      for ends in language.ends {
        guard let entry = effectiveEntry("ends", .text, language.tag, id: ends.id),
          let question = settings.questions.first(where: { same($0.id, ends.id) })
        else { continue }
        let words = LanguageSettings.list(ends.text)
        if !question.kind.hasEnds {
          let advice = question.kind == .stars ? "; set star-words" : ""
          report(entry, "has no effect with kind = \(question.kind.name)" + advice, .warning)
        } else if words.count != 2 || words.contains(where: { $0.utf8.isEmpty }) {
          report(entry, "allowed: two texts separated by a comma, such as Very bad, Very good")
        }
      }
    }
  }

  /// Checks that every text belongs to a question, a reason or an option.
  private mutating func checkIDs(questions: [String], reasons: [String], options: [String]) {
    for entry in entries where entry.key.section == .text && !entry.key.argument.utf8.isEmpty {
      let id = entry.value.id
      var (known, reason, list) = (questions, "there is no section [question " + id + "]", "")
      if entry.key.isNamed("reason") { (known, reason, list) = (reasons, "no question has this reason", "reasons") }
      if entry.key.isNamed("option") { (known, reason, list) = (options, "no question has this option", "options") }
      // An invalid list may have been meant to contain this id.
      if known.contains(where: { same($0, id) }) || !list.utf8.isEmpty && !areValid(list, .question) { continue }
      let advice = NearMiss.nearest(to: id, among: known).map { "; did you mean " + $0 + "?" }
      report(entry, reason + (advice ?? ""))
    }
  }

  /// Warns of quotation marks around a whole text, which other formats need and visitors would see.
  private mutating func checkQuotationMarks() {
    let pairs: [(first: String, last: String)] = [
      ("\"", "\""), ("'", "'"), ("\u{201c}", "\u{201d}"), ("\u{201e}", "\u{201c}"), ("\u{201e}", "\u{201d}"),
      ("\u{2018}", "\u{2019}"), ("\u{ab}", "\u{bb}"), ("\u{bb}", "\u{ab}"),
    ]
    for entry in entries where entry.key.isText && !entry.isDefault {
      let text = Array(entry.value.text.utf8)
      // If there are more marks inside, all of them belong to the text: "Good" or "bad"
      let isMarked = pairs.contains { first, last in
        let inside = text.dropFirst(first.utf8.count).dropLast(last.utf8.count)
        return text.count > first.utf8.count + last.utf8.count && text.starts(with: first.utf8)
          && text.reversed().starts(with: last.utf8.reversed()) && !contains(inside, first) && !contains(inside, last)
      }
      if !isMarked { continue }
      report(entry, "visitors see the quotation marks; remove them unless they belong to the text", .warning)
    }
  }

  /// Checks that a text that ends with a backslash is continued on the following line.
  private mutating func checkContinuations() {
    for entry in entries where entry.key.isText && entry.isValid && entry.value.endsWithBackslash {
      // The last line of a key is the effective one.
      let last = entriesOfSetting[entry.setting]?.effective
      if last?.line == entry.line && last?.isDefault == entry.isDefault {
        report(entry, "ends with \\, but no line of the same key follows; add the line, or write \\\\ for a backslash")
      }
    }
  }
}
