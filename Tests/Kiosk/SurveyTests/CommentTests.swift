import StarSlider
import Testing

@testable import Survey

/// A question with a code: which visit it is of, and visitors who leave with their phones.
@Suite struct CommentTests {
  typealias Event = SurveyMachine.Event
  static let second = SurveyMachineTests.second
  static let now = SurveyMachineTests.now

  static func survey(_ questions: [Survey.Question] = [.stars, .comment]) -> Survey {
    var survey = Survey(questions: questions)
    survey.hasAttract = true
    survey.warning = 10 * second
    survey.keepsPartial = true
    return survey
  }

  /// A machine that shows the code, after a star.
  static func machine(_ questions: [Survey.Question] = [.stars, .comment]) -> SurveyMachine {
    var machine = SurveyMachine(survey(questions))
    for event in [.started, SurveyMachineTests.committed(4)] { _ = machine.handle(event, at: now) }
    #expect(machine.state == .question(1))
    return machine
  }

  /// However a visit ends, the next one has another number, and until then it keeps its own.
  @Test(
    arguments: [
      [.finished, .recorded, .touchBegan], [.finished, .recorded, .timePassed], [.startedOver], [.clean, .recorded],
      [.ending, .recorded], [.finished, .recordingFailed, .storable],
    ] as [[Event]])
  func everyVisitHasItsNumber(ending: [Event]) {
    var machine = Self.machine()
    let number = machine.visitNumber
    let (last, before) = (ending.last!, ending.dropLast())
    for event in before {
      _ = machine.handle(event, at: Self.now)
      #expect(machine.visitNumber == number, "\(event)")
    }
    _ = machine.handle(last, at: Self.now + 10 * Self.second)
    #expect(machine.visit == Visit() && machine.visitNumber > number)
  }

  @Test func testAnswersAndConfigurationsBeginVisits() {
    var survey = Self.survey()
    survey.pin = [1, 1, 1, 1]
    var machine = SurveyMachine(survey)
    for event in [.service] + ServiceTests.typed([1, 1, 1, 1]) { _ = machine.handle(event, at: Self.now) }
    var numbers: [Int64] = []
    for _ in 0..<3 {
      #expect(machine.handle(.tested, at: Self.now) == .record)
      numbers.append(machine.visitNumber)
      _ = machine.handle(.recorded, at: Self.now)
    }
    numbers.append(SurveyMachine(survey, after: machine).visitNumber)
    #expect(Set(numbers).count == 4)
  }

  /// The visitor is busy with a phone: the visit is complete, with a countdown before.
  @Test func aVisitorWhoLeavesWithThePhoneHasFinished() {
    var machine = Self.machine()
    let story = IdleVisitTests.sleep(&machine, until: Self.now + 100 * Self.second)
    #expect(story.map(\.second) == Array(20...30))
    #expect(story.dropLast().allSatisfy { $0.effects == .count } && story.last?.effects == .record)
    #expect(machine.state == .recording(.thanks) && !machine.visit.isPartial)
    #expect(machine.visit.answers == [Visit.Answer(question: 0, value: 4), Visit.Answer(question: 1, value: 0)])
    // A question that follows ends the visit as any other.
    machine = Self.machine([.stars, .comment, .stars])
    let longer = IdleVisitTests.sleep(&machine, until: Self.now + 100 * Self.second)
    #expect(longer.filter { $0.effects != .count }.map(\.second) == [30, 60])
    #expect(machine.state == .recording(.home) && machine.visit.isPartial && machine.visit.answers.count == 2)
  }

  /// A visit that ends before the button was not handed over.
  @Test func anUnfinishedCommentIsNoAnswer() {
    var machine = Self.machine()
    #expect(machine.handle(.ending, at: Self.now) == .record && machine.visit.answers.count == 1)
  }

  /// A visitor who leaves the code at once is not hasty, and a sweep goes on behind it; after the cleaning it is the staff.
  @Test func marks() {
    var survey = Self.survey()
    (survey.scales, survey.limits.repeatInterval, survey.limits.burstTime) = ([1...4, nil], 0, 0)
    var machine = SurveyMachine(survey)
    for value in 1...4 as ClosedRange<Int32> {
      let start = Self.now + Int64(value) * 10 * Self.second
      _ = machine.handle(.started, at: start)
      _ = machine.handle(SurveyMachineTests.committed(value), at: start + Self.second)
      #expect(machine.handle(.finished, at: start + Self.second) == .record)
      #expect(machine.visit.marks == (value == 4 ? .sweep : []))
      _ = machine.handle(.recorded, at: start + Self.second)
      _ = machine.handle(.touchBegan, at: start + 2 * Self.second)
    }
    machine = SurveyMachine(Self.survey([.comment]))
    _ = machine.handle(.clean, at: Self.now)
    _ = machine.handle(.timePassed, at: Self.now + 30 * Self.second)
    for event in [Event.started, .finished] { _ = machine.handle(event, at: Self.now + 31 * Self.second) }
    #expect(machine.visit.marks == .staff)
  }
}
