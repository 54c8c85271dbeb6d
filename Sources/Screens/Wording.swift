import Text

/// What the screens say in one language.
public struct Wording: Hashable, Sendable {
  /// A BCP 47 tag.
  public var language: String
  /// `nil` is what the script says.
  public var isRightToLeft: Bool?
  /// The language's name in itself.
  public var name: String
  public var attract: String
  public var whatWentWrong: String
  public var done: String
  public var startOver: String
  public var thanks: String
  public var stillThere: String
  public var closed: String
  public var cleaning: String
  /// In the plan's order.
  public var questions: [String]
  /// Each question's reasons, in its order.
  public var reasons: [[String]]

  public init(
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
