/// Counts what becomes of visits, as the steps of the survey's machine show it. It knows nothing of a visit but its end, so nothing about a
/// person is in its counts.
///
/// | screen before | event | state after | the visit |
/// | --- | --- | --- | --- |
/// | a screen of a visit | any | recording → thanks | finished |
/// | a screen of a visit | done | home, closed | finished without an answer, or beyond the hour's visits |
/// | a question with a code | `idle` without activity | home, closed | finished beyond the hour's visits |
/// | a screen of a visit | a value is committed, a tile is chosen | home, closed | finished if the hour's visits are used up |
/// | a screen of a visit | `idle` without activity | home, closed, recording → home | left there |
/// | a screen of a visit | started over | home, closed | started over there |
/// | a screen of a visit | any other | any other outside of the visit | is not counted |
///
/// A screen of a visit is the language screen, a question or its reasons, and for a value or a tile also the start screen, which shows the
/// first question. A visit that an operator, a fault or the end of the program interrupts is not counted. A visit that a new configuration
/// ends is not either: the caller then makes a new counter.
package struct VisitCounter: Sendable {
  /// How a visitor uses the kiosk. A visit counts for the last way in this order that it has used: a visitor who has pressed a key needs the
  /// keypad, and one who has pressed a key or explored while the kiosk spoke needs speech.
  package enum Way: Int, CaseIterable, Comparable, Sendable {
    case touch, keypad, speech

    /// Its name in files and messages.
    package var name: String {
      switch self {
      case .touch: "touch"
      case .keypad: "keypad"
      case .speech: "speech"
      }
    }

    package static func < (first: Way, second: Way) -> Bool { first.rawValue < second.rawValue }
  }

  package enum Outcome: Hashable, Sendable { case finished, left, startedOver }

  /// The end of a visit.
  package struct End: Hashable, Sendable {
    package let outcome: Outcome
    /// The index of the question at which the visitor left or started over; `nil` for the language screen.
    package let question: Int32?
    /// The index of the language.
    package let language: Int32
    package let way: Way
  }

  /// The machine after its last step.
  private var (state, visitNumber, language): (SurveyMachine.State, Int64, Int32)
  /// The questions with a code, a bit for each.
  private let codes: UInt64
  private var way = Way.touch
  /// Whether `way` is that of the visit, not of one before.
  private var isUsed = false
  /// The touches of the start screen that were not taken yet, by way.
  private var touches = InlineArray<3, Int64>(repeating: 0)

  package init(_ machine: SurveyMachine) {
    (state, visitNumber, language) = (machine.state, machine.visitNumber, machine.language)
    codes = zip(machine.survey.questions, 0..<64).reduce(0) { $1.0.form == .code ? $0 | 1 << UInt64($1.1) : $0 }
  }

  /// Notes that a contact begins or a key is pressed, before the machine handles it.
  package mutating func touched(by new: Way) {
    switch state {
    case .attract:
      touches[new.rawValue] += 1
      way = new
    case .language, .question, .reasons: way = isUsed ? max(way, new) : new
    // The contact or key that ends these may begin the next visit.
    case .thanks, .identifying: way = new
    default: return
    }
    isUsed = true
  }

  /// Whether `takeTouches` returns any.
  package var hasTouches: Bool { Way.allCases.contains { touches[$0.rawValue] > 0 } }

  /// Returns how often the start screen was touched in a way since the last call.
  package mutating func takeTouches(by way: Way) -> Int64 {
    defer { touches[way.rawValue] = 0 }
    return touches[way.rawValue]
  }

  /// Follows a step of the machine that shows a screen or records the visit. Others end no visit and may be left out.
  ///
  /// - Parameter machine: The machine after `event`.
  /// - Returns: The visit that the step has ended, if it counts.
  package mutating func follow(_ event: SurveyMachine.Event, _ machine: SurveyMachine) -> End? {
    let (before, number, old) = (state, visitNumber, language)
    (state, visitNumber, language) = (machine.state, machine.visitNumber, machine.language)
    guard let place = Self.place(before) else { return nil }
    let isOver = visitNumber != number
    let outcome = outcome(of: event, at: place, isOver: isOver, isLimited: machine.isLimited)
    let end = outcome.map { End(outcome: $0, question: $0 == .finished ? nil : place, language: old, way: way) }
    if isOver || end != nil { isUsed = false }
    return end
  }

  /// Returns the question of a screen of a visit, which is `nil` for the language screen; `nil` for other screens.
  private static func place(_ state: SurveyMachine.State) -> Int32?? {
    switch state {
    case .attract: .some(0)
    case .language: .some(nil)
    case .question(let question), .reasons(let question): .some(question)
    default: nil
    }
  }

  private func outcome(
    of event: SurveyMachine.Event, at place: Int32?, isOver: Bool, isLimited: Bool
  ) -> Outcome? {
    switch (state, event) {
    case (.recording(.thanks), _): return .finished
    case (.recording(.home), .timePassed): return .left
    case (.attract, _), (.language, _), (.question, _), (.closed, _): break
    default: return nil
    }
    if !isOver { return nil }
    switch event {
    case .finished: return .finished
    case .rated, .chose: return isLimited ? .finished : nil
    case .timePassed: return place.map { hasCode($0) } == true ? .finished : .left
    case .startedOver: return .startedOver
    default: return nil
    }
  }

  private func hasCode(_ question: Int32) -> Bool { codes >> UInt64(question) & 1 != 0 }
}
