import Testing

@testable import Kiosk

@Suite struct WatchdogTests {
  private static let busy = Watchdog.Progress(hasWork: true, didWork: true)
  private static let stuck = Watchdog.Progress(hasWork: true, didWork: false)
  private static let done = Watchdog.Progress(hasWork: false, didWork: true)
  private static let idle = Watchdog.Progress(hasWork: false, didWork: false)
  private static let rounds = [busy, stuck, done, idle]

  @Test func neverDueWithoutPeriod() {
    var watchdog = Watchdog(period: nil, now: 5)
    watchdog.roundEnded(frames: Self.busy, input: Self.busy, at: 6)
    #expect(watchdog.deadline == nil)
    let due = watchdog.isDue(at: .max)
    #expect(!due)
  }

  /// Period 80, so the patience is 20 and a feed due at 1040. A loop that has been behind since 1020 is stuck at just that moment.
  @Test(arguments: rounds, rounds) func everyTransition(_ first: Watchdog.Progress, _ second: Watchdog.Progress) {
    for isInput in [false, true] {
      var watchdog = Watchdog(period: 80, now: 1000)
      #expect(watchdog.patience == 20)
      func round(_ round: Watchdog.Progress, at now: Int64) {
        watchdog.roundEnded(frames: isInput ? Self.done : round, input: isInput ? round : Self.done, at: now)
      }
      round(first, at: 1020)
      round(second, at: 1030)
      // As the table says, in words of its own.
      let behindSince: Int64? = !second.hasWork ? nil : !first.hasWork || second.didWork ? 1030 : 1020
      let isStuck = behindSince.map { $0 + 20 <= 1040 } ?? false
      let early = watchdog.isDue(at: 1039)
      #expect(!early && watchdog.deadline == 1040)
      let isFed = watchdog.isDue(at: 1040)
      #expect(isFed == !isStuck, "\(first) \(second)")
      #expect(watchdog.deadline == (isFed ? 1080 : 1050))
    }
  }

  /// How often it is fed in ten periods in which rounds come every millisecond.
  private func feeds(_ round: (Int64) -> (frames: Watchdog.Progress, input: Watchdog.Progress)) -> Int {
    var watchdog = Watchdog(period: 1000, now: 0)
    var fed = 0
    for now in Int64(1)...10_000 {
      let (frames, input) = round(now)
      watchdog.roundEnded(frames: frames, input: input, at: now)
      if watchdog.isDue(at: now) { fed += 1 }
    }
    return fed
  }

  @Test func eachStuckLoopIsDetected() {
    #expect(feeds { _ in (Self.busy, Self.busy) } == 20)
    #expect(feeds { _ in (Self.stuck, Self.busy) } == 0)
    #expect(feeds { _ in (Self.busy, Self.stuck) } == 0)
    #expect(feeds { _ in (Self.stuck, Self.idle) } == 0)
    #expect(feeds { _ in (Self.idle, Self.stuck) } == 0)
    #expect(feeds { _ in (Self.stuck, Self.stuck) } == 0)
  }

  /// From the moment of the hang on, not a feed more than were due within the patience.
  @Test func loopThatHangsLater() {
    for isInput in [false, true] {
      let count = feeds { now in
        let round = now < 5100 ? Self.busy : Self.stuck
        return isInput ? (Self.busy, round) : (round, Self.busy)
      }
      #expect(count == 10)
    }
  }

  /// Work that comes without a pause is no starvation as long as some of it is done in time.
  @Test func slowLoopIsAlive() {
    #expect(feeds { now in (now % 200 == 0 ? Self.busy : Self.stuck, Self.idle) } == 20)
    #expect(feeds { now in (now % 600 == 0 ? Self.busy : Self.stuck, Self.idle) } < 20)
  }

  /// A process that does not go round asks nothing, and is not fed.
  @Test func hangingProcessSendsNothing() {
    var watchdog = Watchdog(period: 80, now: 0)
    watchdog.roundEnded(frames: Self.stuck, input: Self.idle, at: 10)
    // It goes on an age later, in the middle of the same frame.
    watchdog.roundEnded(frames: Self.stuck, input: Self.idle, at: 9_000)
    let isFed = watchdog.isDue(at: 9_000)
    #expect(!isFed)
    watchdog.roundEnded(frames: Self.done, input: Self.idle, at: 9_010)
    let again = watchdog.isDue(at: 9_010)
    #expect(again)
  }

  @Test func hangingLoopCausesFewWakeUps() {
    var watchdog = Watchdog(period: 80, now: 0)
    var (now, wakes, feeds): (Int64, Int, Int) = (0, 0, 0)
    watchdog.roundEnded(frames: Self.stuck, input: Self.idle, at: 0)
    while now < 80 {
      now = watchdog.deadline!
      wakes += 1
      watchdog.roundEnded(frames: Self.stuck, input: Self.idle, at: now)
      if watchdog.isDue(at: now) { feeds += 1 }
    }
    #expect(feeds == 0)
    #expect(wakes <= 5)
  }

  @Test func idleKioskWakesTwicePerPeriod() {
    var watchdog = Watchdog(period: 180, now: 0)
    var wakes = 0
    var now: Int64 = 0
    while now < 1800 {
      now = watchdog.deadline!
      wakes += 1
      watchdog.roundEnded(frames: Self.idle, input: Self.idle, at: now)
      let due = watchdog.isDue(at: now)
      #expect(due)
    }
    #expect(wakes == 20)
  }

  /// With three minutes, as in the package's unit, a loop is stuck after ten seconds.
  @Test func patienceIsBounded() {
    #expect(Watchdog(period: 180_000_000_000, now: 0).patience == 10_000_000_000)
    #expect(Watchdog(period: 1, now: 0).patience == 1)
  }
}
