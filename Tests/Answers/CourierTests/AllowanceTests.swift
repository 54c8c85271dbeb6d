import Testing

@testable import Courier

/// What a client can cause is bounded: at once, and each second.
@Suite struct AllowanceTests {
  @Test func permitsABurstAndThenOneInEachPause() {
    var allowance = Allowance(burst: 4, pause: second)
    var taken = 0
    // A client that tries 158 times a second for a minute.
    for attempt in 0..<(158 * 60) {
      let now = Int64(attempt) * second / 158
      let isDue = now >= allowance.next
      let isTaken = allowance.take(now: now)
      #expect(isTaken == isDue)
      if isTaken { taken += 1 }
    }
    #expect(taken == 4 + 59)
    // After a rest, the whole burst is available again, and no more.
    let later = 1_000 * second
    let burst = (0..<9).count { _ in allowance.take(now: later) }
    #expect(burst == 4 && allowance.next == later + second)
  }
}
