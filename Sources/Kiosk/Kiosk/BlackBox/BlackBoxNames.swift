import KioskStatus
import Screens
import StarSlider
import Survey
import Touch

// The numbers that records have for screens and outcomes, and the words of an explanation.

extension SurveyScreen {
  /// The screen's index, and its question; 0 without one.
  var forBlackBox: (index: UInt8, question: Int32) {
    switch self {
    case .attract: (0, 0)
    case .language: (1, 0)
    case .question(let question): (2, question)
    case .reasons(let question): (3, question)
    case .thanks: (4, 0)
    case .closed: (5, 0)
    case .cleaning: (6, 0)
    case .outOfOrder: (7, 0)
    case .pin: (8, 0)
    case .service: (9, 0)
    case .identity: (10, 0)
    }
  }

  /// Returns the screen of a record; `nil` if there is none.
  init?(index: UInt8, question: Int32) {
    let others: [SurveyScreen] = [
      .attract, .language, .question(question), .reasons(question), .thanks, .closed, .cleaning, .outOfOrder, .pin,
      .service, .identity,
    ]
    guard index < others.count, question >= 0 else { return nil }
    self = others[Int(index)]
  }
}

extension Screen.Outcome {
  /// What a record says of the outcome, and its number; `nil` for a value that is still being edited.
  var forBlackBox: (code: BlackBoxOutcome?, number: Int32) {
    switch self {
    case .rated(let event): event.kind == .committed ? (.rated, event.value ?? -1) : (nil, 0)
    case .action(.start): (.started, 0)
    case .action(.language(let language)): (.language, language)
    case .action(.languages): (.languages, 0)
    case .action(.option(let tile)): (.option, tile)
    case .action(.done): (.done, 0)
    case .action(.startOver): (.startOver, 0)
    case .action(.contrast): (.contrast, 0)
    case .action: (.other, 0)
    }
  }
}

extension SurveyScreen {
  /// Its name in an explanation.
  var words: String {
    switch self {
    case .attract: "start"
    case .language: "languages"
    case .question(let question): "question \(Int64(question) + 1)"
    case .reasons(let question): "reasons of question \(Int64(question) + 1)"
    case .thanks: "thanks"
    case .closed: "closed"
    case .cleaning: "cleaning"
    case .outOfOrder: "out of order"
    case .pin: "PIN"
    case .service: "service"
    case .identity: "the kiosk's name"
    }
  }
}

extension KeypadKey {
  /// The number of keys that the stars know.
  private static var controls: Int32 { Int32(Key.allCases.count) }
  private static let others: [KeypadKey] = [.previous, .next, .back, .speech, .louder, .quieter, .faster, .slower]

  /// The key's number in records.
  var index: Int32 {
    if case .control(let key) = self { return Int32(Key.allCases.firstIndex(of: key) ?? 0) }
    return Self.controls + Int32(Self.others.firstIndex(of: self) ?? 0)
  }

  /// Returns the key of a record; `nil` if there is none.
  init?(index: Int32) {
    let other = Int(index) - Int(Self.controls)
    if other >= 0 {
      guard Self.others.indices.contains(other) else { return nil }
      self = Self.others[other]
    } else {
      guard index >= 0 else { return nil }
      self = .control(Key.allCases[Int(index)])
    }
  }

  var words: StaticString {
    switch self {
    case .control(let key): key.words
    case .previous: "previous"
    case .next: "next"
    case .back: "back"
    case .speech: "speech"
    case .louder: "louder"
    case .quieter: "quieter"
    case .faster: "faster"
    case .slower: "slower"
    }
  }
}

extension Key {
  fileprivate var words: StaticString {
    switch self {
    case .left: "left"
    case .right: "right"
    case .up: "up"
    case .down: "down"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .home: "home"
    case .end: "end"
    case .enter: "enter"
    }
  }
}

extension Faults {
  /// The names, separated by commas.
  var words: String { names.reduce("") { $0 + ($0.utf8.isEmpty ? "" : ", ") + $1 } }
}
