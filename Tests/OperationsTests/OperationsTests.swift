import Testing

@testable import Operations

@Suite struct WatchdogTests {
  @Test func withoutAPeriodNothingIsEverDue() {
    var watchdog = Watchdog(period: nil, now: 5)
    watchdog.beat(.frames)
    watchdog.beat(.input)
    #expect(watchdog.deadline == nil)
    let due = watchdog.isDue(at: .max)
    #expect(!due)
  }

  /// The table, walked whole: which loops beat, when it is asked.
  @Test(arguments: [false, true], [false, true])
  func feedsOnlyForBothLoops(_ frames: Bool, _ input: Bool) {
    for asked in [Int64(1049), 1050, 1051, 1200] {
      var watchdog = Watchdog(period: 100, now: 1000)
      if frames { watchdog.beat(.frames) }
      if input { watchdog.beat(.input) }
      let isFed = asked >= 1050 && frames && input
      let due = watchdog.isDue(at: asked)
      #expect(due == isFed)
      #expect(watchdog.deadline == (isFed ? asked + 50 : asked < 1050 ? 1050 : asked + 12))
    }
  }

  @Test func beatsBeforeAFeedDoNotCountForTheNext() {
    var watchdog = Watchdog(period: 100, now: 0)
    watchdog.beat(.frames)
    watchdog.beat(.input)
    let first = watchdog.isDue(at: 50)
    watchdog.beat(.frames)
    let half = watchdog.isDue(at: 100)
    watchdog.beat(.input)
    let second = watchdog.isDue(at: 112)
    #expect([first, half, second] == [true, false, true])
  }

  @Test func aHangingLoopIsNeverFedForAndDoesNotBusyTheOther() {
    var watchdog = Watchdog(period: 80, now: 0)
    var (now, wakes, feeds): (Int64, Int, Int) = (0, 0, 0)
    while now < 80 {
      now = watchdog.deadline!
      wakes += 1
      watchdog.beat(.input)
      if watchdog.isDue(at: now) { feeds += 1 }
    }
    #expect(feeds == 0)
    #expect(wakes <= 5)
  }

  @Test func anIdleTerminalWakesOnceInHalfAPeriod() {
    var watchdog = Watchdog(period: 180, now: 0)
    var wakes = 0
    var now: Int64 = 0
    while now < 1800 {
      watchdog.beat(.frames)
      now = watchdog.deadline!
      wakes += 1
      watchdog.beat(.input)
      let due = watchdog.isDue(at: now)
      #expect(due)
    }
    #expect(wakes == 20)
  }

  @Test func aBusyTerminalFeedsNoMoreOften() {
    var watchdog = Watchdog(period: 1000, now: 0)
    var fed: [Int64] = [0]
    for now in Int64(1)...10_000 {
      watchdog.beat(.frames)
      watchdog.beat(.input)
      if watchdog.isDue(at: now) { fed.append(now) }
    }
    #expect(zip(fed, fed.dropFirst()).allSatisfy { $1 - $0 == 500 })
    #expect(fed.count == 21)
  }
}

@Suite struct BrightnessPlanTests {
  private let plan = BrightnessPlan([
    .init(from: 1260, percent: 40), .init(from: 420, percent: 100), .init(from: 1380, percent: 40),
  ])!

  @Test func everyMinuteOfTheDay() {
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

  @Test func oneBrightnessNeverChanges() {
    let plan = BrightnessPlan(always: 70)
    #expect(plan?.brightness(at: 900) == 70)
    #expect(plan?.minutesToChange(at: 900) == nil)
  }

  @Test func whatIsNoPlan() {
    #expect(BrightnessPlan([]) == nil)
    #expect(BrightnessPlan([.init(from: 1440, percent: 5)]) == nil)
    #expect(BrightnessPlan([.init(from: -1, percent: 5)]) == nil)
    #expect(BrightnessPlan([.init(from: 0, percent: 101)]) == nil)
    #expect(BrightnessPlan([.init(from: 0, percent: 5), .init(from: 0, percent: 6)]) == nil)
  }
}
