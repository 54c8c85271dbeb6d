import Testing

@testable import KMSDisplay

@Suite struct FlipTimeoutTests {
  @Test func noDeadlineAtFirst() {
    #expect(FlipTimeout().deadline == nil)
    #expect(!FlipTimeout().hasExpired(at: .max))
  }

  @Test func flipExpiresAtDeadline() {
    var timeout = FlipTimeout()
    timeout.start(at: 1000)
    #expect(timeout.deadline == 1000 + FlipTimeout.duration)
    #expect(!timeout.hasExpired(at: 999 + FlipTimeout.duration))
    #expect(timeout.hasExpired(at: 1000 + FlipTimeout.duration))
    timeout.complete()
    #expect(!timeout.hasExpired(at: .max))
  }

  /// After the screen was lost or turned off, no flip is expected.
  @Test func cancelledTimeoutNeverExpires() {
    var timeout = FlipTimeout()
    timeout.start(at: 1000)
    timeout.cancel()
    #expect(timeout.deadline == nil && !timeout.hasExpired(at: .max))
    timeout.flipAccepted()
    timeout.cancel()
    #expect(!timeout.isUnstarted)
  }

  @Test func timeoutStartsWhenTimeIsPassed() {
    var timeout = FlipTimeout()
    timeout.flipAccepted()
    #expect(timeout.isUnstarted && timeout.deadline == nil && !timeout.hasExpired(at: .max))
    timeout.start(at: 1000)
    #expect(!timeout.isUnstarted && timeout.deadline == 1000 + FlipTimeout.duration)
    timeout.flipAccepted()
    timeout.complete()
    #expect(!timeout.isUnstarted)
    timeout.flipAccepted()
    timeout.cancel()
    #expect(!timeout.isUnstarted && timeout.deadline == nil)
  }

  @Test func thirdLossInARowRequiresModeset() {
    var timeout = FlipTimeout()
    var resets: [Bool] = []
    for _ in 0..<7 {
      timeout.start(at: 0)
      resets.append(timeout.abandon())
    }
    #expect(resets == [false, false, true, false, false, true, false])
    #expect(timeout.deadline == nil)
  }

  @Test func completedFlipResetsCount() {
    var timeout = FlipTimeout()
    for _ in 0..<2 { _ = timeout.abandon() }
    timeout.start(at: 0)
    timeout.complete()
    #expect(!timeout.abandon() && !timeout.abandon())
  }
}
