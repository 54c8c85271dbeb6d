import StarSlider
import TestSupport
import Testing

@testable import Survey

/// What the counter counts, compared with a judge that sees the whole machine before and after each step.
@Suite struct VisitCounterTests {
  typealias Event = SurveyMachine.Event
  typealias End = VisitCounter.End
  static let second = SurveyMachineTests.second

  /// A machine and its counter, driven as the kiosk drives them.
  struct Kiosk {
    var machine: SurveyMachine
    var counter: VisitCounter
    var now: Int64 = 1_000_000 * second

    init(_ survey: Survey) {
      machine = SurveyMachine(survey)
      counter = VisitCounter(machine)
    }

    mutating func handle(_ event: Event, after pause: Int64 = second) -> End? {
      now += pause
      if event == .touchBegan { counter.touched(by: .touch) }
      if event == .keyPressed { counter.touched(by: .keypad) }
      let effects = machine.handle(event, at: now)
      return effects.isDisjoint(with: [.show, .record]) ? nil : counter.follow(event, machine)
    }

    /// Handles events of touches; returns the last visit that they end.
    mutating func perform(_ events: Event...) -> End? {
      var end: End?
      for event in events { end = handle(event) ?? end }
      return end
    }

    mutating func leave() -> End? { handle(.timePassed, after: machine.survey.idle) }
  }

  // MARK: The judge

  /// Returns what became of the visit in which a step was made: `nil` if it goes on or does not count.
  static func judged(_ before: SurveyMachine, _ event: Event, _ after: SurveyMachine) -> VisitCounter.Outcome? {
    switch (before.state, after.state) {
    case (.recording, _), (.thanks, _): return nil
    case (_, .recording(.thanks)): return .finished
    case (_, .recording(.home)): return event == .timePassed ? .left : nil
    case (_, .attract), (_, .language), (_, .question), (_, .closed): break
    default: return nil
    }
    if before.visitNumber == after.visitNumber { return nil }
    if event == .startedOver { return before.isVisited ? .startedOver : nil }
    if event == .timePassed && !before.showsCode { return before.isVisited ? .left : nil }
    guard before.isVisited || before.state == .attract || isAnswer(event) else { return nil }
    if !isAnswer(event) && event != .finished && event != .timePassed { return nil }
    // The visit has reached its end, or its first answer came too fast.
    return isAnswer(event) && !after.isLimited ? nil : .finished
  }

  static func isAnswer(_ event: Event) -> Bool {
    switch event {
    case .rated, .chose: true
    default: false
    }
  }

  /// The question, or `nil` for the language screen.
  static func place(_ machine: SurveyMachine) -> Int32? {
    switch machine.state {
    case .question(let question), .reasons(let question): question
    default: machine.state == .attract ? 0 : nil
    }
  }

  static func expect(_ end: End?, of before: SurveyMachine, _ event: Event, _ after: SurveyMachine) -> Bool {
    let outcome = judged(before, event, after)
    if end?.outcome != outcome { return false }
    guard let end, let outcome else { return true }
    return end.language == before.language && end.question == (outcome == .finished ? nil : place(before))
  }

  // MARK: Surveys

  /// A survey of each kind of beginning and end.
  static let surveys: [Survey] = {
    let plain = SurveyMachineTests.survey()
    let keeping = SurveyMachineTests.survey(keeps: true)
    var languages = Survey(questions: [Survey.Question(.one(2)), Survey.Question(.code)])
    (languages.languages, languages.pin) = (2, [1, 2, 3, 4])
    var message = Survey(questions: [Survey.Question(.none)])
    message.hasAttract = true
    var limited = Survey(questions: [Survey.Question(), Survey.Question(.several(3)), Survey.Question(.code)])
    (limited.limits.hourlyLimit, limited.limits.answerInterval) = (1, second * 3 / 2)
    return [plain, keeping, languages, message, limited]
  }()

  static let events: [(Event, Int64)] = [
    (.touchBegan, second), (.keyPressed, second), (.started, second), (.choseLanguage(1), second),
    (.askedForLanguages, second), (SurveyMachineTests.committed(1), second),
    (SurveyMachineTests.committed(3), second), (SurveyMachineTests.edited(2), second), (.chose(0), second),
    (.finished, second), (.startedOver, second), (.timePassed, 30 * second), (.recorded, second),
    (.recordingFailed, second), (.storable, second), (.clean, second), (.service, second), (.identify, second),
    (.toggledContrast, second), (.ending, second),
  ]

  // MARK: Walks

  /// Every walk of four steps from the start, and of three from the middle of a visit.
  @Test(arguments: surveys.indices) func everySmallWalk(_ index: Int) {
    var ends: [VisitCounter.Outcome: Int] = [:]
    func walk(_ kiosk: Kiosk, _ left: Int) -> Bool {
      for (event, pause) in Self.events {
        var next = kiosk
        let end = next.handle(event, after: pause)
        if let end { ends[end.outcome, default: 0] += 1 }
        if !Self.expect(end, of: kiosk.machine, event, next.machine) {
          Issue.record("\(kiosk.machine.state), \(event): \(String(describing: end))")
          return false
        }
        if left > 1 && !walk(next, left - 1) { return false }
      }
      return true
    }
    let start = Kiosk(Self.surveys[index])
    var middle = start
    for event in [Event.touchBegan, .started, .choseLanguage(1), SurveyMachineTests.committed(3), .chose(0)] {
      _ = middle.handle(event, after: 2 * Self.second)
    }
    #expect(walk(start, 4) && walk(middle, 3))
    #expect(ends[.finished] ?? 0 > 0 && ends[.left] ?? 0 > 0 && ends[.startedOver] ?? 0 > 0, "\(ends)")
  }

