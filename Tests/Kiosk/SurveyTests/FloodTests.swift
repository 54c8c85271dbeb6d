import StarSlider
import Testing

@testable import Survey

/// A device that poses as a visitor: answers faster than a hand, and for hours.
@Suite struct FloodTests {
  static let second = SurveyMachineTests.second

  static func machine(hourly: Int64 = 0) -> SurveyMachine {
    var survey = Survey()
    (survey.limits.answerInterval, survey.limits.hourlyLimit) = (second / 10, hourly)
    return SurveyMachine(survey)
  }

  /// Commits values at intervals of `pause` for `time`. Returns the times of the visits that were stored.
  func flood(_ machine: inout SurveyMachine, every pause: Int64, for time: Int64) -> [Int64] {
    var stored: [Int64] = []
    for now in stride(from: 0, to: time, by: Int(pause)) {
      _ = machine.handle(.keyPressed, at: now)
      let effects = machine.handle(SurveyMachineTests.committed(3), at: now)
      // What is not stored is not thanked for, and the next visitor finds the first screen.
      if effects != .record {
        #expect(effects == .show && machine.isHome)
        continue
      }
      #expect(machine.handle(.recorded, at: now) == .show)
      stored.append(now)
    }
    return stored
  }

  @Test func answersFasterThanAHandAreDropped() {
    var machine = Self.machine()
    let stored = flood(&machine, every: Self.second / 172, for: 10 * Self.second)
    #expect(stored.count > 90 && stored.count <= 100)
    #expect(zip(stored, stored.dropFirst()).allSatisfy { $1 - $0 >= Self.second / 10 })
    // Two quick taps on one place rate one question, not two.
    var survey = Survey(questions: [Survey.Question(), Survey.Question()])
    survey.limits.answerInterval = Self.second / 10
    machine = SurveyMachine(survey)
    _ = machine.handle(SurveyMachineTests.committed(3), at: 0)
    #expect(machine.handle(SurveyMachineTests.committed(3), at: Self.second / 10 - 1) == .show)
    #expect(machine.state == .question(1) && machine.visit.answers.count == 1)
    #expect(machine.handle(SurveyMachineTests.committed(3), at: Self.second / 10) == .record)
  }

  /// As many as the hour's at once, then one whenever one is replenished; a new configuration does not forget it.
  @Test func hourlyLimitBoundsWhatIsStored() {
    var machine = Self.machine(hourly: 360)
    let stored = flood(&machine, every: Self.second, for: 7200 * Self.second)
    #expect(stored.prefix(360) == ArraySlice((0..<360).map { $0 * Self.second }))
    #expect(stored.filter { $0 >= 3600 * Self.second }.count == 360 && machine.isLimited)
    var next = SurveyMachine(machine.survey, after: machine)
    #expect(next.isLimited)
    #expect(next.handle(SurveyMachineTests.committed(3), at: 7199 * Self.second + Self.second / 2) == .show)
    #expect(next.handle(SurveyMachineTests.committed(3), at: 7220 * Self.second) == .record)
    #expect(!next.isLimited)
  }

  @Test func cornerMayBeOff() {
    var survey = Survey()
    survey.hasCorner = false
    var machine = SurveyMachine(survey)
    _ = machine.handle(.cornerPressed, at: 0)
    #expect(machine.deadline == nil && machine.handle(.timePassed, at: 60 * Self.second) == [])
    #expect(machine.handle(.clean, at: 60 * Self.second) == .show && machine.screen == .cleaning)
  }
}
