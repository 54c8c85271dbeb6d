import Text

/// What the screens say in one language.
package struct Wording: Hashable, Sendable {
  /// A BCP 47 tag.
  package var language: String
  /// `nil` is what the script says.
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
  /// In the plan's order.
  package var questions: [String]
  /// Each question's reasons, in its order.
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

  var direction: TextDirection {
    switch isRightToLeft {
    case nil: .automatic
    case true: .rightToLeft
    case false: .leftToRight
    }
  }
}
