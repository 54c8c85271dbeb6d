extension SettingsSchema {
  private static var texts: String { "texts of 1 to \(LanguageSettings.longestText) bytes" }

  private static func phrase(
    _ name: StaticString, _ phrase: String, _ summary: String,
    _ set: @escaping @Sendable (inout LanguageSettings.Phrases, ValueParser) -> Bool
  ) -> Key {
    Key(name, texts, default: phrase, summary) { set(&$0.language.phrases, $1) }
  }

  /// The texts of a language. English has defaults; other languages must set every key.
  static let textKeys: [Key] = [
    Key(
      "name", "texts of 1 to \(LanguageSettings.longestName) bytes", example: "English",
      "The language's name in itself, for its button; required if there are several languages."
    ) { $1.words(upTo: LanguageSettings.longestName, into: &$0.language.name) },
    Key(
      "direction", "auto, ltr, rtl", default: "auto",
      "The direction of lines and stars. auto is the direction of the script."
    ) { $1.choice([("auto", nil), ("ltr", false), ("rtl", true)], into: &$0.language.isRightToLeft) },
    phrase("attract", "Touch to begin", "The start screen.") { $1.words(into: &$0.attract) },
    phrase("what-went-wrong", "What went wrong?", "The title above the reasons.") { $1.words(into: &$0.whatWentWrong) },
    phrase("done", "Done", "The button below the reasons.") { $1.words(into: &$0.done) },
    phrase("start-over", "Start over", "The button that ends a visit.") { $1.words(into: &$0.startOver) },
    phrase("thanks", "Thank you!", "The screen after the last answer.") { $1.words(into: &$0.thanks) },
    phrase("still-there", "Are you still there?", "The question before an idle visit ends.") {
      $1.words(into: &$0.stillThere)
    },
    phrase("closed", "Closed", "The screen outside of the opening hours.") { $1.words(into: &$0.closed) },
    phrase("cleaning", "Cleaning", "The screen while touches are ignored.") { $1.words(into: &$0.cleaning) },
    Key(
      "question", argument: "ID", texts, example: "service = How was our service?", "The text of each [question ID]."
    ) { $1.phrase(into: &$0.language.questions) },
    Key(
      "reason", argument: "ID", texts, example: "waiting = The waiting time\nstaff = The staff",
      "The text of each reason."
    ) { $1.phrase(into: &$0.language.reasons) },
  ]
}
