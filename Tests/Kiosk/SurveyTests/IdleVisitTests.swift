import StarSlider
import Testing

@testable import Survey

/// Time that passes: countdowns, the end of a visit, the cleaning, all of it virtual.
@Suite struct IdleVisitTests {
  static let second = SurveyMachineTests.second
  static let now = SurveyMachineTests.now

  /// Lets time pass from deadline to deadline until `end`; returns what happened and when, in seconds after the start.
  static func sleep(_ machine: inout SurveyMachine, until end: Int64) -> [(
    second: Int64, effects: SurveyMachine.Effects
  )] {
    var story: [(Int64, SurveyMachine.Effects)] = []
    while let deadline = machine.deadline, deadline <= end {
      let effects = machine.handle(.timePassed, at: deadline)
      story.append(((deadline - now) / second, effects))
      // A deadline that does not pass would keep the processor awake for ever.
      #expect((machine.deadline ?? .max) > deadline)
      if (machine.deadline ?? .max) <= deadline { break }
    }
    return story
  }

  @Test(arguments: ["language", "question 0", "reasons 0", "question 1"]) func idleVisitsEnd(state: String) {
    var machine = SurveyMachineTests.machine(state)
    let story = Self.sleep(&machine, until: Self.now + 100 * Self.second)
    #expect(story.map { $0.second } == Array(20...30))
    #expect(story.dropLast().allSatisfy { $0.effects == .count } && story.last?.effects == .show)
    #expect(machine.state == .attract && machine.visit == Visit() && machine.countdown == nil)
  }

  /// Listening takes longer than reading.
  @Test(arguments: ["language", "question 0", "reasons 0"]) func visitorsWhoListenHaveTwiceTheTime(state: String) {
    var machine = SurveyMachineTests.machine(state)
    #expect(machine.handle(.hearing(true), at: Self.now) == [])
    let story = Self.sleep(&machine, until: Self.now + 100 * Self.second)
    #expect(story.map { $0.second } == Array(50...60) && machine.state == .attract)
    // A new configuration does not end speech.
    var next = SurveyMachine(machine.survey, after: machine)
    #expect(next.idle == 2 * machine.survey.idle)
    #expect(next.handle(.hearing(false), at: Self.now) == [] && next.idle == machine.survey.idle)
  }

  @Test func countdownShowsRemainingSeconds() {
    var machine = SurveyMachineTests.machine("question 0")
    for left in (1...10).reversed() {
      _ = machine.handle(.timePassed, at: Self.now + (30 - Int64(left)) * Self.second)
      #expect(machine.countdown == Int32(left))
    }
  }

  @Test func touchEndsCountdown() {
    for event in [SurveyMachine.Event.touchBegan, .keyPressed, SurveyMachineTests.edited(3)] {
      var machine = SurveyMachineTests.machine("question 0")
      _ = machine.handle(.timePassed, at: Self.now + 25 * Self.second)
      #expect(machine.countdown == 5)
      #expect(machine.handle(event, at: Self.now + 26 * Self.second) == .count)
      #expect(machine.countdown == nil)
      #expect(machine.deadline == Self.now + 46 * Self.second)
    }
  }

  /// The next step is not counted down on, whatever the step before was.
  @Test func nextScreenEndsCountdown() {
    for (state, event) in [
      ("language", SurveyMachine.Event.choseLanguage(0)), ("reasons 0", .finished),
      ("question 0", SurveyMachineTests.committed(3)), ("question 0", SurveyMachineTests.committed(1)),
    ] {
      var machine = SurveyMachineTests.machine(state)
      _ = machine.handle(.timePassed, at: Self.now + 25 * Self.second)
      #expect(machine.countdown == 5)
      #expect(machine.handle(event, at: Self.now + 26 * Self.second).contains(.show))
      #expect(machine.countdown == nil && machine.deadline == Self.now + 46 * Self.second)
    }
  }

