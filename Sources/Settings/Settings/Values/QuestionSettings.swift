import StarSlider

/// A question: a section `[question ID]`.
package struct QuestionSettings: Hashable, Sendable {
  /// The name used in answers and in texts.
  package var id: String
  package var kind = QuestionKind.stars
  /// The number of stars and their step; `nil` for the values of `[slider]`.
  package var stars: Int32?
  package var step: Step?
  /// The highest value of a scale without stars; `nil` for the kind's default.
  package var size: Int32?
  /// The ids of the options of a choice.
  package var options: [String] = []
  /// Whether a visitor can choose several options.
  package var choosesSeveral = false
  /// The ids of the reasons that a visitor can choose.
  package var reasons: [String] = []
  /// The order in which visitors see the options or the reasons.
  package var order = TileOrder.fixed
  /// The icons of options or reasons.
  package var icons: [Icon] = []
  /// The highest value for which the kiosk asks for reasons, in stars; `nil` for every value.
  package var reasonsUpTo: Ratio?
  /// The rules for where the visit continues. The first one that applies is used; if none does, the next section follows.
  package var next: [NextRule] = []

  package init(id: String) { self.id = id }

  /// The PNG file of an option's or a reason's icon.
  package struct Icon: Hashable, Sendable {
    package var id: String
    package var path: String
  }

  /// The ids of the tiles that can have icons, and another order.
  package var tiles: [String] { kind == .choice ? options : reasons }

  /// The maximum number of questions.
  package static var most: Int { 8 }
  /// The maximum number of reasons per question.
  package static var mostReasons: Int { 12 }
  /// The maximum number of options per question.
  package static var mostOptions: Int { 8 }
}

/// The order of a question's options or reasons on the screen. The first tiles are chosen more often, which the other two even out.
package enum TileOrder: Hashable, Sendable {
  /// That of the configuration.
  case fixed
  /// Another one for each visitor.
  case random
  /// That of the configuration, but beginning with another tile for each visitor.
  case rotate

  static var names: [(String, TileOrder)] { [("fixed", .fixed), ("random", .random), ("rotate", .rotate)] }

  /// The name in the configuration.
  package var name: String { Self.names.first { $0.1 == self }?.0 ?? "" }
}

/// A part of the key `next`: where a visit continues, and after which answers.
package struct NextRule: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case always
    /// A comparison of the value, in stars or in the kind's numbers, with a number.
    case value(Comparison, Ratio)
    /// The option with this id was chosen.
    case option(String)
  }

  /// The raw value is the sign in the configuration.
  package enum Comparison: String, Sendable, CaseIterable {
    // The parser tries signs of two characters before the shorter ones that they begin with.
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"
    case equal = "="
  }

  /// The id of a question, or `end`.
  package let target: String
  package let condition: Condition

  static var end: String { "end" }
}

extension Settings {
  /// Whether the thank-you screen shows the code of `qr-url`: if there is a code, and no question shows it.
  package var hasThanksCode: Bool {
    !kiosk.comments.template.utf8.isEmpty && !questions.contains { $0.kind.showsCode }
  }

  /// Returns the values of a question's answers. A kind without values has the scale 0 to 1.
  package func scale(of question: QuestionSettings) -> Scale? {
    if question.kind != .stars {
      return try? Scale(starCount: question.size ?? question.kind.sizes.first ?? 1, minimum: question.kind.lowest)
    }
    return settings(of: question).slider.scale
  }

  /// Returns the settings with a question's own stars. A minimum above their number is reduced to it.
  package func settings(of question: QuestionSettings) -> Settings {
    if question.stars == nil && question.step == nil { return self }
    var settings = self
    settings.slider.stars = question.stars ?? slider.stars
    settings.slider.step = question.step ?? slider.step
    settings.slider.minimum = min(slider.minimum, Ratio(Int64(settings.slider.stars)))
    return settings
  }
}
