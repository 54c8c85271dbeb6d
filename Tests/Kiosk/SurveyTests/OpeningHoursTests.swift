import StarSlider
import TestSupport
import Testing

@testable import Survey

/// Opening hours against the wall's clock: midnight, the week's end, summer time, clocks that are set.
@Suite struct OpeningHoursTests {
  static let second = SurveyMachineTests.second
  /// Monday, 2026-03-23 00:00 on the wall.
  static let monday: Int64 = 1_774_224_000

  /// Open from 08:00 to 18:00 every day of five, and from Saturday 22:00 to Sunday 02:00, and Sunday 22:00 to Monday 01:00.
  static let hours = OpeningHours(
    (0..<5).map { OpeningHours.Interval(startMinute: $0 * 1440 + 480, endMinute: $0 * 1440 + 1080) } + [
      OpeningHours.Interval(startMinute: 5 * 1440 + 1320, endMinute: 6 * 1440 + 120),
      OpeningHours.Interval(startMinute: 6 * 1440 + 1320, endMinute: 7 * 1440 + 60),
    ])

  @Test func openInEveryMinuteOfAWeek() {
    for minute in Int64(0)..<10_080 {
      let (day, time) = (minute / 1440, minute % 1440)
      let isOpen =
        day < 5 && (480..<1080).contains(time) || day == 5 && time >= 1320 || day == 6 && (time < 120 || time >= 1320)
        || day == 0 && time < 60
      for week in [Int64(-3000), -1, 0, 1] {
        let civil = Self.monday + week * 604_800 + minute * 60
        #expect(Self.hours.isOpen(civil: civil) == isOpen, "\(day) \(time)")
        #expect(Self.hours.isOpen(civil: civil + 59) == isOpen, "\(day) \(time)")
      }
    }
  }

  @Test func untilChangeFindsFirstChange() throws {
    for minute in stride(from: Int64(0), to: 10_080, by: 7) {
      let civil = Self.monday + minute * 60 + 13
      let wait = try #require(Self.hours.untilChange(civil: civil))
      let isOpen = Self.hours.isOpen(civil: civil)
      #expect(Self.hours.isOpen(civil: civil + wait) != isOpen)
      for passed in stride(from: 0, to: wait, by: 60) { #expect(Self.hours.isOpen(civil: civil + passed) == isOpen) }
      #expect(Self.hours.isOpen(civil: civil + wait - 1) == isOpen)
    }
  }

  /// Against a search through the minutes, in weeks with a holiday, a day of other hours and a week without any.
  @Test func nextOpeningIsFirstOpenMinute() {
    let short = OpeningHours.Day(year: 2026, month: 3, day: 25, minutes: [615..<660])
    let holidays =
      (26...31).map { OpeningHours.Day(year: 2026, month: 3, day: $0, minutes: []) }
      + (1...3).map { OpeningHours.Day(year: nil, month: 4, day: $0, minutes: []) }
    let hours = OpeningHours(
      (0..<5).map { OpeningHours.Interval(startMinute: $0 * 1440 + 480, endMinute: $0 * 1440 + 1085) },
      days: [short] + holidays)
    var missing = 0
    for minute in stride(from: Int64(0), to: 15 * 1440, by: 5) {
      let civil = Self.monday + minute * 60
      let found = hours.nextOpening(civil: civil)
      let wait = (0...(6 * 1440 / 5)).first { hours.isOpen(civil: civil + Int64($0) * 300) }
      if wait == nil { missing += 1 }
      if let wait, wait > 0 {
        let opening = minute + Int64(wait) * 5
        let expected = OpeningHours.Opening(weekday: Int32(opening / 1440 % 7), minute: Int32(opening % 1440))
        #expect(found == expected, "\(minute)")
      } else {
        #expect(found == nil, "\(minute)")
      }
    }
    #expect(missing > 0)
    #expect(OpeningHours().nextOpening(civil: 0) == nil)
    #expect(
      [0, 65, 485, 1439].map { OpeningHours.Opening(weekday: 0, minute: $0).time } == ["0:00", "1:05", "8:05", "23:59"])
  }

  @Test func hoursThatNeverChange() {
    #expect(OpeningHours().isOpen(civil: 0) && OpeningHours().untilChange(civil: 0) == nil)
    let all = OpeningHours([OpeningHours.Interval(startMinute: 0, endMinute: 10_080)])
    #expect(all.isOpen(civil: Self.monday + 5) && all.untilChange(civil: Self.monday) == nil)
  }

  static func machine(hours: OpeningHours = hours) -> SurveyMachine {
    var survey = SurveyMachineTests.survey()
    survey.hours = hours
    return SurveyMachine(survey)
  }

