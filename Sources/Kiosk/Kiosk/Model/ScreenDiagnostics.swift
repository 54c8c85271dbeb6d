import Screens
import Settings
import StarSlider

extension SettingsBuilder {
  /// Returns the warnings about the screens, at the lines of their causes. A warning that several screens share appears once.
  func warnings(of model: KioskModel) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for problem in model.screens.warnings {
      let warning = diagnostic(for: problem, model)
      if !warnings.contains(warning) { warnings.append(warning) }
    }
    return warnings
  }

  private func diagnostic(for warning: ScreenWarning, _ model: KioskModel) -> Diagnostic {
    switch warning.subject {
    case .code: return diagnostic(for: "qr-url", in: .kiosk, reason: warning.reason, .warning)
    case .icon(let tile):
      let (question, id) = tile.tile(in: model.questions)
      return diagnostic(for: "icon", in: .question, named: question, id: id, reason: warning.reason, .warning)
    case .stars: return diagnostic(for: "stars", in: .slider, reason: warning.reason, .warning)
    case .colors(let first, on: let second):
      // If only the second color is configured, it is the cause.
      let key = !isSet(first, in: .theme) && isSet(second, in: .theme) ? second : first
      return diagnostic(for: key, in: .theme, reason: warning.reason, .warning)
    case .face(let key):
      // If only the outline is configured, it is the cause.
      let isOutline = !isSet(key, in: .face) && isSet("stroke", in: .face)
      return diagnostic(for: isOutline ? "stroke" : key, in: .face, reason: warning.reason, .warning)
    case .phrase(let phrase, let language):
      let (key, id) = phrase.place(in: model.questions)
      return diagnostic(for: key, in: .text, named: language, id: id, reason: warning.reason, .warning)
    }
  }
}

extension ScreenText {
  /// Returns the ids of the question and of its option or reason.
  fileprivate func tile(in questions: [QuestionSettings]) -> (question: String, tile: String) {
    switch self {
    case .option(let i, let question), .reason(let i, let question):
      (questions[Int(question)].id, questions[Int(question)].tiles[Int(i)])
    default: preconditionFailure("only tiles have icons")
    }
  }

  /// Returns the key in `[text TAG]`, and the id that follows it.
  fileprivate func place(in questions: [QuestionSettings]) -> (key: String, id: String) {
    switch self {
    case .phrase(let phrase): ("\(phrase.key)", "")
    case .question(let question): ("question", questions[Int(question)].id)
    case .reason(let reason, let question): ("reason", questions[Int(question)].reasons[Int(reason)])
    case .option(let option, let question): ("option", questions[Int(question)].options[Int(option)])
    case .end(_, let question): ("ends", questions[Int(question)].id)
    case .starWord: ("star-words", "")
    }
  }
}

extension Settings {
  /// The settings, with the default stars if the configured ones are invalid.
  var withValidStars: Settings {
    if sliderConfiguration() != nil { return self }
    var settings = self
    let standard = Settings()
    settings.slider.stars = standard.slider.stars
    settings.slider.step = standard.slider.step
    settings.slider.minimum = standard.slider.minimum
    (settings.slider.value, settings.face, settings.starFaces) = (standard.slider.value, standard.face, [])
    return settings
  }
}
