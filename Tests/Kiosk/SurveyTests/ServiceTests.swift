import StarSlider
import Testing

@testable import Survey

/// The way to the service: its states meet every event, and PINs are typed in virtual time.
@Suite struct ServiceTests {
  typealias Event = SurveyMachine.Event
  typealias Effects = SurveyMachine.Effects
  static let second = SurveyMachineTests.second
  static let now = SurveyMachineTests.now

  static func survey(keeps: Bool = false) -> Survey {
    var survey = SurveyMachineTests.survey(keeps: keeps)
    survey.pin = [4, 7, 1, 1]
    survey.scales = [1...5, 1...5]
    return survey
  }

  static func typed(_ digits: [UInt8]) -> [Event] { digits.map { .typed($0) } + [.finished] }

  static func machine(_ way: [Event], keeps: Bool = false) -> SurveyMachine {
    var machine = SurveyMachine(survey(keeps: keeps))
    for event in way { _ = machine.handle(event, at: now) }
    return machine
  }

  static let pin = machine([.service])
  static let service = machine([.service] + typed([4, 7, 1, 1]))

  /// Written from the table of `SurveyMachine`: what each event does in both states. All others do nothing.
  @Test func everyEventInBothStates() {
    let rows: [(Event, pin: (SurveyMachine.State, Effects), service: (SurveyMachine.State, Effects))] = [
      (.typed(4), (.pin, .count), (.service, [])),
      (.typed(10), (.pin, []), (.service, [])),
      (.startedOver, (.attract, .show), (.attract, .show)),
      (
        .clean, (.cleaning(until: Self.now + 30 * Self.second), .show),
        (.cleaning(until: Self.now + 30 * Self.second), .show)
      ),
      (.recordingFailed, (.outOfOrder, .show), (.outOfOrder, .show)),
      (.tested, (.pin, []), (.recording(.service), .record)),
    ]
    #expect(Self.pin.state == .pin && Self.pin.screen == .pin && Self.service.state == .service)
    #expect(Self.service.screen == .service && Self.pin.isServiced && !Self.pin.isHome && !Self.service.isHome)
    let others = SurveyMachineTests.rows.map { $0.event }.filter { event in !rows.contains { $0.0 == event } }
    #expect(others.count >= 20)
    for event in rows.map({ $0.0 }) + others + [.service, .erased] {
      let row = rows.first { $0.0 == event }
      for (start, expected) in [
        (Self.pin, row?.pin ?? (.pin, [])), (Self.service, row?.service ?? (.service, [])),
      ] {
        var machine = start
        let effects = machine.handle(event, at: Self.now)
        #expect(machine.state == expected.0 && effects == expected.1, "\(start.state), \(event)")
      }
    }
  }

