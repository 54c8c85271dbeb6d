import Testing

@testable import Courier

/// The cells of the transition table, and which answers are sent and marked.
@Suite struct CourierTests {
  func online(window: Int32 = 4) -> Courier {
    var courier = Courier(window: window, seed: 1)
    courier.connectionBegan(now: 0)
    courier.connected(now: 0)
    return courier
  }

  /// Sends the answers `range`.
  func send(_ range: ClosedRange<Int64>, _ courier: inout Courier, isAll: Bool = false) {
    for sequence in range { courier.sent(sequence, now: 0) }
    courier.fetched(upTo: range.upperBound, isAll: isAll)
  }

  func remainingDelay(_ courier: Courier, since now: Int64) -> Int64? {
    switch courier.state {
    case .waiting(let until), .holding(let until): until - now
    default: nil
    }
  }

  @Test func connectingStartsAtOnceAndTimesOutAfterThirtySeconds() {
    var courier = Courier(window: 4, seed: 1)
    #expect(courier.nextAction(now: 5) == .connect)
    courier.connectionBegan(now: 5)
    #expect(courier.state == .connecting(until: 5 + 30 * second))
    #expect(courier.deadline == 5 + 30 * second)
    #expect(courier.nextAction(now: 30 * second) == .nothing)
    #expect(courier.nextAction(now: 31 * second) == .disconnect)
    courier.disconnected(now: 31 * second)
    let delay = remainingDelay(courier, since: 31 * second)!
    #expect((second...(2 * second)).contains(delay))
    #expect(courier.nextAction(now: 31 * second + delay - 1) == .nothing)
    #expect(courier.nextAction(now: 31 * second + delay) == .connect)
  }

  /// From every state, the next attempt follows at once. Acknowledged answers are still marked, and the others are sent again.
  @Test func newBrokerSettingsReconnectAtOnce() {
    var waiting = Courier(window: 4, seed: 1)
    waiting.connectionBegan(now: 0)
    waiting.disconnected(now: 0)
    var connecting = Courier(window: 4, seed: 1)
    connecting.connectionBegan(now: 0)
    var holding = online()
    for sequence in 1...Int64(Courier.refusalsBeforeHold) {
      holding.sent(sequence, now: 0)
      holding.acknowledged(sequence, isAccepted: false, now: 0)
    }
    for state in [waiting, connecting, online(), holding] {
      var courier = state
      courier.reconfigured(window: 2, now: 7)
      #expect(courier.state == .waiting(until: 7))
      #expect(courier.nextAction(now: 7) == .connect)
      courier.connectionBegan(now: 7)
      courier.connected(now: 8)
      #expect(courier.nextAction(now: 8) == .fetch(after: 0, limit: 2))
    }
    var courier = online()
    send(1...4, &courier, isAll: true)
    courier.acknowledged(3, isAccepted: true, now: 1)
    courier.reconfigured(window: 8, now: 7)
    #expect(courier.shouldSend(1) && courier.shouldSend(2) && !courier.shouldSend(3) && courier.shouldSend(4))
    #expect(courier.nextAction(now: 7) == .mark([3]))
    courier.marked()
    // An acknowledgment of the old connection does not count on the new one.
    courier.acknowledged(1, isAccepted: true, now: 8)
    #expect(courier.isAtRest)
  }

  /// At its end, the courier only waits for acknowledgments and marks; its deadlines must not be past, or the caller would spin.
  @Test func endingBeginsNothing() {
    var waiting = Courier(window: 4, seed: 1)
    waiting.end()
    #expect(waiting.nextAction(now: 5) == .nothing && waiting.deadline == nil)
    var courier = online()
    send(1...2, &courier)
    courier.end()
    #expect(courier.nextAction(now: 1) == .nothing)
    courier.acknowledged(1, isAccepted: true, now: 1)
    courier.disconnected(now: 1)
    #expect(courier.nextAction(now: 1) == .mark([1]))
    courier.markingFailed(now: 1)
    #expect(courier.nextAction(now: 2 * second) == .mark([1]) && courier.deadline == 1 + second)
    courier.marked()
    #expect(courier.isAtRest && courier.nextAction(now: 9 * second) == .nothing && courier.deadline == nil)
  }

  @Test func theWindowLimitsTheAnswersInFlight() {
    var courier = online()
    #expect(courier.nextAction(now: 1) == .fetch(after: 0, limit: 4))
    send(1...4, &courier)
    #expect(courier.nextAction(now: 1) == .nothing)
    #expect(courier.deadline == 60 * second)
    courier.acknowledged(3, isAccepted: true, now: 2)
    // Acknowledgments arrive in any order, and each makes room for another answer.
    #expect(courier.nextAction(now: 2) == .fetch(after: 4, limit: 1))
    #expect(!courier.shouldSend(2) && !courier.shouldSend(3) && courier.shouldSend(5))
  }

