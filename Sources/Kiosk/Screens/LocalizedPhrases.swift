import Text

/// The texts of the screens in one language.
package struct LocalizedPhrases: Hashable, Sendable {
  /// A BCP 47 tag.
  package var language: String
  /// `nil` for the direction of the script.
  package var isRightToLeft: Bool?
  /// The language's name in itself.
  package var name: String
  package var attract: String
  package var whatWentWrong: String
  package var done: String
  package var startOver: String
  package var thanks: String
  package var stillThere: String
  package var closed: String
  package var cleaning: String
  /// In the order of the survey.
  package var questions: [String]
  /// The reasons of each question.
  package var reasons: [[String]]

  package init(
    language: String, isRightToLeft: Bool? = nil, name: String, attract: String, whatWentWrong: String, done: String,
    startOver: String, thanks: String, stillThere: String, closed: String, cleaning: String, questions: [String],
    reasons: [[String]]
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.name = name
    self.attract = attract
    self.whatWentWrong = whatWentWrong
    self.done = done
    self.startOver = startOver
    self.thanks = thanks
    self.stillThere = stillThere
    self.closed = closed
    self.cleaning = cleaning
    self.questions = questions
    self.reasons = reasons
  }

  var direction: TextDirection { isRightToLeft.map { $0 ? .rightToLeft : .leftToRight } ?? .automatic }

  subscript(phrase: Phrase) -> String {
    switch phrase {
    case .name: name
    case .attract: attract
    case .whatWentWrong: whatWentWrong
    case .done: done
    case .startOver: startOver
    case .thanks: thanks
    case .stillThere: stillThere
    case .closed: closed
    case .cleaning: cleaning
    case .question(let question): questions[Int(question)]
    case .reason(let reason, let question): reasons[Int(question)][Int(reason)]
    }
  }
}

/// A text of the screens. Questions and reasons are counted from 0.
package enum Phrase: Hashable, Sendable {
  case name, attract, whatWentWrong, done, startOver, thanks, stillThere, closed, cleaning
  case question(Int32)
  case reason(Int32, ofQuestion: Int32)
}
