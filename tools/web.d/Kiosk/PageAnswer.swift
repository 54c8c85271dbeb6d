import Basics
import Screens
import Settings
import StarSlider
import Survey

/// An answer as a kiosk would store it.
struct PageAnswer {
  private let question: String
  private let kind: StaticString
  private let steps: Int32
  private let perStar: Int32
  private let count: Int32
  private let (chosen, reasons): ([String], [String])
  private let language: String
  private let visit: Int64
  private let isPartial: Bool

  init(_ answer: Visit.Answer, of machine: SurveyMachine, in model: KioskModel) {
    let settings = model.questions.isEmpty ? nil : model.questions[Int(answer.question)]
    let scale = model.scales[Int(answer.question)]
    (question, kind) = (settings?.id ?? "", settings?.kind.name ?? "stars")
    (steps, perStar, count) = (answer.value, scale.step.perStar, scale.starCount)
    (chosen, reasons) = (settings?.chosen(answer.chosen) ?? [], settings?.reasons(answer.chosen) ?? [])
    language = model.languages[Int(machine.language)]
    (visit, isPartial) = (machine.visitNumber, machine.visit.isPartial)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.add("question", question)
      json.add("kind", kind)
      json.add("steps", Int64(steps))
      json.add("perStar", Int64(perStar))
      json.add("count", Int64(count))
      json.add("chosen", chosen)
      json.add("reasons", reasons)
      json.add("language", language)
      json.add("visit", visit)
      json.add("isPartial", isPartial)
    }
  }
}

extension SurveyScreen {
  /// The index of the question to which the screen belongs; `nil` for the other screens.
  var question: Int? {
    switch self {
    case .question(let question), .reasons(let question): Int(question)
    default: nil
    }
  }

  /// Writes what the page says about the screen in a language.
  func write(_ settings: Settings, language: Int, isAnswered: Bool = false, to json: inout JSONWriter) {
    json.add("screen", isAnswered ? "answer" : name)
    json.add("language", settings.languages.isEmpty ? "" : settings.languages[language].tag)
    json.add("question", question.flatMap { settings.questions.isEmpty ? nil : settings.questions[$0].id })
    json.add("text", text(settings, language: language))
  }

  /// The screen's main text.
  private func text(_ settings: Settings, language: Int) -> String? {
    if !settings.hasWords { return nil }
    let phrases = LocalizedPhrases(settings.languages[language], settings.questions)
    switch self {
    case .attract: return phrases.questions[0]
    case .question(let question): return phrases.questions[Int(question)]
    case .reasons: return phrases.phrases[.whatWentWrong]
    case .thanks: return phrases.phrases[.thanks]
    case .closed: return phrases.phrases[.closed]
    case .cleaning: return phrases.phrases[.cleaning]
    case .pin: return phrases.phrases[.enterPIN]
    case .language, .outOfOrder, .service, .identity: return nil
    }
  }
}
