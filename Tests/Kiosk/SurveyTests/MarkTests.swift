import StarSlider
import Testing

@testable import Survey

/// Marks of visits: all short sequences of visits against a reference that looks at the whole story each time.
@Suite struct MarkTests {
  static let second = SurveyMachineTests.second
  static let scale: ClosedRange<Int32> = 1...4

  static var survey: Survey {
    var survey = Survey()
    survey.hasAttract = true
    (survey.limits.burstVisits, survey.limits.burstTime, survey.scales) = (3, 10 * second, [scale])
    return survey
  }

  /// One thing that happens after a pause.
  enum Act: Hashable {
    /// A visit: how long after the one before it begins, how long the visitor takes, and the value.
    case visit(pause: Int64, delay: Int64, value: Int32)
    case cleaning(pause: Int64)
  }

  /// What a visit was, for the reference.
  struct Record {
    let shown: Int64
    let answered: Int64
    let value: Int32
  }

  /// The definition of each mark, read from the documentation's table.
  static func reference(_ records: [Record], cleanings: [Int64]) -> Visit.Marks {
    let last = records.last!
    var marks: Visit.Marks = []
    if records.count > 1, last.answered - records[records.count - 2].answered < 5 * second { marks.insert(.repeated) }
    let recent = records.filter { last.answered - $0.answered < 10 * second }
    if recent.count >= 3 { marks.insert(.burst) }
    if last.answered - last.shown < second * 4 / 10 { marks.insert(.hasty) }
    let values = records.suffix(4).map(\.value)
    if values == [1, 2, 3, 4] || values == [4, 3, 2, 1] { marks.insert(.sweep) }
    // The cleaning takes 30 s.
    if cleanings.contains(where: { last.answered < $0 + 90 * second }) { marks.insert(.staff) }
    return marks
  }

  /// Walks all sequences of `acts` up to a length. Returns the number of visits with each mark.
  private func walk(_ acts: [Act], length: Int) -> [Int32: Int] {
    var counts: [Int32: Int] = [:]
    func go(_ machine: SurveyMachine, _ now: Int64, _ records: [Record], _ cleanings: [Int64], _ left: Int) {
      if left == 0 { return }
      for act in acts {
        var (machine, now, records, cleanings) = (machine, now, records, cleanings)
        switch act {
        case .visit(let pause, let delay, let value):
          now += pause
          _ = machine.handle(.touchBegan, at: now)
          #expect(machine.handle(.started, at: now) == .show)
          records.append(Record(shown: now, answered: now + delay, value: value))
          now += delay
          #expect(machine.handle(SurveyMachineTests.committed(value), at: now) == .record)
          let expected = Self.reference(records, cleanings: cleanings)
          if machine.visit.marks != expected { Issue.record("\(records) \(cleanings): \(machine.visit.marks)") }
          for bit: Int32 in [2, 4, 8, 16, 32] where expected.rawValue & bit != 0 { counts[bit, default: 0] += 1 }
          _ = machine.handle(.recorded, at: now)
        case .cleaning(let pause):
          now += pause
          _ = machine.handle(.touchBegan, at: now)
          _ = machine.handle(.cornerPressed, at: now)
          now += 3 * Self.second
          _ = machine.handle(.timePassed, at: now)
          #expect(machine.screen == .cleaning)
          cleanings.append(now)
          now += 30 * Self.second
          _ = machine.handle(.timePassed, at: now)
        }
        go(machine, now, records, cleanings, left - 1)
      }
    }
    go(SurveyMachine(Self.survey), 1_000 * Self.second, [], [], length)
    return counts
  }

