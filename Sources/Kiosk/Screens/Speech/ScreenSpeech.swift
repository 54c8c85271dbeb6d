import Settings
import StarSlider
import Survey

/// What a visitor hears of the screens: their own words, and phrases for what has none, such as stars and faces. Nothing that the PIN screen,
/// the service screen or the identification shows is said beyond the screen's name.
package struct ScreenSpeech {
  let languages: [LocalizedPhrases]
  let questions: [QuestionDesign]
  /// Whether the thank-you screen shows a code.
  private let thanksHasCode: Bool

  init(_ design: ScreenSet.Design, _ languages: [LocalizedPhrases]) {
    (self.languages, questions) = (languages, design.questions)
    thanksHasCode = design.code != nil && !design.questions.contains { $0.kind.showsCode }
  }

  /// What is known of a screen besides its widgets.
  package struct Place {
    let view: SurveyScreen
    let language: Int32
    /// Whether the visitor has asked for more contrast.
    let hasContrast: Bool
    /// When the closed kiosk opens; `nil` if that is not shown.
    let opening: OpeningHours.Opening?

    package init(_ view: SurveyScreen, language: Int32, hasContrast: Bool, opening: OpeningHours.Opening? = nil) {
      (self.view, self.language, self.hasContrast, self.opening) = (view, language, hasContrast, opening)
    }
  }

  // MARK: Screens

  /// Returns what a screen is, its question, how it is answered, what the keyboard focus is on, and how keys answer.
  package func announcement(of place: Place, on screen: Screen) -> [Utterance] {
    var said = SpokenText(phrases(place))
    switch place.view {
    case .attract:
      said.say(said.phrases[.question(0)])
      said.say(.sayBegin)
    case .language:
      said.say(.sayLanguage)
      said.add(words(for: screen.focused, place, screen))
      said.say(.sayKeys)
    case .question(let number):
      addQuestion(number, on: screen, to: &said)
      said.add(words(for: screen.focused, place, screen))
      if screen.isAnswered { said.say(.sayKeys) }
    case .reasons:
      said.say(.whatWentWrong)
      said.say(.sayAnswers, screen.optionCount)
      said.say(.saySeveral)
      said.add(words(for: screen.focused, place, screen))
      said.say(.sayKeys)
    case .thanks:
      said.say(.thanks)
      if thanksHasCode { said.say(.tellMore) }
    case .closed:
      said.say(.closed)
      if let opening = place.opening { said.say(said.phrases.text(of: opening)) }
    case .outOfOrder: said.say(.closed)
    case .cleaning: said.say(.cleaning)
    case .pin: said.say(.enterPIN)
    case .service: said.say(.sayService)
    case .identity: break
    }
    return said.utterances
  }

  /// Adds a question, and what its answers are.
  private func addQuestion(_ number: Int32, on screen: Screen, to said: inout SpokenText) {
    let design = design(number)
    let count = design.progress?.count ?? Int32(said.phrases.questions.count)
    if count > 1 { said.say(.sayQuestion, (design.progress?.index ?? number) + 1, of: count) }
    said.say(said.phrases[.question(number)])
    if let slider = screen.slider {
      let scale = slider.layout.scale
      let lowest = AccessibilityValue(max(scale.minimum, slider.accessibilityIncrement), on: scale)
      return said.say(.sayStars, said.number(lowest) ?? "", of: "\(scale.starCount)")
    }
    let options = screen.optionCount
    if options == 0 { return }
    said.say(.sayAnswers, options)
    if design.choosesSeveral { said.say(.saySeveral) }
    let ends = said.phrases.ends(ofQuestion: number)
    if let lowest = design.kind.lowestNumber, ends.count == 2 {
      said.say("\(lowest): " + ends[0])
      said.say("\(lowest + options - 1): " + ends[1])
    }
  }

  // MARK: Changes

  /// Returns what a key has changed on a screen; nothing if that is not to be heard.
  package func change(
    from old: Screen.Focused, to new: Screen.Focused, at place: Place, on screen: Screen
  ) -> [Utterance] {
    if old == new { return [] }
    guard case .button(let before) = old, case .button(let after) = new, before.action == after.action else {
      return words(for: new, place, screen)
    }
    var said = SpokenText(phrases(place))
    if after.isToggle {
      said.say(after.isSelected ? .saySelected : .sayNotSelected)
    } else if after.isSelected {
      said.say(.sayAgain)
    }
    return place.view.isPrivate ? [] : said.utterances
  }

  /// Returns the warning before an idle visit ends.
  package func warning(seconds: Int32, language: Int32) -> [Utterance] {
    var said = SpokenText(languages[Int(language)])
    said.say(.sayTime, seconds)
    return said.utterances
  }

  /// Returns how a finger explores and chooses.
  package func exploration(language: Int32) -> [Utterance] {
    var said = SpokenText(languages[Int(language)])
    said.say(.sayTouch)
    return said.utterances
  }

  package func volume(_ percent: Int32, language: Int32) -> [Utterance] {
    var said = SpokenText(languages[Int(language)])
    said.say(.sayVolume, percent)
    return said.utterances
  }

  package func speed(_ percent: Int32, language: Int32) -> [Utterance] {
    var said = SpokenText(languages[Int(language)])
    said.say(.saySpeed, percent)
    return said.utterances
  }

  // MARK: Questions

  func phrases(_ place: Place) -> LocalizedPhrases { languages[Int(place.language)] }

  func design(_ number: Int32) -> QuestionDesign {
    Int(number) < questions.count ? questions[Int(number)] : QuestionDesign()
  }
}

extension SurveyScreen {
  /// Whether no more than the name of the screen is said.
  var isPrivate: Bool {
    switch self {
    case .pin, .service, .identity, .cleaning: true
    default: false
    }
  }
}

extension SurveyMachine {
  /// Whether a visitor hears what is on the screen.
  package var isScreenHeard: Bool { isHeard && !screen.isPrivate }
}

extension Screen {
  /// Whether keys choose something on the screen.
  fileprivate var isAnswered: Bool { isRated || !buttons.isEmpty }
}

extension LocalizedPhrases {
  /// The words at the ends of a scale; empty without words.
  func ends(ofQuestion number: Int32) -> [String] { Int(number) < ends.count ? ends[Int(number)] : [] }
}
