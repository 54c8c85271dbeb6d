import Testing

@testable import Courier

/// The transition table, cell by cell, and what is sent and marked on the way.
@Suite struct CourierTests {
  private func online(window: Int32 = 4) -> Courier {
    var courier = Courier(window: window, seed: 1)
    courier.connectionBegan(now: 0)
    courier.connected(now: 0)
    return courier
  }

  /// Sends the answers `range` as messages of the same number.
  private func send(_ range: ClosedRange<Int64>, _ courier: inout Courier, isAll: Bool = false) {
    for sequence in range { courier.sent(sequence, as: Int32(sequence), now: 0) }
    courier.fetched(upTo: range.upperBound, isAll: isAll)
  }

  private func waitOf(_ courier: Courier, since now: Int64) -> Int64? {
    switch courier.state {
    case .waiting(let until), .holding(let until): until - now
    default: nil
    }
  }

  @Test func itConnectsAtOnceAndGivesUpAfterHalfAMinute() {
    var courier = Courier(window: 4, seed: 1)
    #expect(courier.nextAction(now: 5) == .connect)
    courier.connectionBegan(now: 5)
    #expect(courier.state == .connecting(until: 5 + 30 * second))
    #expect(courier.deadline == 5 + 30 * second)
    #expect(courier.nextAction(now: 30 * second) == .nothing)
    #expect(courier.nextAction(now: 31 * second) == .disconnect)
    courier.disconnected(now: 31 * second)
    let wait = waitOf(courier, since: 31 * second)!
    #expect((second...(2 * second)).contains(wait))
    #expect(courier.nextAction(now: 31 * second + wait - 1) == .nothing)
    #expect(courier.nextAction(now: 31 * second + wait) == .connect)
  }

  /// From every state a new connection is tried at once; what was acknowledged is still to be marked, the rest goes again.
  @Test func otherSettingsOfTheBroker() {
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
    #expect(courier.wants(1) && courier.wants(2) && !courier.wants(3) && courier.wants(4))
    #expect(courier.nextAction(now: 7) == .mark([3]))
    courier.marked()
    // An acknowledgement of the old connection, which nobody will hear any more, is none of the new one's.
    courier.acknowledged(1, isAccepted: true, now: 8)
    #expect(courier.isAtRest)
  }

  @Test func theWindowBoundsWhatIsOnItsWay() {
    var courier = online()
    #expect(courier.nextAction(now: 1) == .fetch(after: 0, limit: 4))
    send(1...4, &courier)
    #expect(courier.nextAction(now: 1) == .nothing)
    #expect(courier.deadline == 60 * second)
    courier.acknowledged(3, isAccepted: true, now: 2)
    // Acknowledgements come in any order; the next goes as soon as there is room.
    #expect(courier.nextAction(now: 2) == .fetch(after: 4, limit: 1))
    #expect(!courier.wants(2) && !courier.wants(3) && courier.wants(5))
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
    // Nothing is on its way any more: no reason to wait.
    #expect(courier.nextAction(now: second) == .mark([1, 3]))
    #expect(!courier.isAtRest)
    courier.marked()
    #expect(courier.isAtRest)
    #expect(courier.nextAction(now: second) == .nothing)
    courier.answersCame()
    #expect(courier.nextAction(now: second) == .fetch(after: 4, limit: 4))
  }

  /// A window's worth does not wait for more, though others are on their way.
  @Test func aFullWindowIsMarkedAtOnce() {
    var courier = online(window: 2)
    send(1...2, &courier)
    courier.acknowledged(1, isAccepted: true, now: 1)
    send(3...3, &courier)
    #expect(courier.nextAction(now: 1) == .nothing)
    courier.acknowledged(2, isAccepted: true, now: 2)
    #expect(courier.nextAction(now: 2) == .mark([1, 2]))
  }

