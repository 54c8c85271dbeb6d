extension SettingsSchema {
  private static func texts(upTo limit: Int = LanguageSettings.longestText) -> String {
    "texts of 1 to \(limit) bytes"
  }

  /// The texts of a language. The phrases have defaults: the English ones are here, the others in the translations.
  static let textKeys: [Key] =
    [
      Key(
        "question", argument: "ID", texts(), example: "service = How was our service?",
        "The text of each [question ID]."
      ) { $1.text(into: &$0.language.questions) },
      Key(
        "reason", argument: "ID", texts(), example: "waiting = The waiting time\nstaff = The staff",
        "The text of each reason."
      ) { $1.text(into: &$0.language.reasons) },
      Key(
        "option", argument: "ID", texts(), example: "bus = The bus\ntrain = The train", "The text of each option."
      ) { $1.text(into: &$0.language.options) },
      Key(
        "ends", argument: "ID", "two texts, separated by a comma; \(LanguageSettings.longestText) bytes in all",
        example: "service = Very bad, Very good",
        "The words at the ends of the scale of a [question ID] without stars. By default none; set them "
          + "in every language or in none."
      ) { $1.text(into: &$0.language.ends) },
      Key(
        "direction", "auto, ltr, rtl", default: "auto",
        "The direction of lines and stars. auto is the direction of the script."
      ) { $1.choice([("auto", nil), ("ltr", false), ("rtl", true)], into: &$0.language.isRightToLeft) },
      Key(
        "star-words",
        "one word or more for each star, separated by commas; \(LanguageSettings.longestText) bytes in all",
        example: "Very poor, Poor, Fair, Good, Excellent",
        "The words for 1, 2 and more stars. The first and the last are shown at the ends of the row, and that of the visitor's "
          + "value under its star. By default none; set them in every language or in none."
      ) { $1.words(into: &$0.language.starWords) },
    ]
    + phraseKeys

  private static var phraseKeys: [Key] {
    // A start makes these rows, too, so their common text is made once.
    let usual = texts()
    return Phrase.allCases.map { phrase in
      let allowed = phrase.longest == LanguageSettings.longestText ? usual : texts(upTo: phrase.longest)
      return Key(phrase.key, allowed, default: phrase.english, phrase.summary) {
        $1.words(upTo: phrase.longest, into: &$0.language.phrases[phrase])
      }
    }
  }
}
