/// A button or message that every kiosk needs. To add one, add a case and a row here, and a line to every translation.
package enum Phrase: Int, CaseIterable, Sendable {
  case name, attract, whatWentWrong, done, startOver, thanks, stillThere, closed, cleaning, tellMore, next, yes, no
  case opens, monday, tuesday, wednesday, thursday, friday, saturday, sunday
  case enterPIN, pleaseWait, back, status, pending, address, lastAnswers, brightness, testAnswer, calibrate, restart
  case sayPosition, sayQuestion, sayStars, sayAnswers, saySeveral, sayKeys, sayBegin, sayTouch, sayUnrated
  case saySelected, sayNotSelected, sayAgain, sayTime, sayLanguage, sayContrast, sayVolume, saySpeed
  case sayAwful, sayBad, sayNeutral, sayGood, sayGreat, sayService

  private var row: (key: StaticString, english: String, summary: String) {
    switch self {
    case .name: ("name", "English", "The language's name in itself, for its button.")
    case .attract: ("attract", "Tap to answer", "The button of the start screen.")
    case .whatWentWrong: ("what-went-wrong", "What went wrong?", "The title above the reasons.")
    case .done: ("done", "Done", "The button below the reasons.")
    case .startOver: ("start-over", "Start over", "The button that ends a visit.")
    case .thanks: ("thanks", "Thank you!", "The screen after the last answer.")
    case .stillThere: ("still-there", "Touch to go on", "The heading before an idle visit ends.")
    case .closed: ("closed", "Closed", "The screen outside of the opening hours.")
    case .cleaning: ("cleaning", "Cleaning", "The screen while touches are ignored.")
    case .tellMore: ("tell-more", "Tell us more: scan this code", "The words beside the code of qr-url.")
    case .next: ("next", "Next", "The button below a message.")
    case .yes: ("yes", "Yes", "The tile with a thumb up.")
    case .no: ("no", "No", "The tile with a thumb down.")
    case .opens: ("opens", "Open again: {day},\u{a0}{time}", "On the screen outside of the opening hours.")
    case .monday: ("monday", "Monday", "The {day} of opens.")
    case .tuesday: ("tuesday", "Tuesday", "The {day} of opens.")
    case .wednesday: ("wednesday", "Wednesday", "The {day} of opens.")
    case .thursday: ("thursday", "Thursday", "The {day} of opens.")
    case .friday: ("friday", "Friday", "The {day} of opens.")
    case .saturday: ("saturday", "Saturday", "The {day} of opens.")
    case .sunday: ("sunday", "Sunday", "The {day} of opens.")
    case .enterPIN: ("enter-pin", "Enter PIN", "The title above the keypad of service-pin.")
    case .pleaseWait: ("please-wait", "Please wait", "The words beside the keypad after wrong PINs.")
    case .back: ("back", "Back", "The button that ends the service.")
    case .status: ("status", "Status", "On the service screen, before version and faults.")
    case .pending: ("pending", "Pending", "On the service screen, before the number of pending answers.")
    case .address: ("address", "Address", "On the service screen, before host name and network addresses.")
    case .lastAnswers: ("last-answers", "Last answers", "On the service screen, before times.")
    case .brightness: ("brightness", "Brightness", "On the service screen, before the brightness.")
    case .testAnswer: ("test-answer", "Test answer", "The button that stores an answer marked as staff.")
    case .calibrate: ("calibrate", "Calibrate touch", "The button that calibrates the touchscreen.")
    case .restart: ("restart", "Restart", "The button that ends the kiosk, to be started again.")
    case .sayPosition:
      (
        "say-position", "{n} of {count}",
        "Said after an answer: its place among all answers, and after the stars: their value."
      )
    case .sayQuestion: ("say-question", "Question {n} of {count}", "Said before a question.")
    case .sayStars:
      ("say-stars", "Stars, {n} to {count}", "Said after a question with stars: the lowest and the highest value.")
    case .sayAnswers: ("say-answers", "{count} answers", "Said after a question with tiles or faces.")
    case .saySeveral:
      ("say-several", "Several answers are possible", "Said after a question that takes several answers.")
    case .sayKeys: ("say-keys", "Choose with the arrow keys, then press Enter", "Said after a question.")
    case .sayBegin: ("say-begin", "Press Enter to begin", "Said on the start screen.")
    case .sayTouch:
      (
        "say-touch", "Or slide a finger over the screen, and tap twice to choose",
        "Said when speech begins, for those who use the touchscreen."
      )
    case .sayUnrated: ("say-unrated", "Not rated", "Said for stars without a value.")
    case .saySelected: ("say-selected", "Selected", "Said for a tile that is selected.")
    case .sayNotSelected: ("say-not-selected", "Not selected", "Said for a tile that is not selected.")
    case .sayAgain: ("say-again", "Press Enter again to start over", "Said before a visit is discarded.")
    case .sayTime: ("say-time", "{n} seconds left. Press any key to go on", "Said before an idle visit ends.")
    case .sayLanguage: ("say-language", "Language", "Said for the button with the globe and its screen.")
    case .sayContrast: ("say-contrast", "More contrast and larger text", "Said for the button in the corner.")
    case .sayVolume: ("say-volume", "Volume {n} percent", "Said when the volume changes.")
    case .saySpeed: ("say-speed", "Speed {n} percent", "Said when the speed changes.")
    case .sayAwful: ("say-awful", "Very unhappy", "Said for the saddest face.")
    case .sayBad: ("say-bad", "Unhappy", "Said for a sad face.")
    case .sayNeutral: ("say-neutral", "Neither happy nor unhappy", "Said for the face in the middle.")
    case .sayGood: ("say-good", "Happy", "Said for a happy face.")
    case .sayGreat: ("say-great", "Very happy", "Said for the happiest face.")
    case .sayService: ("say-service", "Service screen", "Said for the service screen, of which no more is said.")
    }
  }

  /// The folder with the package's translations.
  package static var folder: String { "/usr/share/star-slider/phrases" }

  /// The key in `[text TAG]` and in translations.
  package var key: StaticString { row.key }
  package var english: String { row.english }
  var summary: String { row.summary }
  /// The kind of question that needs the phrase; `nil` for every kind.
  package var kind: QuestionKind? {
    switch self {
    case .next: .message
    case .yes, .no: .yesNo
    default: nil
    }
  }
  /// Whether only a kiosk with a service screen needs the phrase.
  package var isOfService: Bool { Phrase.enterPIN.rawValue...Phrase.restart.rawValue ~= rawValue }
  /// How the keys of such phrases begin.
  static var startOfSpeech: String { "say-" }
  /// Whether only a kiosk that speaks needs the phrase.
  package var isOfSpeech: Bool { rawValue >= Phrase.sayPosition.rawValue }
  /// Whether only a kiosk with opening hours needs the phrase.
  package var isOfHours: Bool { Phrase.opens.rawValue...Phrase.sunday.rawValue ~= rawValue }
  /// The length limit of its text, in bytes of UTF-8.
  var longest: Int { self == .name ? 64 : LanguageSettings.longestText }
}

/// The texts of all phrases in one language; English by default.
package struct PhraseTexts: Hashable, Sendable {
  private var texts = Phrase.allCases.map { $0.english }

  package init() {}

  package subscript(phrase: Phrase) -> String {
    get { texts[phrase.rawValue] }
    set { texts[phrase.rawValue] = newValue }
  }
}