  @Test func aLostConnectionSendsAgainWhatWasNotAcknowledged() {
    var courier = online()
    send(1...3, &courier, isAll: true)
    courier.acknowledged(2, isAccepted: true, now: 5)
    courier.disconnected(now: 6)
    #expect(courier.nextAction(now: 6) == .mark([2]))
    courier.markingFailed(now: 6)
    courier.connectionBegan(now: 7)
    courier.connected(now: 8)
    #expect(courier.nextAction(now: 8) == .fetch(after: 0, limit: 4))
    #expect([1, 2, 3].map { courier.wants($0) } == [true, false, true])
    // An acknowledgement of the old connection names nothing of the new one.
    courier.acknowledged(1, isAccepted: true, now: 9)
    #expect(courier.wants(1))
  }

  @Test func aRefusalPausesAllSendingAndMarksNothing() {
    var courier = online()
    send(1...4, &courier)
    courier.acknowledged(2, isAccepted: false, now: 5)
    let wait = waitOf(courier, since: 5)!
    #expect((second...(2 * second)).contains(wait))
    // The others may still arrive, and are marked.
    courier.acknowledged(1, isAccepted: true, now: 6)
    courier.acknowledged(3, isAccepted: true, now: 6)
    #expect(courier.nextAction(now: 6 + second / 4) == .mark([1, 3]))
    courier.marked()
    // While one is on its way the pause does not end.
    #expect(courier.nextAction(now: 5 + wait) == .nothing)
    #expect(courier.deadline == 6 + 60 * second)
    courier.acknowledged(4, isAccepted: false, now: 6 + wait)
    #expect(courier.nextAction(now: 6 + wait) == .fetch(after: 0, limit: 4))
    #expect(courier.wants(2) && courier.wants(4))
    // Refused again, it waits longer.
    send(2...2, &courier)
    courier.acknowledged(2, isAccepted: false, now: 3 * second)
    #expect((2 * second...(4 * second)).contains(waitOf(courier, since: 3 * second)!))
    courier.disconnected(now: 4 * second)
    #expect((4 * second...(8 * second)).contains(waitOf(courier, since: 4 * second)!))
  }

  /// Online after so many tries that the next wait is a long one.
  private func afterTroubles() -> Courier {
    var courier = Courier(window: 2, seed: 7)
    for _ in 0..<8 { courier.disconnected(now: 0) }
    #expect(waitOf(courier, since: 0)! > 100 * second)
    courier.connectionBegan(now: 0)
    courier.connected(now: 0)
    return courier
  }

  @Test func waitsAreShortAgainWhenAllWentThrough() {
    // A connection alone proves nothing.
    var courier = afterTroubles()
    courier.disconnected(now: second)
    #expect(waitOf(courier, since: second)! > 100 * second)
    // All that there was.
    courier = afterTroubles()
    send(1...1, &courier, isAll: true)
    courier.acknowledged(1, isAccepted: true, now: second)
    courier.disconnected(now: second)
    #expect(waitOf(courier, since: second)! <= 2 * second)
    // A window's worth.
    courier = afterTroubles()
    send(1...2, &courier)
    courier.acknowledged(2, isAccepted: true, now: second)
    courier.acknowledged(1, isAccepted: true, now: second)
    courier.disconnected(now: second)
    #expect(waitOf(courier, since: second)! <= 2 * second)
    // Half a window's worth twice is none: each connection and each refusal begins anew.
    for isRefused in [false, true] {
      courier = afterTroubles()
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
      #expect(waitOf(courier, since: 402 * second)! > 100 * second)
    }
    // Another broker, which nothing is known of.
    courier = afterTroubles()
    courier.reconfigured(window: 2, now: second)
    courier.connectionBegan(now: second)
    courier.disconnected(now: second)
    #expect(waitOf(courier, since: second)! <= 2 * second)
    // A quiet minute.
    courier = afterTroubles()
    courier.disconnected(now: 60 * second)
    #expect(waitOf(courier, since: 60 * second)! <= 2 * second)
    courier = afterTroubles()
    courier.disconnected(now: 60 * second - 1)
    #expect(waitOf(courier, since: 60 * second - 1)! > 100 * second, "a little less")
    // A minute of holding is none online.
    courier = afterTroubles()
    courier.refused(now: second)
    courier.disconnected(now: 61 * second)
    #expect(waitOf(courier, since: 61 * second)! > 100 * second)
  }

