/// Something that visitors would stumble over, and what of the configuration it comes from.
package struct ScreenFault: Hashable, Sendable {
  /// What has to be changed.
  package enum Subject: Hashable, Sendable {
    /// Words in the language of this tag.
    case words(Words, language: String)
    /// Two colours that are too much alike; the first is what is read or looked for.
    case colors(ThemeColor, ThemeColor)
    /// The row of stars.
    case stars
  }

  /// A theme's colours.
  package enum ThemeColor: Hashable, Sendable {
    case background
    case text
    case accent
    case accentText
  }

  package let subject: Subject
  /// What is wrong, in numbers, and what would be right.
  package let reason: String

  package init(_ subject: Subject, _ reason: String) {
    self.subject = subject
    self.reason = reason
  }
}

/// Which of a language's words.
package enum Words: Hashable, Sendable {
  case name
  case attract
  case whatWentWrong
  case done
  case startOver
  case thanks
  case stillThere
  case closed
  case cleaning
  /// Counted from the plan's first.
  case question(Int32)
  /// Counted from the question's first.
  case reason(Int32, ofQuestion: Int32)
}

extension Wording {
  /// The words themselves.
  subscript(words: Words) -> String {
    switch words {
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
