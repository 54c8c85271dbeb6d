import Settings
import Text

/// The texts of the screens in one language.
package struct LocalizedPhrases: Hashable, Sendable {
  /// A BCP 47 tag.
  package var language: String
  /// The direction of the text; `nil` for that of its script.
  package var isRightToLeft: Bool?
  package var phrases: PhraseTexts
  /// The questions in the order of the survey.
  package var questions: [String]
  /// The reasons of each question.
  package var reasons: [[String]]
  /// The options of each question, and the two words at the ends of its scale; empty for most kinds.
  package var options: [[String]] = []
  package var ends: [[String]] = []
  /// The words for 1, 2, ... stars; none if the row has no words.
  package var starWords: [String] = []

  package init(
    language: String, isRightToLeft: Bool? = nil, phrases: PhraseTexts, questions: [String], reasons: [[String]]
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.phrases = phrases
    self.questions = questions
    self.reasons = reasons
  }

  var direction: TextDirection { isRightToLeft.map { $0 ? .rightToLeft : .leftToRight } ?? .automatic }

  subscript(text: ScreenText) -> String {
    switch text {
    case .phrase(let phrase): phrases[phrase]
    case .question(let question): questions[Int(question)]
    case .reason(let reason, let question): reasons[Int(question)][Int(reason)]
    case .option(let option, let question): options[Int(question)][Int(option)]
    case .end(let end, let question): ends[Int(question)][Int(end)]
    case .starWord(let star): starWords[Int(star)]
    }
  }
}

/// A text on the screens. Questions, reasons and options are counted from 0.
package enum ScreenText: Hashable, Sendable {
  case phrase(Phrase)
  case question(Int32)
  case reason(Int32, ofQuestion: Int32)
  case option(Int32, ofQuestion: Int32)
  /// A word at one end of a scale: 0 for the lowest value, 1 for the highest.
  case end(Int32, ofQuestion: Int32)
  case starWord(Int32)
}
