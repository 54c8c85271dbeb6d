import Rating

/// A question: a section `[question ID]`.
package struct QuestionSettings: Hashable, Sendable {
  /// The name in answers and in texts.
  package var id: String
  package var kind = QuestionKind.stars
  /// The number of stars and their step; `nil` for those of `[slider]`.
  package var stars: Int32?
  package var step: Step?
  /// The highest value of a scale other than stars; `nil` for the kind's default.
  package var size: Int32?
  /// The IDs of the options of a choice.
  package var options: [String] = []
  /// Whether a visitor can choose several options.
  package var choosesSeveral = false
  /// The IDs of the reasons that a visitor can choose.
  package var reasons: [String] = []
  /// The icons of options or reasons.
  package var icons: [Icon] = []
  /// The highest value after which reasons are asked for, in stars; `nil` for every value.
  package var reasonsUpTo: Ratio?
  /// Where the visit goes on: the first rule that applies decides; without one, the next section.
  package var next: [NextRule] = []

  package init(id: String) { self.id = id }

  /// The PNG file of an option's or a reason's icon.
  package struct Icon: Hashable, Sendable {
    package var id: String
    package var path: String
  }

  /// The IDs on the tiles that can have icons.
  package var tiles: [String] { kind == .choice ? options : reasons }

  /// The limit of questions.
  package static var most: Int { 8 }
  /// The limit of reasons per question.
  package static var mostReasons: Int { 12 }
  /// The limit of options per question.
  package static var mostOptions: Int { 8 }
}

/// A part of the key `next`: where a visit goes on, and after which answers.
package struct NextRule: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case always
    /// The value, in stars or in the kind's numbers, compares so with a number.
    case value(Comparison, Ratio)
    /// The option with this ID was chosen.
    case option(String)
  }

  package enum Comparison: Hashable, Sendable, CaseIterable {
    // The two signs precede their first one for the parser.
    case atMost, atLeast, less, greater, equal

    var sign: String {
      switch self {
      case .atMost: "<="
      case .atLeast: ">="
      case .less: "<"
      case .greater: ">"
      case .equal: "="
      }
    }
  }

  /// A question's ID, or `end`.
  package let target: String
  package let condition: Condition

  static var end: String { "end" }
}

extension Settings {
  /// Whether the thank-you screen shows the code of `qr-url`: if there is one, and no question shows it.
  package var hasThanksCode: Bool {
    !kiosk.comments.template.utf8.isEmpty && !questions.contains { $0.kind.showsCode }
  }

  /// The values of a question's answers. A kind without values has the scale 0 of 1.
  package func scale(of question: QuestionSettings) -> Scale? {
    if question.kind != .stars {
      return try? Scale(starCount: question.size ?? question.kind.sizes.first ?? 1, minimum: question.kind.lowest)
    }
    return settings(of: question).scale
  }

  /// Returns the settings with a question's own stars. A minimum above them counts as all of them.
  package func settings(of question: QuestionSettings) -> Settings {
    if question.stars == nil && question.step == nil { return self }
    var settings = self
    (settings.stars, settings.step) = (question.stars ?? stars, question.step ?? step)
    settings.minimum = min(minimum, Ratio(Int64(settings.stars)))
    return settings
  }
}