  @Test func openingHoursByDay() {
    var machine = Self.machine()
    // Monday 00:30 on the wall: still Sunday's evening.
    #expect(machine.handle(.clock(WallTime(civil: Self.monday + 1800, moment: 0)), at: 0) == [])
    var changes: [(minute: Int64, effects: SurveyMachine.Effects)] = []
    while let deadline = machine.deadline, deadline < 7 * 86_400 * Self.second {
      changes.append((30 + deadline / Self.second / 60, machine.handle(.timePassed, at: deadline)))
      if changes.count > 100 { break }
    }
    let days = Int64(0)..<5
    var expected: [(Int64, Bool)] = [(60, false)]
    for day in days { expected += [(day * 1440 + 480, true), (day * 1440 + 1080, false)] }
    expected += [(5 * 1440 + 1320, true), (6 * 1440 + 120, false), (6 * 1440 + 1320, true)]
    #expect(changes.map { $0.minute } == expected.map { $0.0 })
    #expect(changes.map { $0.effects } == expected.map { $0.1 ? [.show, .lightOn] : [.show, .lightOff] })
  }

  /// Hours end with the wall's second, whenever they were looked at.
  @Test func wallTimeKeepsSeconds() {
    for later in [0, 1, 700_000_000, Self.second - 1] {
      var machine = Self.machine()
      _ = machine.handle(.clock(WallTime(civil: Self.monday + 1080 * 60 - 5, moment: 3)), at: 3 + Int64(later))
      let end = 3 + 5 * Self.second
      #expect(machine.deadline == end)
      #expect(machine.handle(.timePassed, at: end - 1) == [])
      #expect(machine.handle(.timePassed, at: end) == [.show, .lightOff])
    }
  }

  @Test func closingWaitsForEndOfVisit() {
    var machine = Self.machine()
    _ = machine.handle(.clock(WallTime(civil: Self.monday + 1080 * 60 - 5, moment: 0)), at: 0)
    _ = machine.handle(.started, at: 0)
    _ = machine.handle(.choseLanguage(0), at: 0)
    #expect(machine.handle(.timePassed, at: 6 * Self.second) == [])
    #expect(machine.state == .question(0))
    #expect(machine.handle(.startedOver, at: 7 * Self.second) == [.show, .lightOff])
    #expect(machine.state == .closed)
    for event in [SurveyMachine.Event.touchBegan, .keyPressed, .started, .clean, .cornerPressed] {
      #expect(machine.handle(event, at: 8 * Self.second) == [])
    }
    #expect(machine.state == .closed)
  }

  /// Zone files may name any moment, and clocks stand at any.
  @Test func clockChangeInDistantFuture() {
    let moment = 7 * Self.second
    for (until, seconds) in [
      (1_000, 3), (996, 1), (0, 1), (Int64.max, 3_155_760_000), (nil, nil),
    ] as [(Int64?, Int64?)] {
      let wall = WallTime(utc: 997, offset: -3600, until: until, moment: moment)
      #expect(wall.civil == -2603 && wall.validUntil == seconds.map { moment + $0 * Self.second })
    }
    #expect(WallTime(utc: -5, offset: 0, until: .max, moment: 0).validUntil == 3_155_760_000 * Self.second)
  }

  /// A finger that rests on the corner when the hours end cleans nothing: the closed screen is dark.
  @Test func heldCornerDoesNotOpenClosedKiosk() {
    var machine = Self.machine()
    _ = machine.handle(.clock(WallTime(civil: Self.monday + 1080 * 60 - 5, moment: 0)), at: 0)
    #expect(machine.handle(.cornerPressed, at: 4 * Self.second) == [])
    #expect(machine.handle(.timePassed, at: 5 * Self.second) == [.show, .lightOff])
    #expect(machine.deadline.map { $0 > 3600 * Self.second } == true)
    #expect(machine.handle(.timePassed, at: 8 * Self.second) == [])
    #expect(machine.state == .closed)
  }

  /// A new configuration without hours, or with others, while the machine is closed and dark.
  @Test func reloadRemovesHours() {
    for hours in [OpeningHours(), OpeningHours([OpeningHours.Interval(startMinute: 0, endMinute: 1440)])] {
      var machine = Self.machine()
      let effects = machine.handle(.clock(WallTime(civil: Self.monday + 4 * 3600, moment: 0)), at: 0)
      #expect(effects == [.show, .lightOff] && machine.state == .closed)
      #expect(machine.handle(.reload, at: 1) == .reload)
      var survey = machine.survey
      survey.hours = hours
      machine = SurveyMachine(survey, after: machine)
      #expect(machine.state == .closed)
      #expect(machine.handle(.timePassed, at: 2) == [.show, .lightOn])
      #expect(machine.isHome)
      #expect(machine.handle(.timePassed, at: 3) == [])
    }
  }

