/// The texts in one language: a section `[text TAG]`.
package struct LanguageSettings: Hashable, Sendable {
  /// A BCP 47 tag, as in "ar" or "zh-Hans".
  package var tag: String
  /// `nil` for the direction of the script.
  package var isRightToLeft: Bool?
  package var phrases = PhraseTexts()
  package var questions: [Text] = []
  package var reasons: [Text] = []

  package init(tag: String) { self.tag = tag }

  /// The limit of languages.
  package static var most: Int { 12 }
  /// The length limit of a text, in bytes of UTF-8.
  package static var longestText: Int { 600 }

  /// Whether the language is English or a variant of it.
  package var isEnglish: Bool { same(tag, "en") || tag.utf8.starts(with: "en-".utf8) }

  /// The text of a question or a reason.
  package struct Text: Hashable, Sendable {
    package var id: String
    package var text: String
    package init(id: String, text: String) { (self.id, self.text) = (id, text) }
  }
}
