/// What the terminal says in one language: a section `[text TAG]`. The first in the file is the one that it begins with.
public struct LanguageSettings: Hashable, Sendable {
  /// A BCP 47 tag, as in "ar" or "zh-Hans".
  public var tag: String
  /// The language's name in itself, for its button.
  public var name = ""
  public var direction = Direction.automatic
  public var phrases = Phrases()
  /// What a question's id stands for.
  public var questions: [Phrase] = []
  /// What a reason's id stands for.
  public var reasons: [Phrase] = []

  public init(tag: String) { self.tag = tag }

  /// The most languages.
  public static var most: Int { 12 }
  /// The longest of its texts, bytes of UTF-8.
  public static var longestText: Int { 600 }
  /// The longest name, bytes of UTF-8.
  public static var longestName: Int { 64 }

  /// Whether the tag is English or a kind of it.
  public var isEnglish: Bool { tag.utf8.elementsEqual("en".utf8) || tag.utf8.starts(with: "en-".utf8) }

  public enum Direction: Hashable, Sendable {
    /// What the script says.
    case automatic
    case leftToRight
    case rightToLeft
  }

  /// The words for an id.
  public struct Phrase: Hashable, Sendable {
    public var id: String
    public var text: String
    public init(id: String, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// The words that every terminal needs. The defaults are English; other languages have to say all.
  public struct Phrases: Hashable, Sendable {
    public var attract = "Touch to begin"
    public var whatWentWrong = "What went wrong?"
    public var done = "Done"
    public var startOver = "Start over"
    public var thanks = "Thank you!"
    public var stillThere = "Are you still there?"
    public var closed = "Closed"
    public var cleaning = "Cleaning"
    public init() {}
  }
}