  @Test func wallClockIsReadAtTimeChange() throws {
    // Sunday 2026-03-29: 02:00 becomes 03:00. Open from 02:30 to 04:00.
    let sunday = Self.monday + 6 * 86_400
    let hours = OpeningHours([OpeningHours.Interval(startMinute: 6 * 1440 + 150, endMinute: 6 * 1440 + 240)])
    var machine = Self.machine(hours: hours)
    let jump = 3600 * Self.second
    #expect(
      machine.handle(.clock(WallTime(civil: sunday + 3600, moment: 0, validUntil: jump)), at: 0) == [.show, .lightOff])
    #expect(machine.deadline == jump)
    #expect(machine.handle(.timePassed, at: jump) == .readClock)
    let after = WallTime(civil: sunday + 3 * 3600, moment: jump)
    #expect(machine.handle(.clock(after), at: jump) == [.show, .lightOn])
    #expect(machine.deadline == jump + 3600 * Self.second)
  }

  @Test func clockIsSet() {
    var machine = Self.machine()
    // A board without a clock chip wakes up in 1970, on a Thursday at 00:00: closed. Then the network tells the time.
    #expect(machine.handle(.clock(WallTime(civil: 0, moment: 0)), at: 0) == [.show, .lightOff])
    let noon = Self.monday + 12 * 3600
    #expect(machine.handle(.clock(WallTime(civil: noon, moment: 5)), at: 5) == [.show, .lightOn])
    // Back by a day and a half: Saturday midnight.
    #expect(machine.handle(.clock(WallTime(civil: noon - 129_600, moment: 9)), at: 9) == [])
    #expect(machine.handle(.clock(WallTime(civil: noon - 86_400, moment: 9)), at: 9) == [.show, .lightOff])
  }

  /// As long as the time is unknown, the kiosk is open, also one that had closed.
  @Test func unknownTimeOpens() {
    var machine = Self.machine()
    #expect(machine.handle(.clock(nil), at: 0) == [] && machine.isHome)
    #expect(machine.handle(.clock(WallTime(civil: Self.monday + 4 * 3600, moment: 1)), at: 1) == [.show, .lightOff])
    #expect(machine.handle(.clock(nil), at: 2) == [.show, .lightOn] && machine.isHome && machine.deadline == nil)
    // It becomes known during a visit, which ends first.
    _ = machine.handle(.started, at: 3)
    _ = machine.handle(.choseLanguage(0), at: 3)
    #expect(machine.handle(.clock(WallTime(civil: Self.monday + 4 * 3600, moment: 4)), at: 4) == [])
    #expect(machine.handle(.startedOver, at: 5) == [.show, .lightOff] && machine.state == .closed)
  }

  /// Whatever comes in whatever order: an answer is recorded once and whole, the clock's deadline lies ahead, and a machine
  /// that is left alone comes home.
  @Test func randomEventsKeepTheInvariants() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<300 {
      var survey = SurveyMachineTests.survey(keeps: Bool.random(using: &random))
      survey.hasAttract = Bool.random(using: &random)
      survey.languages = Int32.random(in: 1...3, using: &random)
      if Bool.random(using: &random) { survey.hours = Self.hours }
      var machine = SurveyMachine(survey)
      var recorded: Int64 = 0
      func handle(_ event: SurveyMachine.Event, at now: Int64) -> SurveyMachine.Effects {
        let effects = machine.handle(event, at: now)
        if effects.contains(.record) {
          recorded += 1
          #expect(machine.visit.isPartial || machine.visit.answers.count == survey.questions.count)
          #expect(!machine.visit.answers.isEmpty)
          _ = machine.handle(.recorded, at: now)
        }
        #expect(machine.visits == recorded)
        return effects
      }
      var now: Int64 = 0
      for _ in 0..<200 {
        now += Int64.random(in: 0...(20 * Self.second), using: &random)
        _ = handle(Self.event(at: now, &random), at: now)
        // What is due is done at once; what comes next lies ahead.
        _ = handle(.timePassed, at: now)
        if handle(.timePassed, at: now) != .readClock, let deadline = machine.deadline { #expect(deadline > now) }
      }
      let end = now + 120 * Self.second
      while let deadline = machine.deadline, deadline < end {
        if handle(.timePassed, at: deadline) == .readClock { break }
        // One that does not pass would be waited for for ever.
        if let next = machine.deadline, next <= deadline {
          Issue.record("a deadline that does not pass")
          break
        }
      }
      #expect(machine.isHome || machine.state == .closed)
    }
  }

  /// One of the table's events, a new clock now and then; failures of the disk end everything and are left out.
  private static func event(at now: Int64, _ random: inout SplitMix64) -> SurveyMachine.Event {
    let rows = SurveyMachineTests.rows
    switch rows[Int.random(in: 0..<rows.count, using: &random)].event {
    case .recordingFailed: return .timePassed
    case .clock:
      return .clock(
        Int.random(in: 0..<4, using: &random) == 0
          ? nil
          : WallTime(
            civil: Int64.random(in: 0...2_000_000_000, using: &random), moment: now,
            validUntil: Bool.random(using: &random) ? now + 3600 * second : nil))
    case let event: return event
    }
  }
}
