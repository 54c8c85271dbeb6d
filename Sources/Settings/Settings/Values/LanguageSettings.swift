/// The texts in one language: a section `[text TAG]`.
package struct LanguageSettings: Hashable, Sendable {
  /// A BCP 47 tag, such as "ar" or "zh-Hans".
  package var tag: String
  /// Whether the text runs from right to left; `nil` for the direction of the script.
  package var isRightToLeft: Bool?
  package var phrases = PhraseTexts()
  package var questions: [Text] = []
  package var reasons: [Text] = []
  package var options: [Text] = []
  /// The words at the ends of each scale, as configured: both words separated by a comma.
  package var ends: [Text] = []
  /// The words for whole numbers of stars, as configured: separated by commas.
  package var starWords = ""

  /// The words for 1, 2, ... stars.
  package var starWordList: [String] { Self.list(starWords) }

  /// Returns the texts separated by commas; none if the text is empty.
  package static func list(_ text: String) -> [String] { ValueParser(text).parts(at: ",") }

  package init(tag: String) {
    self.tag = tag
    if !isEnglish { phrases[.name] = tag }
  }

  /// The maximum number of languages.
  package static var most: Int { 12 }
  /// The maximum number of texts of one key, such as `reason ID`.
  static var mostTexts: Int { QuestionSettings.most * max(QuestionSettings.mostReasons, QuestionSettings.mostOptions) }
  /// The length limit of a text, in bytes of UTF-8.
  package static var longestText: Int { 600 }

  /// Whether the language is English or a variant of it.
  package var isEnglish: Bool { same(tag, "en") || tag.utf8.starts(with: "en-".utf8) }

  /// A text with an ID, such as that of a question.
  package struct Text: Hashable, Sendable {
    package var id: String
    package var text: String
    package init(id: String, text: String) { (self.id, self.text) = (id, text) }
  }
}