  @Test func acknowledgmentsAreMarkedTogether() {
    var courier = online()
    send(1...4, &courier, isAll: true)
    courier.acknowledged(4, isAccepted: true, now: 10)
    courier.acknowledged(2, isAccepted: true, now: 20)
    #expect(courier.nextAction(now: 20) == .nothing)
    #expect(courier.deadline == 10 + second / 4)
    #expect(courier.nextAction(now: 10 + second / 4) == .mark([4, 2]))
    courier.marked()
    courier.acknowledged(1, isAccepted: true, now: second)
    courier.acknowledged(99, isAccepted: true, now: second)
    courier.acknowledged(3, isAccepted: true, now: second)
    // With nothing in flight, there is no reason to wait.
    #expect(courier.nextAction(now: second) == .mark([1, 3]))
    #expect(!courier.isAtRest)
    courier.marked()
    #expect(courier.isAtRest)
    #expect(courier.nextAction(now: second) == .nothing)
    courier.answersAdded()
    #expect(courier.nextAction(now: second) == .fetch(after: 4, limit: 4))
  }

  /// As many acknowledgments as the window holds are marked without delay, even with others in flight.
  @Test func aFullWindowIsMarkedAtOnce() {
    var courier = online(window: 2)
    send(1...2, &courier)
    courier.acknowledged(1, isAccepted: true, now: 1)
    send(3...3, &courier)
    #expect(courier.nextAction(now: 1) == .nothing)
    courier.acknowledged(2, isAccepted: true, now: 2)
    #expect(courier.nextAction(now: 2) == .mark([1, 2]))
  }

  @Test func unacknowledgedAnswersAreSentAgainAfterALostConnection() {
    var courier = online()
    send(1...3, &courier, isAll: true)
    courier.acknowledged(2, isAccepted: true, now: 5)
    courier.disconnected(now: 6)
    #expect(courier.nextAction(now: 6) == .mark([2]))
    courier.markingFailed(now: 6)
    courier.connectionBegan(now: 7)
    courier.connected(now: 8)
    #expect(courier.nextAction(now: 8) == .fetch(after: 0, limit: 4))
    #expect([1, 2, 3, 4].map { courier.shouldSend($0) } == [false, false, false, true])
    // An acknowledgment of the old connection does not count on the new one.
    courier.acknowledged(1, isAccepted: true, now: 9)
    courier.fetched(upTo: 3, isAll: true)
    #expect(courier.nextAction(now: 9) == .fetch(after: 0, limit: 1) && courier.shouldSend(1))
  }

  /// A refused answer is sent again after all others, alone, after growing pauses.
  @Test func aRefusedAnswerHoldsBackNoOther() {
    var courier = online()
    send(1...4, &courier)
    courier.acknowledged(2, isAccepted: false, now: 5)
    #expect(courier.nextAction(now: 5) == .fetch(after: 4, limit: 1) && courier.refusedCount == 1)
    courier.sent(5, now: 5)
    courier.fetched(upTo: 5, isAll: true)
    for sequence: Int64 in [1, 3, 4, 5] { courier.acknowledged(sequence, isAccepted: true, now: 6) }
    #expect(courier.nextAction(now: 6) == .mark([1, 3, 4, 5]))
    courier.marked()
    var now: Int64 = 6
    for delay: ClosedRange<Int64> in [1...2, 2...4, 4...8] {
      let next = courier.deadline!
      #expect((delay.lowerBound * second - second...delay.upperBound * second).contains(next - now))
      #expect(courier.nextAction(now: next - 1) == .nothing)
      #expect(courier.nextAction(now: next) == .fetch(after: 1, limit: 1) && courier.shouldSend(2))
      send(2...2, &courier)
      #expect(courier.nextAction(now: next) == .nothing)
      courier.acknowledged(2, isAccepted: false, now: next)
      now = next
    }
    // A new answer goes first.
    courier.answersAdded()
    #expect(courier.nextAction(now: now) == .fetch(after: 5, limit: 4))
    courier.fetched(upTo: nil, isAll: true)
    now = courier.deadline!
    #expect(courier.nextAction(now: now) == .fetch(after: 1, limit: 1))
    send(2...2, &courier)
    courier.acknowledged(2, isAccepted: true, now: now)
    #expect(courier.nextAction(now: now) == .mark([2]) && courier.refusedCount == 0)
    courier.marked()
    #expect(courier.deadline == nil)
  }

