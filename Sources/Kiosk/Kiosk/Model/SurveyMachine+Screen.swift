import Screens
import Survey

extension SurveyMachine.Event {
  /// Creates the event of a touch or a key on a screen; `nil` for the actions of the service screen, which are not the survey's.
  init?(_ outcome: Screen.Outcome) {
    switch outcome {
    case .rated(let event): self = .rated(event)
    case .action(.start): self = .started
    case .action(.language(let language)): self = .choseLanguage(language)
    case .action(.languages): self = .askedForLanguages
    case .action(.option(let tile)): self = .chose(tile)
    case .action(.done): self = .finished
    case .action(.startOver): self = .startedOver
    case .action(.digit(let digit)): self = .typed(digit)
    case .action(.erase): self = .erased
    case .action(.clean): self = .clean
    case .action(.contrast): self = .toggledContrast
    case .action(.service): return nil
    }
  }
}

extension SurveyScreen {
  /// Its name in the status and on the web page.
  var name: StaticString {
    switch self {
    case .attract: "start"
    case .language: "language"
    case .question: "question"
    case .reasons: "reasons"
    case .thanks: "thanks"
    case .closed: "closed"
    case .cleaning: "cleaning"
    case .outOfOrder: "out_of_order"
    case .pin: "pin"
    case .service: "service"
    case .identity: "identity"
    }
  }
}
