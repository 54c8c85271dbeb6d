import Testing

@testable import Courier

/// Marking that fails, acknowledgments that do not come, and a journal that is replaced.
extension CourierTests {
  @Test func sendingStopsWhileMarkingFails() {
    var courier = online()
    var now: Int64 = 0
    var sent: Int64 = 0
    for _ in 0..<1_000 {
      now += second / 10
      switch courier.nextAction(now: now) {
      case .fetch(let after, let limit):
        #expect(after == sent)
        send(sent + 1...sent + Int64(limit), &courier)
        for sequence in sent + 1...sent + Int64(limit) {
          courier.acknowledged(sequence, isAccepted: true, now: now)
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

  /// The pause after a failure ends with the next success or with a new journal: a full window is marked at once again.
  @Test(arguments: [false, true]) func markingResumesAfterAFailure(isReplaced: Bool) {
    var courier = online()
    send(1...1, &courier, isAll: true)
    courier.acknowledged(1, isAccepted: true, now: 1)
    #expect(courier.nextAction(now: 1) == .mark([1]))
    courier.markingFailed(now: 1)
    #expect(courier.nextAction(now: 2) == .nothing)
    if isReplaced {
      courier.journalChanged(now: 2)
    } else {
      #expect(courier.nextAction(now: 1 + second) == .mark([1]))
      courier.marked()
    }
    send(2...5, &courier, isAll: true)
    for sequence in Int64(2)...5 { courier.acknowledged(sequence, isAccepted: true, now: 2 * second) }
    #expect(courier.nextAction(now: 2 * second) == .mark([2, 3, 4, 5]))
  }

  @Test func aMinuteWithoutAcknowledgmentDisconnects() {
    // The minute starts with the first answer sent.
    var late = online()
    late.sent(1, now: 600 * second)
    #expect(late.deadline == 660 * second)
    #expect(late.nextAction(now: 660 * second - 1) != .disconnect)
    #expect(late.nextAction(now: 660 * second) == .disconnect)
    // Further answers do not extend it.
    var busy = online()
    busy.sent(1, now: 0)
    busy.sent(2, now: 59 * second)
    #expect(busy.deadline == 60 * second)
    #expect(busy.nextAction(now: 60 * second) == .disconnect)
    var courier = online()
    send(1...3, &courier, isAll: true)
    courier.acknowledged(2, isAccepted: true, now: 50 * second)
    _ = courier.nextAction(now: 51 * second)
    courier.marked()
    #expect(courier.deadline == 110 * second)
    #expect(courier.nextAction(now: 110 * second - 1) == .nothing)
    #expect(courier.nextAction(now: 110 * second) == .disconnect)
    courier.disconnected(now: 110 * second)
    #expect(!courier.shouldSend(1) && courier.shouldSend(4), "the others go first")
    // With nothing in flight, there is no timeout.
    var idle = online()
    send(1...1, &idle, isAll: true)
    idle.acknowledged(1, isAccepted: true, now: 1)
    _ = idle.nextAction(now: 1)
    idle.marked()
    #expect(idle.deadline == nil)
    #expect(idle.nextAction(now: 3_600 * second) == .nothing)
  }

  @Test func aReplacedJournalIsReadFromItsBeginning() {
    var courier = online()
    send(1...3, &courier, isAll: true)
    courier.acknowledged(1, isAccepted: true, now: 1)
    courier.journalChanged(now: 2)
    // Nothing is in flight any more.
    courier.acknowledged(2, isAccepted: true, now: 3)
    #expect(courier.nextAction(now: second) == .fetch(after: 0, limit: 4))
    #expect(courier.shouldSend(1) && courier.shouldSend(2))
  }
}