  @Test func sequencesOfTimes() {
    var acts: [Act] = [.cleaning(pause: Self.second)]
    for pause in [Self.second, 2 * Self.second, 6 * Self.second, 61 * Self.second] {
      for delay in [Self.second * 4 / 10 - 1, Self.second * 4 / 10, 3 * Self.second] {
        acts.append(.visit(pause: pause, delay: delay, value: 2))
      }
    }
    let counts = walk(acts, length: 4)
    for bit: Int32 in [2, 4, 8, 32] { #expect(counts[bit] ?? 0 > 1_000, "\(bit)") }
    #expect(counts[16] == nil)
  }

  @Test func sequencesOfValues() {
    let acts = (0...4 as ClosedRange<Int32>).map { Act.visit(pause: 100 * Self.second, delay: Self.second, value: $0) }
    let counts = walk(acts, length: 6)
    // Each of the two runs can end at the fourth, fifth or sixth visit.
    #expect(counts == [16: 2 + 2 * 5 + 2 * 25])
  }

  /// A run may go through several questions of a visit, and does not go over to another scale.
  @Test func aSweepWithinAVisit() {
    var survey = Survey(questions: Array(repeating: Survey.Question(), count: 5))
    for (scales, expected) in [
      ([1...4, 1...4, 1...4, 1...4, 1...4], Visit.Marks.sweep), ([1...4, 1...4, 1...5, 1...4, 1...4], []),
      ([1...4, nil, 1...4, 1...4], []), ([1...5, 1...5, 1...5, 1...5, 1...5], []), ([1...2, 1...2, 1...3, 1...3], []),
    ] as [([ClosedRange<Int32>?], Visit.Marks)] {
      survey.scales = scales
      var machine = SurveyMachine(survey)
      _ = machine.handle(.touchBegan, at: 0)
      for (number, value) in [1, 2, 3, 4, 4].enumerated() {
        _ = machine.handle(SurveyMachineTests.committed(Int32(value)), at: Int64(number + 1) * 10 * Self.second)
      }
      #expect(machine.state == .recording(.thanks) && machine.visit.marks == expected, "\(scales)")
    }
  }

  /// A screen without a start screen: the question stands there, and is asked anew after the thanks.
  @Test func aTouchThatEndsTheThanksAnswersHastily() {
    var machine = SurveyMachine()
    let later = 100 * Self.second
    _ = machine.handle(.touchBegan, at: later)
    #expect(machine.handle(SurveyMachineTests.committed(4), at: later) == .record && machine.visit.marks == [])
    _ = machine.handle(.recorded, at: later)
    _ = machine.handle(.touchBegan, at: later + Self.second)
    _ = machine.handle(SurveyMachineTests.committed(4), at: later + Self.second + 1)
    #expect(machine.visit.marks == [.repeated, .hasty])
  }

  /// Marks of a visit that is not finished, and a new configuration that forgets nothing.
  @Test(arguments: [false, true]) func partialVisitsAreMarkedToo(reloads: Bool) {
    var survey = Survey(questions: [Survey.Question(), Survey.Question()])
    (survey.keepsPartial, survey.limits.burstVisits) = (true, 2)
    var machine = SurveyMachine(survey)
    for expected in [[], Visit.Marks.burst] as [Visit.Marks] {
      let now = Int64(expected.rawValue) * 10 * Self.second
      _ = machine.handle(.touchBegan, at: now)
      _ = machine.handle(SurveyMachineTests.committed(4), at: now)
      #expect(machine.handle(.timePassed, at: now + 30 * Self.second) == .record)
      #expect(machine.visit.isPartial && machine.visit.marks == expected)
      _ = machine.handle(.recorded, at: now + 30 * Self.second)
      if reloads { machine = SurveyMachine(survey, after: machine) }
    }
  }

  @Test func zeroSwitchesAMarkOff() {
    var survey = Survey()
    (survey.limits.repeatInterval, survey.limits.burstTime, survey.limits.hasty) = (0, 0, 0)
    var machine = SurveyMachine(survey)
    for now: Int64 in 0..<20 {
      _ = machine.handle(.touchBegan, at: now)
      _ = machine.handle(SurveyMachineTests.committed(4), at: now)
      #expect(machine.visit.marks == [])
      _ = machine.handle(.recorded, at: now)
    }
  }
}