  @Test func partialVisitsAreRecorded() {
    for state in ["reasons 0", "question 1"] {
      var machine = SurveyMachineTests.machine(state, keeps: true)
      #expect(machine.handle(.timePassed, at: Self.now + 30 * Self.second) == .record)
      #expect(machine.state == .recording(.home) && machine.visit.isPartial && machine.visit.answers.count == 1)
      #expect(machine.handle(.recorded, at: Self.now + 30 * Self.second) == .show)
      #expect(machine.state == .attract && machine.visits == 1)
    }
    // Nothing given is nothing to keep.
    var machine = SurveyMachineTests.machine("question 0", keeps: true)
    #expect(machine.handle(.timePassed, at: Self.now + 30 * Self.second) == .show)
    #expect(machine.state == .attract)
    // What a visitor takes back is not half given.
    machine = SurveyMachineTests.machine("question 1", keeps: true)
    #expect(machine.handle(.startedOver, at: Self.now) == .show)
    #expect(machine.state == .attract && machine.visit == Visit())
  }

  @Test func cleaning() {
    var machine = SurveyMachineTests.machine("attract")
    _ = machine.handle(.cornerPressed, at: Self.now)
    #expect(machine.deadline == Self.now + 3 * Self.second)
    #expect(machine.handle(.timePassed, at: Self.now + 3 * Self.second - 1) == [])
    #expect(machine.handle(.timePassed, at: Self.now + 3 * Self.second) == .show)
    #expect(machine.screen == .cleaning && machine.countdown == 30)
    for event in [
      SurveyMachine.Event.touchBegan, .keyPressed, .started, .cornerPressed, .clean, SurveyMachineTests.committed(3),
    ] {
      #expect(machine.handle(event, at: Self.now + 4 * Self.second) == [])
    }
    let story = Self.sleep(&machine, until: Self.now + 100 * Self.second)
    #expect(story.map { $0.second } == Array(4...33))
    #expect(machine.state == .attract && machine.deadline == nil)
  }

  @Test func releasedCornerDoesNotStartCleaning() {
    var machine = SurveyMachineTests.machine("question 0")
    _ = machine.handle(.cornerPressed, at: Self.now)
    _ = machine.handle(.cornerReleased, at: Self.now + 2 * Self.second)
    #expect(machine.handle(.timePassed, at: Self.now + 4 * Self.second) == [])
    #expect(machine.state == .question(0))
  }

  @Test func cleaningRecordsPartialVisits() {
    var machine = SurveyMachineTests.machine("question 1", keeps: true)
    #expect(machine.handle(.clean, at: Self.now) == .record)
    #expect(machine.state == .recording(.cleaning) && machine.visit.isPartial)
    #expect(machine.handle(.recorded, at: Self.now) == .show)
    #expect(machine.screen == .cleaning)
  }

  /// What is thanked for is on disk, and is not written again.
  @Test func cleaningDuringThankYouScreen() {
    var machine = SurveyMachineTests.machine("thanks", keeps: true)
    #expect(machine.handle(.clean, at: Self.now) == .show)
    #expect(machine.screen == .cleaning && machine.visits == 1)
  }

  @Test func reloadWaitsForEndOfVisit() {
    var machine = SurveyMachineTests.machine("question 0")
    #expect(machine.handle(.reload, at: Self.now) == [])
    #expect(machine.handle(SurveyMachineTests.committed(4), at: Self.now) == .show)
    #expect(machine.handle(SurveyMachineTests.committed(4), at: Self.now) == .record)
    #expect(machine.handle(.recorded, at: Self.now) == .show)
    #expect(machine.handle(.timePassed, at: Self.now + 2 * Self.second) == [.show, .reload])
    #expect(machine.handle(.timePassed, at: Self.now + 3 * Self.second) == [])
    let next = SurveyMachine(Survey(), after: machine)
    #expect(next.visits == 1 && next.isHome)
  }
}
