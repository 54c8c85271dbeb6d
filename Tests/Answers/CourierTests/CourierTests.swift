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

  /// Sends the answers `range` as messages of the same number.
  func send(_ range: ClosedRange<Int64>, _ courier: inout Courier, isAll: Bool = false) {
    for sequence in range { courier.sent(sequence, as: Int32(sequence), now: 0) }
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
    holding.refused(now: 0)
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
    // An acknowledgement of the old connection does not count on the new one.
    courier.acknowledged(1, isAccepted: true, now: 8)
    #expect(courier.isAtRest)
  }

  /// At its end, the courier only waits for acknowledgements and marks; its deadlines must not be past, or the caller would spin.
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
    // Acknowledgements arrive in any order, and each makes room for another answer.
    #expect(courier.nextAction(now: 2) == .fetch(after: 4, limit: 1))
    #expect(!courier.shouldSend(2) && !courier.shouldSend(3) && courier.shouldSend(5))
  }

  @Test func acknowledgementsAreMarkedTogether() {
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

  /// As many acknowledgements as the window holds are marked without delay, even with others in flight.
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
    #expect([1, 2, 3].map { courier.shouldSend($0) } == [true, false, true])
    // An acknowledgement of the old connection does not count on the new one.
    courier.acknowledged(1, isAccepted: true, now: 9)
    #expect(courier.shouldSend(1))
  }

  @Test func aRefusalPausesSending() {
    var courier = online()
    send(1...4, &courier)
    courier.acknowledged(2, isAccepted: false, now: 5)
    let delay = remainingDelay(courier, since: 5)!
    #expect((second...(2 * second)).contains(delay))
    // The other answers may still be acknowledged, and are marked.
    courier.acknowledged(1, isAccepted: true, now: 6)
    courier.acknowledged(3, isAccepted: true, now: 6)
    #expect(courier.nextAction(now: 6 + second / 4) == .mark([1, 3]))
    courier.marked()
    // The pause lasts while an answer is in flight.
    #expect(courier.nextAction(now: 5 + delay) == .nothing)
    #expect(courier.deadline == 6 + 60 * second)
    courier.acknowledged(4, isAccepted: false, now: 6 + delay)
    #expect(courier.nextAction(now: 6 + delay) == .fetch(after: 0, limit: 4))
    #expect(courier.shouldSend(2) && courier.shouldSend(4))
    // The next refusal causes a longer delay.
    send(2...2, &courier)
    courier.acknowledged(2, isAccepted: false, now: 3 * second)
    #expect((2 * second...(4 * second)).contains(remainingDelay(courier, since: 3 * second)!))
    courier.disconnected(now: 4 * second)
    #expect((4 * second...(8 * second)).contains(remainingDelay(courier, since: 4 * second)!))
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
    // Half a window twice does not count: each connection and each refusal starts the count again.
    for isRefused in [false, true] {
      courier = onlineAfterFailures()
      send(1...2, &courier)
      courier.acknowledged(1, isAccepted: true, now: second)
      if isRefused {
        courier.acknowledged(2, isAccepted: false, now: second)
        #expect(courier.nextAction(now: 400 * second) == .mark([1]))
        courier.marked()
        #expect(courier.nextAction(now: 400 * second) == .fetch(after: 0, limit: 2))
      } else {
        courier.disconnected(now: second)
        courier.connectionBegan(now: 400 * second)
        courier.connected(now: 400 * second)
      }
      courier.sent(2, as: 2, now: 400 * second)
      courier.acknowledged(2, isAccepted: true, now: 401 * second)
      courier.disconnected(now: 402 * second)
      #expect(remainingDelay(courier, since: 402 * second)! > 100 * second)
    }
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
    // A minute in the state holding does not count.
    courier = onlineAfterFailures()
    courier.refused(now: second)
    courier.disconnected(now: 61 * second)
    #expect(remainingDelay(courier, since: 61 * second)! > 100 * second)
  }
}
