/// What the terminal says in one language: a section `[text TAG]`. The first in the file is the one that it begins with.
package struct LanguageSettings: Hashable, Sendable {
  /// A BCP 47 tag, as in "ar" or "zh-Hans".
  package var tag: String
  /// The language's name in itself, for its button.
  package var name = ""
  package var direction = Direction.automatic
  package var phrases = Phrases()
  /// What a question's id stands for.
  package var questions: [Phrase] = []
  /// What a reason's id stands for.
  package var reasons: [Phrase] = []

  package init(tag: String) { self.tag = tag }

  /// The most languages.
  package static var most: Int { 12 }
  /// The longest of its texts, bytes of UTF-8.
  package static var longestText: Int { 600 }
  /// The longest name, bytes of UTF-8.
  package static var longestName: Int { 64 }

  /// Whether the tag is English or a kind of it.
  package var isEnglish: Bool { tag.utf8.elementsEqual("en".utf8) || tag.utf8.starts(with: "en-".utf8) }

  package enum Direction: Hashable, Sendable {
    /// What the script says.
    case automatic
    case leftToRight
    case rightToLeft
  }

  /// The words for an id.
  package struct Phrase: Hashable, Sendable {
    package var id: String
    package var text: String
    package init(id: String, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// The words that every terminal needs. The defaults are English; other languages have to say all.
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
