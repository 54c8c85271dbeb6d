extension SettingsTable {
  private static var texts: String { "texts of 1 to \(LanguageSettings.longestText) bytes" }

  private static func phrase(
    _ name: StaticString, _ standard: String, _ about: String,
    _ set: @escaping @Sendable (inout LanguageSettings, Value) -> Bool
  ) -> SettingsKey {
    SettingsKey(language: name, allowed: texts, standard: standard, about: about, set: set)
  }

  /// What the terminal says in a language. English has defaults; other languages have to say everything.
  static let textKeys: [SettingsKey] = [
    SettingsKey(
      language: "name", allowed: "texts of 1 to \(LanguageSettings.longestName) bytes", standard: "",
      example: "English",
      about: "The language's name in itself, for its button; wanted where there is more than one language."
    ) { $1.words(upTo: LanguageSettings.longestName, into: &$0.name) },
    SettingsKey(
      language: "direction", allowed: "auto, ltr, rtl", standard: "auto",
      about: "Where its lines and its stars begin; auto is what the script says."
    ) {
      $1.choice([("auto", .automatic), ("ltr", .leftToRight), ("rtl", .rightToLeft)], into: &$0.direction)
    },
    phrase("attract", "Touch to begin", "The start screen.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.attract)
    },
    phrase("what-went-wrong", "What went wrong?", "Above the reasons.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.whatWentWrong)
    },
    phrase("done", "Done", "The button below the reasons.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.done)
    },
    phrase("start-over", "Start over", "The button that ends a visit.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.startOver)
    },
    phrase("thanks", "Thank you!", "After the last answer.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.thanks)
    },
    phrase("still-there", "Are you still there?", "Before a visit is over for want of a touch.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.stillThere)
    },
    phrase("closed", "Closed", "Outside of the hours.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.closed)
    },
    phrase("cleaning", "Cleaning", "While touches are ignored.") {
      $1.words(upTo: LanguageSettings.longestText, into: &$0.phrases.cleaning)
    },
    SettingsKey(
      language: "question", argument: "ID", allowed: texts, standard: "", example: "service = How was our service?",
      about: "The words of a question, for each [question ID]."
    ) { $1.phrase(into: &$0.questions) },
    SettingsKey(
      language: "reason", argument: "ID", allowed: texts, standard: "",
      example: "waiting = The waiting time\nstaff = The staff",
      about: "The words of a reason, for each that a question has."
    ) { $1.phrase(into: &$0.reasons) },
  ]
}
