import Testing

@testable import Kiosk

@Suite struct BrightnessPlanTests {
  private let plan = BrightnessPlan([
    .init(minute: 1260, percent: 40), .init(minute: 420, percent: 100), .init(minute: 1380, percent: 40),
  ])!

  @Test func brightnessInEveryMinute() {
    for minute in Int32(0)..<1440 {
      let expected: Int32 = (420..<1260).contains(minute) ? 100 : 40
      #expect(plan.brightness(at: minute) == expected)
      // Found by walking on until it differs.
      let ahead = (Int32(1)...1440).first { plan.brightness(at: minute + $0) != expected }
      #expect(plan.minutesToChange(at: minute) == ahead)
    }
    #expect(plan.brightness(at: -1) == 40)
    #expect(plan.brightness(at: 1440 + 420) == 100)
  }

  @Test func singleStepNeverChanges() {
    let plan = BrightnessPlan([.init(minute: 0, percent: 70)])
    #expect(plan?.brightness(at: 900) == 70)
    #expect(plan?.minutesToChange(at: 900) == nil)
  }

  @Test func invalidSteps() {
    #expect(BrightnessPlan([]) == nil)
    #expect(BrightnessPlan([.init(minute: 1440, percent: 5)]) == nil)
    #expect(BrightnessPlan([.init(minute: -1, percent: 5)]) == nil)
    #expect(BrightnessPlan([.init(minute: 0, percent: 101)]) == nil)
    #expect(BrightnessPlan([.init(minute: 0, percent: 5), .init(minute: 0, percent: 6)]) == nil)
  }
}