  @Test func aFullDiskStopsSendingBeforeMemoryFills() {
    var courier = online()
    var now: Int64 = 0
    var sent: Int64 = 0
    for _ in 0..<1_000 {
      now += second / 10
      switch courier.nextAction(now: now) {
      case .fetch(let after, let limit):
        #expect(after == sent)
        send(sent + 1...sent + Int64(limit), &courier)
        for message in sent + 1...sent + Int64(limit) {
          courier.acknowledged(Int32(message), isAccepted: true, now: now)
        }
        sent += Int64(limit)
      case .mark: courier.markingFailed(now: now)
      default: break
      }
    }
    #expect(sent == 16)
    guard case .mark(let sequences) = courier.nextAction(now: now + second) else {
      Issue.record("nothing to mark")
      return
    }
    #expect(sequences == Array(1...16))
    courier.marked()
    #expect(courier.nextAction(now: now + second) == .fetch(after: 16, limit: 4))
  }

  /// The pause after a failure ends with the next success, or with another journal: a full window is marked at once again.
  @Test(arguments: [false, true]) func aDiskWithRoomAgain(isAnother: Bool) {
    var courier = online()
    send(1...1, &courier, isAll: true)
    courier.acknowledged(1, isAccepted: true, now: 1)
    #expect(courier.nextAction(now: 1) == .mark([1]))
    courier.markingFailed(now: 1)
    #expect(courier.nextAction(now: 2) == .nothing)
    if isAnother {
      courier.journalChanged(now: 2)
    } else {
      #expect(courier.nextAction(now: 1 + second) == .mark([1]))
      courier.marked()
    }
    send(2...5, &courier, isAll: true)
    for message in Int32(2)...5 { courier.acknowledged(message, isAccepted: true, now: 2 * second) }
    #expect(courier.nextAction(now: 2 * second) == .mark([2, 3, 4, 5]))
  }

  @Test func aBrokerThatSaysNothingIsLeftAfterAMinute() {
    // Counted from the first that it was given, however long it had nothing to say before.
    var late = online()
    late.sent(1, as: 1, now: 600 * second)
    #expect(late.deadline == 660 * second)
    #expect(late.nextAction(now: 660 * second - 1) != .disconnect)
    #expect(late.nextAction(now: 660 * second) == .disconnect)
    // However many are given to it meanwhile.
    var talked = online()
    talked.sent(1, as: 1, now: 0)
    talked.sent(2, as: 2, now: 59 * second)
    #expect(talked.deadline == 60 * second)
    #expect(talked.nextAction(now: 60 * second) == .disconnect)
    var courier = online()
    send(1...3, &courier, isAll: true)
    courier.acknowledged(2, isAccepted: true, now: 50 * second)
    _ = courier.nextAction(now: 51 * second)
    courier.marked()
    #expect(courier.deadline == 110 * second)
    #expect(courier.nextAction(now: 110 * second - 1) == .nothing)
    #expect(courier.nextAction(now: 110 * second) == .disconnect)
    courier.disconnected(now: 110 * second)
    #expect(courier.wants(1) && courier.wants(3))
    // With nothing on its way there is nothing to say.
    var idle = online()
    send(1...1, &idle, isAll: true)
    idle.acknowledged(1, isAccepted: true, now: 1)
    _ = idle.nextAction(now: 1)
    idle.marked()
    #expect(idle.deadline == nil)
    #expect(idle.nextAction(now: 3_600 * second) == .nothing)
  }

  @Test func anotherJournalIsReadFromItsBeginning() {
    var courier = online()
    send(1...3, &courier, isAll: true)
    courier.acknowledged(1, isAccepted: true, now: 1)
    courier.journalChanged(now: 2)
    // The old one's second answer has the number of another answer now.
    courier.acknowledged(2, isAccepted: true, now: 3)
    #expect(courier.nextAction(now: second) == .fetch(after: 0, limit: 4))
    #expect(courier.wants(1) && courier.wants(2))
  }
}
