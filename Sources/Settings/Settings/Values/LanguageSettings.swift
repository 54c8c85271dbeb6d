/// The texts in one language: a section `[text TAG]`.
package struct LanguageSettings: Hashable, Sendable {
  /// A BCP 47 tag, as in "ar" or "zh-Hans".
  package var tag: String
  /// The language's name in itself, for its button.
  package var name = ""
  /// `nil` for the direction of the script.
  package var isRightToLeft: Bool?
  package var phrases = Phrases()
  package var questions: [Phrase] = []
  package var reasons: [Phrase] = []

  package init(tag: String) { self.tag = tag }

  /// The limit of languages.
  package static var most: Int { 12 }
  /// The length limit of a text, in bytes of UTF-8.
  package static var longestText: Int { 600 }
  /// The length limit of a language's name, in bytes of UTF-8.
  package static var longestName: Int { 64 }

  /// Whether the language is English or a variant of it.
  package var isEnglish: Bool { same(tag, "en") || tag.utf8.starts(with: "en-".utf8) }

  package struct Phrase: Hashable, Sendable {
    package var id: String
    package var text: String
    package init(id: String, text: String) { (self.id, self.text) = (id, text) }
  }

  /// The texts that every kiosk needs. The defaults are English; other languages must set all of them.
  package struct Phrases: Hashable, Sendable {
    package var attract = "Touch to begin"
    package var whatWentWrong = "What went wrong?"
    package var done = "Done"
    package var startOver = "Start over"
    package var thanks = "Thank you!"
    package var stillThere = "Are you still there?"
    package var closed = "Closed"
    package var cleaning = "Cleaning"
    package init() {}
  }
}
