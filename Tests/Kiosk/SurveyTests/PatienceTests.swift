import Rating
import Testing

@testable import Survey

/// Time that passes: countdowns, the end of a visit, the cleaning, all of it virtual.
@Suite struct PatienceTests {
  static let second = TerminalTests.second
  static let now = TerminalTests.now

  /// Lets time pass from deadline to deadline until `end`; returns what happened and when, in seconds after the start.
  static func sleep(_ terminal: inout SurveyMachine, until end: Int64) -> [(
    second: Int64, effects: SurveyMachine.Effects
  )] {
    var story: [(Int64, SurveyMachine.Effects)] = []
    while let deadline = terminal.deadline, deadline <= end {
      let effects = terminal.handle(.timePassed, at: deadline)
      story.append(((deadline - now) / second, effects))
      // A deadline that does not pass would keep the processor awake for ever.
      #expect((terminal.deadline ?? .max) > deadline)
      if (terminal.deadline ?? .max) <= deadline { break }
    }
    return story
  }

  @Test(arguments: ["language", "question 0", "reasons 0", "question 1"]) func aVisitorWhoLeft(state: String) {
    var terminal = TerminalTests.terminal(state)
    let story = Self.sleep(&terminal, until: Self.now + 100 * Self.second)
    #expect(story.map { $0.second } == Array(20...30))
    #expect(story.dropLast().allSatisfy { $0.effects == .count } && story.last?.effects == .show)
    #expect(terminal.state == .attract && terminal.visit == Visit() && terminal.countdown == nil)
  }

  @Test func theCountdownShowsWhatIsLeft() {
    var terminal = TerminalTests.terminal("question 0")
    for left in (1...10).reversed() {
      _ = terminal.handle(.timePassed, at: Self.now + (30 - Int64(left)) * Self.second)
      #expect(terminal.countdown == Int32(left))
    }
  }

  @Test func whoeverTouchesStays() {
    for event in [SurveyMachine.Event.touchBegan, .keyPressed, TerminalTests.edited(3)] {
      var terminal = TerminalTests.terminal("question 0")
      _ = terminal.handle(.timePassed, at: Self.now + 25 * Self.second)
      #expect(terminal.countdown == 5)
      #expect(terminal.handle(event, at: Self.now + 26 * Self.second) == .count)
      #expect(terminal.countdown == nil)
      #expect(terminal.deadline == Self.now + 46 * Self.second)
    }
  }

  /// The next step is not counted down on, whatever the step before was.
  @Test func whoeverGoesOnStays() {
    for (state, event) in [
      ("language", SurveyMachine.Event.choseLanguage(0)), ("reasons 0", .finishedReasons),
      ("question 0", TerminalTests.committed(3)), ("question 0", TerminalTests.committed(1)),
    ] {
      var terminal = TerminalTests.terminal(state)
      _ = terminal.handle(.timePassed, at: Self.now + 25 * Self.second)
      #expect(terminal.countdown == 5)
      #expect(terminal.handle(event, at: Self.now + 26 * Self.second).contains(.show))
      #expect(terminal.countdown == nil && terminal.deadline == Self.now + 46 * Self.second)
    }
  }

  @Test func whatIsHalfGivenIsKept() {
    for state in ["reasons 0", "question 1"] {
      var terminal = TerminalTests.terminal(state, keeps: true)
      #expect(terminal.handle(.timePassed, at: Self.now + 30 * Self.second) == .record)
      #expect(terminal.state == .recording(.home) && terminal.visit.isPartial && terminal.visit.answers.count == 1)
      #expect(terminal.handle(.recorded, at: Self.now + 30 * Self.second) == .show)
      #expect(terminal.state == .attract && terminal.visits == 1)
    }
    // Nothing given is nothing to keep.
    var terminal = TerminalTests.terminal("question 0", keeps: true)
    #expect(terminal.handle(.timePassed, at: Self.now + 30 * Self.second) == .show)
    #expect(terminal.state == .attract)
    // What a visitor takes back is not half given.
    terminal = TerminalTests.terminal("question 1", keeps: true)
    #expect(terminal.handle(.startedOver, at: Self.now) == .show)
    #expect(terminal.state == .attract && terminal.visit == Visit())
  }

  @Test func cleaning() {
    var terminal = TerminalTests.terminal("attract")
    _ = terminal.handle(.cornerPressed, at: Self.now)
    #expect(terminal.deadline == Self.now + 3 * Self.second)
    #expect(terminal.handle(.timePassed, at: Self.now + 3 * Self.second - 1) == [])
    #expect(terminal.handle(.timePassed, at: Self.now + 3 * Self.second) == .show)
    #expect(terminal.view == .cleaning && terminal.countdown == 30)
    for event in [
      SurveyMachine.Event.touchBegan, .keyPressed, .started, .cornerPressed, .clean, TerminalTests.committed(3),
    ] {
      #expect(terminal.handle(event, at: Self.now + 4 * Self.second) == [])
    }
    let story = Self.sleep(&terminal, until: Self.now + 100 * Self.second)
    #expect(story.map { $0.second } == Array(4...33))
    #expect(terminal.state == .attract && terminal.deadline == nil)
  }

  @Test func aCornerThatIsLetGo() {
    var terminal = TerminalTests.terminal("question 0")
    _ = terminal.handle(.cornerPressed, at: Self.now)
    _ = terminal.handle(.cornerReleased, at: Self.now + 2 * Self.second)
    #expect(terminal.handle(.timePassed, at: Self.now + 4 * Self.second) == [])
    #expect(terminal.state == .question(0))
  }

  @Test func cleaningKeepsWhatIsHalfGiven() {
    var terminal = TerminalTests.terminal("question 1", keeps: true)
    #expect(terminal.handle(.clean, at: Self.now) == .record)
    #expect(terminal.state == .recording(.cleaning) && terminal.visit.isPartial)
    #expect(terminal.handle(.recorded, at: Self.now) == .show)
    #expect(terminal.view == .cleaning)
  }

  /// What is thanked for is on disk, and is not written again.
  @Test func cleaningWhileThanksAreShown() {
    var terminal = TerminalTests.terminal("thanks", keeps: true)
    #expect(terminal.handle(.clean, at: Self.now) == .show)
    #expect(terminal.view == .cleaning && terminal.visits == 1)
  }

  @Test func aNewConfigurationWaitsForTheVisitor() {
    var terminal = TerminalTests.terminal("question 0")
    #expect(terminal.handle(.reload, at: Self.now) == [])
    #expect(terminal.handle(TerminalTests.committed(4), at: Self.now) == .show)
    #expect(terminal.handle(TerminalTests.committed(4), at: Self.now) == .record)
    #expect(terminal.handle(.recorded, at: Self.now) == .show)
    #expect(terminal.handle(.timePassed, at: Self.now + 2 * Self.second) == [.show, .reload])
    #expect(terminal.handle(.timePassed, at: Self.now + 3 * Self.second) == [])
    let next = SurveyMachine(Survey(), after: terminal)
    #expect(next.visits == 1 && next.isHome)
  }
}
