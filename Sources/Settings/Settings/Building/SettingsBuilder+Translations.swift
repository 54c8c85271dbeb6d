// Translations of the phrases: one file TAG.ini per language, with the keys of `[text TAG]`. English is built in.
extension SettingsBuilder {
  /// Reads the translation of every language for which the configuration omits some phrases.
  mutating func readTranslations(_ contents: (String) throws(Diagnostic) -> [UInt8]) {
    for section in sections where !missingPhrases(section.header).isEmpty {
      for path in translationPaths(section.header.subject) {
        // If the file is missing, `checkTexts` reports the phrases that are missing.
        guard let text = try? contents(path) else { continue }
        read(INIDocument(text, name: path), of: section.header, from: path)
        break
      }
    }
  }

  private mutating func read(_ translation: INIDocument, of header: Header, from path: String) {
    let before = diagnostics.count
    diagnostics += translation.diagnostics
    defer {
      for i in diagnostics.indices.dropFirst(before) {
        let found = diagnostics[i]
        diagnostics[i] = Diagnostic(
          place: found.place, line: found.line, reason: found.reason, found.severity, tolerance: .decoration)
      }
    }
    // A start takes longer with every phrase.
    let speaks = speaks
    for (line, content) in translation.lines {
      switch content {
      case .entry(let key, let text):
        if speaks || !key.utf8.starts(with: Phrase.startOfSpeech.utf8) {
          setDefault(key, in: header, to: text, place: path, line: line)
        }
      case .header(let name):
        let reason = "[" + name + "]: a translation has no sections; remove the line"
        diagnostics.append(Diagnostic(place: path, line: line, reason: reason))
      }
    }
  }

  /// The phrases of a language that neither the configuration nor a translation sets.
  func missingPhrases(_ header: Header) -> [Phrase] {
    if phrasesFolder == nil || header.section != .text || LanguageSettings(tag: header.subject).isEnglish { return [] }
    // A single language needs no name on a button.
    let isOnly = sections.count { $0.header.section == .text } == 1
    let speaks = speaks
    return Phrase.allCases.filter {
      !($0 == .name && isOnly) && (speaks || !$0.isOfSpeech)
        && effectiveEntry("\($0.key)", .text, header.subject) == nil
    }
  }

  /// Whether the configuration lets the kiosk speak.
  private var speaks: Bool { effectiveEntry("voice", .voice).map { !same($0.value.text, "no") } ?? false }

  /// Returns the paths of the files that may contain a language's phrases: its own file, then the file of the language without a region.
  func translationPaths(_ tag: String) -> [String] {
    let folder = (phrasesFolder ?? "") + "/"
    let path = folder + tag + ".ini"
    let lower = tag.utf8.map { $0 | 0x20 }
    // zh.ini uses simplified characters.
    let isTraditional = ["zh-hant", "zh-tw", "zh-hk", "zh-mo"].contains { lower.starts(with: $0.utf8) }
    guard !isTraditional, let (language, _) = ValueParser(tag).split(at: "-") else { return [path] }
    return [path, folder + language + ".ini"]
  }
}