  /// The corner asks for the PIN; without one it starts the cleaning as before, and keys do nothing.
  @Test(arguments: SurveyMachineTests.ways.map { $0.state }) func entrances(state: String) {
    for (event, hasPIN) in [(Event.cornerPressed, true), (.cornerPressed, false), (.service, true), (.service, false)] {
      var survey = Self.survey()
      if !hasPIN { survey.pin = [] }
      var machine = SurveyMachine(survey)
      for event in SurveyMachineTests.ways.first(where: { $0.state == state })!.way {
        _ = machine.handle(event, at: Self.now)
      }
      let before = machine.state
      _ = machine.handle(event, at: Self.now)
      // The thanks and the cleaning end later than the corner is held only if the time is asked at once.
      if event == .cornerPressed, before != .recording(.thanks), before != .outOfOrder {
        if case .thanks = before { continue }
        #expect(machine.handle(.timePassed, at: Self.now + 3 * Self.second - 1) == [] || state == "cleaning")
        #expect(machine.screen != .pin)
      }
      _ = machine.handle(.timePassed, at: Self.now + (event == .service ? 0 : 3 * Self.second))
      let opens = !["recording", "out of order"].contains(state)
      #expect((machine.state == .pin) == (opens && hasPIN), "\(state), \(event)")
      let cleans = event == .cornerPressed && !hasPIN && opens || state == "cleaning" && !hasPIN
      if case .cleaning = machine.state { #expect(cleans, "\(state), \(event)") } else { #expect(!cleans, "\(state)") }
    }
  }

  /// The operator opens the service screen of a closed kiosk, by the corner or by keys. The light is on until it is left.
  @Test(arguments: [true, false]) func closedKioskIsServiced(byCorner: Bool) {
    var survey = Self.survey()
    survey.hours = OpeningHours([OpeningHours.Interval(startMinute: 480, endMinute: 1080)])
    for hasPIN in [true, false] {
      if !hasPIN { survey.pin = [] }
      var machine = SurveyMachine(survey)
      let sunday = WallTime(civil: 3 * 86_400, moment: 0)
      #expect(machine.handle(.clock(sunday), at: 0) == [.show, .lightOff] && machine.state == .closed)
      var effects = machine.handle(byCorner ? .cornerPressed : .service, at: 1)
      if byCorner {
        #expect(effects == [])
        effects = machine.handle(.timePassed, at: 1 + 3 * Self.second)
      }
      #expect(effects == (hasPIN ? [.show, .lightOn] : []))
      #expect(machine.state == (hasPIN ? .pin : .closed))
      if !hasPIN { continue }
      for digit in survey.pin { _ = machine.handle(.typed(digit), at: 4 * Self.second) }
      #expect(machine.handle(.finished, at: 4 * Self.second) == .show && machine.state == .service)
      let end = 4 * Self.second + Survey.serviceIdle
      #expect(machine.deadline == end)
      #expect(machine.handle(.timePassed, at: end) == [.show, .lightOff] && machine.state == .closed)
    }
  }

  /// `cleaning-corner = no` leaves the corner to the PIN.
  @Test func cornerWithoutCleaning() {
    var survey = Self.survey()
    survey.hasCorner = false
    for hasPIN in [true, false] {
      if !hasPIN { survey.pin = [] }
      var machine = SurveyMachine(survey)
      _ = machine.handle(.cornerPressed, at: Self.now)
      _ = machine.handle(.timePassed, at: Self.now + 3 * Self.second)
      #expect(machine.state == (hasPIN ? .pin : .attract))
    }
  }

  /// A visit ends as by the cleaning: its answers are kept as partial, or dropped.
  @Test(arguments: [false, true]) func visitEndsAsByCleaning(keeps: Bool) {
    let way: [Event] = [.started, .choseLanguage(1), SurveyMachineTests.committed(3)]
    var machine = Self.machine(way, keeps: keeps)
    let effects = machine.handle(.service, at: Self.now)
    #expect(effects == (keeps ? .record : .show))
    if keeps {
      #expect(machine.state == .recording(.pin) && machine.visit.isPartial && machine.visit.answers.count == 1)
      #expect(machine.handle(.recorded, at: Self.now) == .show)
    }
    #expect(machine.state == .pin && machine.visit == Visit() && machine.language == 0)
  }

  @Test func digitsAreCountedAndErased() {
    var machine = Self.pin
    for count in 1...8 {
      #expect(machine.handle(.typed(0), at: Self.now) == .count && machine.entry.count == count)
    }
    #expect(machine.handle(.typed(0), at: Self.now) == [] && machine.entry.count == 8)
    #expect(machine.handle(.erased, at: Self.now) == .count && machine.entry.count == 0)
    #expect(machine.handle(.finished, at: Self.now) == [], "an empty PIN is none")
    // What was typed is forgotten when the screen is left.
    _ = machine.handle(.typed(4), at: Self.now)
    _ = machine.handle(.startedOver, at: Self.now)
    _ = machine.handle(.service, at: Self.now)
    #expect(machine.entry.count == 0)
  }

  /// Every number of up to four digits that is not the PIN, prefixes and longer ones too, is refused.
  @Test func onlyThePINOpens() {
    var opened: [[UInt8]] = []
    var tried = 0
    for length in 1...4 {
      for number in 0..<[10, 100, 1000, 10_000][length - 1] {
        var (digits, rest) = ([UInt8](), number)
        for _ in 0..<length { (digits, rest) = ([UInt8(rest % 10)] + digits, rest / 10) }
        var machine = Self.pin
        for event in Self.typed(digits) { _ = machine.handle(event, at: Self.now) }
        tried += 1
        if machine.state == .service { opened.append(digits) }
      }
    }
    #expect(opened == [[4, 7, 1, 1]] && tried == 11_110)
    var machine = Self.pin
    for event in Self.typed([4, 7, 1, 1, 0]) { _ = machine.handle(event, at: Self.now) }
    #expect(machine.state == .pin && machine.entry.wrong == 1)
  }

  /// After a restart, the number of wrong PINs and the rest of their pause are in effect; after a reboot, the whole pause.
  @Test func pausesSurviveARestart() {
    let minute: Int64 = 60_000_000_000
    for (wrong, end, until) in [
      (0, nil, nil), (4, nil, nil), (5, nil, 7 + minute), (5, 10, 10), (5, 7, nil), (5, 0, nil), (5, .max, 7 + minute),
      (6, nil, 7 + 2 * minute), (100, nil, 7 + 64 * minute), (-3, nil, nil),
    ] as [(Int32, Int64?, Int64?)] {
      var machine = SurveyMachine(Survey())
      machine.continuePause(afterWrong: wrong, until: end, at: 7)
      #expect(machine.entry.pausedUntil == until && machine.entry.wrong == max(wrong, 0), "\(wrong) \(end ?? -1)")
    }
  }

  /// The fifth wrong PIN begins a pause of a minute, each further one twice as long, up to 64 minutes. Leaving the screen, or a new
  /// configuration, ends none; the right PIN during a pause does not count.
  @Test func wrongPINsPause() {
    var (machine, now) = (Self.pin, Self.now)
    func wrong() -> Effects {
      for digit in [1, 2, 3] as [UInt8] { _ = machine.handle(.typed(digit), at: now) }
      return machine.handle(.finished, at: now)
    }
    for attempt in 1...4 {
      #expect(wrong() == [.refuse, .count] && machine.countdown == nil && machine.entry.wrong == attempt)
    }
    for minutes in [1, 2, 4, 8, 16, 32, 64, 64, 64] as [Int64] {
      #expect(wrong() == [.refuse, .count] && machine.countdown == Int32(minutes * 60), "\(minutes)")
      for event in Self.typed([4, 7, 1, 1]) { #expect(machine.handle(event, at: now) == []) }
      #expect(machine.state == .pin && machine.entry.count == 0)
      _ = machine.handle(.startedOver, at: now)
      machine = SurveyMachine(Self.survey(), after: machine)
      now += minutes * 60 * Self.second - 1
      #expect(machine.handle(.service, at: now) == .show && machine.countdown == 1)
      #expect(machine.deadline == now + 1)
      now += 1
      #expect(machine.handle(.timePassed, at: now) == .count && machine.countdown == nil)
    }
    for event in Self.typed([4, 7, 1, 1]) { _ = machine.handle(event, at: now) }
    #expect(machine.state == .service && machine.entry == PINEntry(), "the right PIN clears the count")
  }

  @Test func pauseCountsSecondsUntilIdleEnds() {
    var machine = Self.pin
    for _ in 1...5 { for event in Self.typed([0]) { _ = machine.handle(event, at: Self.now) } }
    let story = IdleVisitTests.sleep(&machine, until: Self.now + 100 * Self.second)
    #expect(story.map { $0.second } == Array(1...30))
    #expect(story.dropLast().allSatisfy { $0.effects == .count } && story.last?.effects == .show)
    #expect(machine.state == .attract && machine.countdown == nil)
  }

  /// Both screens end without activity, which touches and keys are.
  @Test(arguments: [Event.touchBegan, .keyPressed]) func timeOuts(activity: Event) {
    for (start, seconds) in [(Self.pin, 30), (Self.service, 120)] as [(SurveyMachine, Int64)] {
      var machine = start
      #expect(machine.deadline == Self.now + seconds * Self.second)
      #expect(machine.handle(activity, at: Self.now + 20 * Self.second) == [])
      let end = Self.now + (20 + seconds) * Self.second
      #expect(machine.deadline == end && machine.handle(.timePassed, at: end - 1) == [])
      #expect(machine.handle(.timePassed, at: end) == .show && machine.state == .attract && machine.isHome)
    }
  }

  /// Closing time and a new configuration wait for the end of the service.
  @Test func serviceIsNotInterrupted() {
    var machine = Self.service
    #expect(machine.handle(.reload, at: Self.now) == [])
    #expect(machine.handle(.startedOver, at: Self.now) == [.show, .reload])
  }

  /// A test answer is the highest value of the first question that has one, marked `staff` and nothing else, however fast.
  @Test func testAnswersAreStaff() {
    var machine = Self.service
    for count in 1...3 {
      #expect(machine.handle(.tested, at: Self.now) == .record && machine.state == .recording(.service))
      #expect(machine.visit.answers == [Visit.Answer(question: 0, value: 5)])
      #expect(machine.visit.marks == .staff && !machine.visit.isPartial && machine.visits == Int64(count) - 1)
      #expect(machine.handle(.recorded, at: Self.now) == .show && machine.state == .service && machine.visit == Visit())
    }
    // A visitor's answer soon after is the staff's, too, but repeats nothing.
    _ = machine.handle(.startedOver, at: Self.now)
    for event in [.started, .choseLanguage(0), SurveyMachineTests.committed(3)] as [Event] {
      _ = machine.handle(event, at: Self.now + Self.second)
    }
    _ = machine.handle(SurveyMachineTests.committed(3), at: Self.now + 2 * Self.second)
    #expect(machine.visit.marks.contains(.staff) && !machine.visit.marks.contains(.repeated))
    #expect(machine.visits == 3)
  }

  @Test func testAnswerOfEachForm() {
    for (form, answer) in [
      (Survey.Question.Form.values([3, 1, 2]), Visit.Answer(question: 1, value: 3)),
      (.one(3), Visit.Answer(question: 1, value: 0, chosen: 1)),
      (.several(2), Visit.Answer(question: 1, value: 0, chosen: 1)),
      (.slider, Visit.Answer(question: 1, value: 1)), (.code, Visit.Answer(question: 1, value: 0)), (.none, nil),
    ] as [(Survey.Question.Form, Visit.Answer?)] {
      var survey = Survey(questions: [Survey.Question(.none), Survey.Question(form)])
      survey.pin = [1, 1, 1, 1]
      var machine = SurveyMachine(survey)
      for event in [.service] + Self.typed([1, 1, 1, 1]) { _ = machine.handle(event, at: Self.now) }
      #expect(machine.handle(.tested, at: Self.now) == (answer == nil ? [] : .record))
      #expect(machine.visit.answers == [answer].compactMap { $0 }, "\(form)")
    }
  }

  /// The hour's visits are used up: the service stays, and nothing is stored.
  @Test func testAnswerBeyondTheLimit() {
    var survey = Self.survey()
    survey.limits.hourlyLimit = 1
    var machine = SurveyMachine(survey)
    for event in [.service] + Self.typed([4, 7, 1, 1]) + [.tested, .recorded] {
      _ = machine.handle(event, at: Self.now)
    }
    #expect(machine.handle(.tested, at: Self.now) == .show && machine.state == .service && machine.isLimited)
    #expect(machine.visits == 1)
  }
}