  /// Answers that were in flight when a connection ended are sent alone later, so that the one that ended it is found.
  @Test func anAnswerThatEndsConnectionsHoldsBackNoOther() {
    var courier = online()
    send(1...3, &courier)
    #expect(courier.disconnected(now: 0) == nil)
    var delivered: Set<Int64> = []
    var suspects: [Int64] = []
    var now: Int64 = 0
    for _ in 0..<60 where delivered.count < 4 {
      switch courier.nextAction(now: now) {
      case .connect:
        courier.connectionBegan(now: now)
        courier.connected(now: now)
      case .fetch(let after, let limit):
        let found = (1...5).filter { $0 > after && !delivered.contains($0) }.prefix(Int(limit))
        courier.fetched(upTo: found.last, isAll: found.count < Int(limit))
        for sequence in found where courier.shouldSend(sequence) {
          courier.sent(sequence, now: now)
          if sequence == 2 {
            if let suspect = courier.disconnected(now: now) { suspects.append(suspect) }
            break
          }
          courier.acknowledged(sequence, isAccepted: true, now: now)
        }
      case .mark(let sequences):
        delivered.formUnion(sequences)
        courier.marked()
      case .nothing: now = courier.deadline ?? now
      case .disconnect: Issue.record("no timeout")
      }
    }
    #expect(delivered == [1, 3, 4, 5] && suspects.allSatisfy { $0 == 2 } && courier.refusedCount <= 1)
  }

  /// A broker that refuses everything gets few answers.
  @Test func manyRefusalsInARowPauseSending() {
    var courier = online()
    for sequence in 1...Int64(Courier.refusalsBeforeHold) {
      #expect(courier.state == .online)
      send(sequence...sequence, &courier)
      courier.acknowledged(sequence, isAccepted: false, now: 5)
    }
    let delay = remainingDelay(courier, since: 5)!
    #expect((second...(2 * second)).contains(delay) && courier.deadline == 5 + delay)
    #expect(courier.nextAction(now: 4 + delay) == .nothing)
    #expect(courier.nextAction(now: 5 + delay) == .fetch(after: Int64(Courier.refusalsBeforeHold), limit: 4))
  }

  /// Returns an online courier whose next delay is long.
  private func onlineAfterFailures() -> Courier {
    var courier = Courier(window: 2, seed: 7)
    for _ in 0..<8 { courier.disconnected(now: 0) }
    #expect(remainingDelay(courier, since: 0)! > 100 * second)
    courier.connectionBegan(now: 0)
    courier.connected(now: 0)
    return courier
  }

  @Test func delaysAreShortAgainAfterSuccess() {
    // A connection alone is no success.
    var courier = onlineAfterFailures()
    courier.disconnected(now: second)
    #expect(remainingDelay(courier, since: second)! > 100 * second)
    // All pending answers are delivered.
    courier = onlineAfterFailures()
    send(1...1, &courier, isAll: true)
    courier.acknowledged(1, isAccepted: true, now: second)
    courier.disconnected(now: second)
    #expect(remainingDelay(courier, since: second)! <= 2 * second)
    // A whole window is delivered.
    courier = onlineAfterFailures()
    send(1...2, &courier)
    courier.acknowledged(2, isAccepted: true, now: second)
    courier.acknowledged(1, isAccepted: true, now: second)
    courier.disconnected(now: second)
    #expect(remainingDelay(courier, since: second)! <= 2 * second)
    // Half a window twice does not count: each connection starts the count again.
    courier = onlineAfterFailures()
    send(1...2, &courier)
    courier.acknowledged(1, isAccepted: true, now: second)
    courier.disconnected(now: second)
    courier.connectionBegan(now: 400 * second)
    courier.connected(now: 400 * second)
    courier.sent(2, now: 400 * second)
    courier.acknowledged(2, isAccepted: true, now: 401 * second)
    courier.disconnected(now: 402 * second)
    #expect(remainingDelay(courier, since: 402 * second)! > 100 * second)
    // The broker's settings change.
    courier = onlineAfterFailures()
    courier.reconfigured(window: 2, now: second)
    courier.connectionBegan(now: second)
    courier.disconnected(now: second)
    #expect(remainingDelay(courier, since: second)! <= 2 * second)
    // A minute online without a refusal.
    courier = onlineAfterFailures()
    courier.disconnected(now: 60 * second)
    #expect(remainingDelay(courier, since: 60 * second)! <= 2 * second)
    courier = onlineAfterFailures()
    courier.disconnected(now: 60 * second - 1)
    #expect(remainingDelay(courier, since: 60 * second - 1)! > 100 * second, "less than a minute")
  }
}
