import TestSupport
import Testing

@testable import Courier

/// Random failures of the journal and the broker, in virtual time. Only acknowledged answers are ever marked, and in the end all
/// are.
@Suite struct StormTests {
  @Test(arguments: 0..<200)
  func allAnswersAreDeliveredAndOnlyAcknowledgedOnesAreMarked(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &* 77)
    let total: Int64 = 120
    let window = Int32(1 + random.below(9))
    var courier = Courier(window: window, seed: UInt64(seed))
    var now: Int64 = 0
    var recorded: Int64 = 0
    var pending: Set<Int64> = []
    var arrived: Set<Int64> = []
    var marked: Set<Int64> = []
    /// Answers that the broker has not acknowledged.
    var unacknowledged: [Int64] = []
    var isConnected = false
    var steps = 0

    while marked.count < Int(total) && steps < 200_000 {
      steps += 1
      // The failures end once all answers are recorded; otherwise the test might not end.
      let isStorm = recorded < total
      if recorded < total && random.below(3) == 0 {
        recorded += 1
        pending.insert(recorded)
        courier.answersAdded()
      }
      switch courier.nextAction(now: now) {
      case .nothing:
        if isConnected && !unacknowledged.isEmpty && random.below(4) != 0 {
          let answer = unacknowledged.remove(at: random.below(unacknowledged.count))
          let isAccepted = !isStorm || random.below(12) != 0
          if isAccepted { arrived.insert(answer) }
          courier.acknowledged(answer, isAccepted: isAccepted, now: now)
        } else if isConnected && isStorm && random.below(20) == 0 {
          isConnected = false
          // Some arrived, but their acknowledgments are lost.
          for answer in unacknowledged where random.below(2) == 0 { arrived.insert(answer) }
          unacknowledged = []
          courier.disconnected(now: now)
        } else {
          now = max(now + 1, isStorm || !unacknowledged.isEmpty ? now + 1_000_000 : courier.deadline ?? now + 1_000_000)
        }
      case .connect:
        if isStorm && random.below(3) == 0 {
          courier.disconnected(now: now)
        } else {
          courier.connectionBegan(now: now)
          courier.connected(now: now)
          isConnected = true
        }
      case .disconnect: Issue.record("unexpected timeout")
      case .fetch(let after, let limit):
        #expect(isConnected)
        let found = pending.filter { $0 > after }.sorted().prefix(Int(limit))
        courier.fetched(upTo: found.last, isAll: found.count < Int(limit))
        for sequence in found where courier.shouldSend(sequence) {
          courier.sent(sequence, now: now)
          unacknowledged.append(sequence)
          #expect(unacknowledged.count <= Int(window))
        }
      case .mark(let sequences):
        if isStorm && random.below(5) == 0 {
          courier.markingFailed(now: now)
          continue
        }
        #expect(arrived.isSuperset(of: sequences))
        #expect(marked.isDisjoint(with: sequences))
        marked.formUnion(sequences)
        pending.subtract(sequences)
        courier.marked()
      }
    }
    #expect(marked == Set(1...total))
    #expect(courier.isAtRest && pending.isEmpty)
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