  /// Whatever visitors, operators and faults do: each visit that begins is finished, left, started over or interrupted, or goes on.
  @Test(arguments: surveys.indices) func everyVisitIsCountedOnce(_ index: Int) {
    var random = SplitMix64(seed: 41_09 + UInt64(index))
    var kiosk = Kiosk(Self.surveys[index])
    // By language: visits that have begun and ended, and those that were counted.
    var (ended, counted, interrupted): ([Int32: Int], [Int32: Int], Int) = ([:], [:], 0)
    var (begun, isInVisit) = (0, false)
    for _ in 0..<60_000 {
      let (event, pause) = random.element(of: Self.events)
      let before = kiosk.machine
      let end = kiosk.handle(event, after: random.oneIn(4) ? Self.second / 20 : pause)
      let after = kiosk.machine
      if !Self.expect(end, of: before, event, after) {
        Issue.record("\(before.state), \(event): \(String(describing: end))")
        return
      }
      if let end { counted[end.language, default: 0] += 1 }
      // The touch that ends the thanks begins a visit on a kiosk without a start screen.
      let isOver = !after.isVisited || isInVisit && before.visitNumber != after.visitNumber
      // A visit of one step begins and ends at once.
      let begins = !isInVisit && (after.isVisited || end != nil)
      if begins { begun += 1 }
      if (isInVisit || begins) && isOver {
        if end != nil { ended[before.language, default: 0] += 1 } else { interrupted += 1 }
        if end == nil {
          switch event {
          case .clean, .service, .ending, .recordingFailed: break
          // An answer that came too fast for a hand, as the first one.
          case .rated, .chose: #expect(after.isHome && before.visit.answers.isEmpty)
          default: Issue.record("\(before.state), \(event)")
          }
        }
      }
      isInVisit = after.isVisited
    }
    #expect(counted == ended && begun == counted.values.reduce(0, +) + interrupted + (isInVisit ? 1 : 0))
    #expect(counted.values.reduce(0, +) > 500, "\(counted)")
  }

  // MARK: Languages, questions and ways

  @Test func placeAndLanguageOfAVisit() {
    var kiosk = Kiosk(SurveyMachineTests.survey())
    #expect(kiosk.perform(.touchBegan, .started, .askedForLanguages, .choseLanguage(1)) == nil)
    #expect(kiosk.leave() == End(outcome: .left, question: 0, language: 1, way: .touch))
    _ = kiosk.perform(.touchBegan, .started, SurveyMachineTests.committed(1))
    #expect(kiosk.perform(.startedOver) == End(outcome: .startedOver, question: 0, language: 0, way: .touch))
    _ = kiosk.perform(.touchBegan, SurveyMachineTests.committed(3), .askedForLanguages)
    #expect(kiosk.leave() == End(outcome: .left, question: nil, language: 0, way: .touch))
    let finished = kiosk.perform(.touchBegan, SurveyMachineTests.committed(3), SurveyMachineTests.committed(3))
    #expect(finished == End(outcome: .finished, question: nil, language: 0, way: .touch))
    #expect(kiosk.counter.takeTouches(by: .touch) == 4 && !kiosk.counter.hasTouches)
  }

  /// A visit in which a key was pressed is a keypad's; keys of the visitor before do not count.
  @Test func wayOfAVisit() {
    var kiosk = Kiosk(SurveyMachineTests.survey())
    _ = kiosk.perform(.keyPressed, .touchBegan, .started)
    #expect(kiosk.leave()?.way == .touch)
    _ = kiosk.perform(.touchBegan, .keyPressed, .started, .touchBegan)
    #expect(kiosk.leave()?.way == .keypad)
    _ = kiosk.perform(.touchBegan, .started, .keyPressed, .touchBegan)
    #expect(kiosk.perform(.startedOver)?.way == .keypad)
    _ = kiosk.perform(.touchBegan, .started)
    #expect(kiosk.leave()?.way == .touch)
    #expect(kiosk.counter.takeTouches(by: .touch) == 4 && kiosk.counter.takeTouches(by: .keypad) == 2)
    // The key that ends the thanks begins the next visit.
    let finished = kiosk.perform(.touchBegan, SurveyMachineTests.committed(3), SurveyMachineTests.committed(3))
    #expect(finished?.way == .touch)
    _ = kiosk.perform(.recorded, .keyPressed, .started)
    #expect(kiosk.leave()?.way == .keypad)
    // Without a start screen, the first touch begins the visit.
    kiosk = Kiosk(Survey())
    _ = kiosk.perform(.keyPressed)
    #expect(kiosk.leave() == End(outcome: .left, question: 0, language: 0, way: .keypad))
    _ = kiosk.perform(.touchBegan)
    #expect(kiosk.leave()?.way == .touch && !kiosk.counter.hasTouches)
  }

  @Test func closingIsNoVisit() {
    var survey = Survey()
    // 1970-01-01 was a Thursday.
    survey.hours = OpeningHours([OpeningHours.Interval(startMinute: 3 * 1440, endMinute: 3 * 1440 + 100)])
    var kiosk = Kiosk(survey)
    #expect(kiosk.perform(.clock(WallTime(utc: 0, offset: 0, until: nil, moment: kiosk.now))) == nil)
    #expect(kiosk.handle(.timePassed, after: 200 * 60 * Self.second) == nil && kiosk.machine.state == .closed)
  }
}
