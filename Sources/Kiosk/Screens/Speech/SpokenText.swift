import Basics
import Settings
import StarSlider
import Survey

/// Utterances in one language, in the order in which they are said.
struct SpokenText {
  let phrases: LocalizedPhrases
  private(set) var utterances: [Utterance] = []

  init(_ phrases: LocalizedPhrases) { self.phrases = phrases }

  mutating func say(_ text: String) {
    if !text.utf8.isEmpty { utterances.append(Utterance(phrases.language, text)) }
  }

  mutating func say(_ phrase: Phrase) { say(phrases[.phrase(phrase)]) }

  /// Says a phrase with a number for {n} or {count}.
  mutating func say(_ phrase: Phrase, _ number: Int32) {
    let text = "\(number)"
    say(Template(phrases[.phrase(phrase)]).filled([("n", text), ("count", text)]))
  }

  mutating func say(_ phrase: Phrase, _ number: Int32, of count: Int32) { say(phrase, "\(number)", of: "\(count)") }

  mutating func say(_ phrase: Phrase, _ number: String, of count: String) {
    say(Template(phrases[.phrase(phrase)]).filled([("n", number), ("count", count)]))
  }

  mutating func add(_ others: [Utterance]) { utterances += others }

  /// Returns a value in stars as it is written in the language; `nil` for unrated.
  func number(_ value: AccessibilityValue) -> String? {
    let base = Array(phrases.language.utf8.prefix { $0 != UInt8(ascii: "-") })
    let hasComma = Self.withComma.contains { $0.utf8.elementsEqual(base) }
    return value.number(decimalSeparator: hasComma ? "," : ".")
  }

  /// The languages that write a comma before decimal places.
  private static let withComma = [
    "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "it", "lt", "lv", "nb", "nl", "pl", "pt", "ro",
    "ru", "sk", "sl", "sr", "sv", "tr", "uk",
  ]
}

extension LocalizedPhrases {
  /// When the closed kiosk opens again, in words.
  func text(of opening: OpeningHours.Opening) -> String {
    let days: [Phrase] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
    let day = self[.phrase(days[Int(opening.weekday)])]
    return Template(self[.phrase(.opens)]).filled([("day", day), ("time", opening.time)])
  }
}
