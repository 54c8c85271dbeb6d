import Testing

@testable import KMSDisplay

@Suite struct FlipWatchTests {
  @Test func nothingIsAwaitedAtFirst() {
    #expect(FlipWatch().deadline == nil)
    #expect(!FlipWatch().isOverdue(at: .max))
  }

  @Test func aFlipIsOverdueAtItsDeadline() {
    var watch = FlipWatch()
    watch.started(at: 1000)
    #expect(watch.deadline == 1000 + FlipWatch.timeout)
    #expect(!watch.isOverdue(at: 999 + FlipWatch.timeout))
    #expect(watch.isOverdue(at: 1000 + FlipWatch.timeout))
    watch.arrived()
    #expect(!watch.isOverdue(at: .max))
  }

  /// A screen that is lost, or turned off, owes no flip.
  @Test func whatIsNotAwaitedAnyMoreIsNeverOverdue() {
    var watch = FlipWatch()
    watch.started(at: 1000)
    watch.stopped()
    #expect(watch.deadline == nil && !watch.isOverdue(at: .max))
    watch.started()
    watch.stopped()
    #expect(!watch.isUntimed)
  }

  @Test func patienceBeginsWhenTheTimeIsTold() {
    var watch = FlipWatch()
    watch.started()
    #expect(watch.isUntimed && watch.deadline == nil && !watch.isOverdue(at: .max))
    watch.started(at: 1000)
    #expect(!watch.isUntimed && watch.deadline == 1000 + FlipWatch.timeout)
    watch.started()
    watch.arrived()
    #expect(!watch.isUntimed)
    watch.started()
    watch.stopped()
    #expect(!watch.isUntimed && watch.deadline == nil)
  }

  @Test func theThirdLossInARowSetsTheMode() {
    var watch = FlipWatch()
    var resets: [Bool] = []
    for _ in 0..<7 {
      watch.started(at: 0)
      resets.append(watch.giveUp())
    }
    #expect(resets == [false, false, true, false, false, true, false])
    #expect(watch.deadline == nil)
  }

  @Test func anEventInBetweenStartsTheCountAgain() {
    var watch = FlipWatch()
    for _ in 0..<2 { _ = watch.giveUp() }
    watch.started(at: 0)
    watch.arrived()
    #expect(!watch.giveUp() && !watch.giveUp())
  }
}
