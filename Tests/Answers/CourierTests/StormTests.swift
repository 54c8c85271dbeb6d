import TestSupport
import Testing

@testable import Courier

/// A journal and a broker that misbehave in every way at once, in virtual time: whatever they do, what is marked was
/// acknowledged, and in the end all of it is.
@Suite struct StormTests {
  @Test(arguments: 0..<200)
  func nothingIsLostAndNothingIsMarkedWithoutItsAcknowledgement(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &* 77)
    let total: Int64 = 120
    let window = Int32(1 + random.below(9))
    var courier = Courier(window: window, seed: UInt64(seed))
    var now: Int64 = 0
    var recorded: Int64 = 0
    var waiting: Set<Int64> = []
    var arrived: Set<Int64> = []
    var marked: Set<Int64> = []
    /// What the broker has not answered, and whether this connection is up.
    var unanswered: [(message: Int32, sequence: Int64)] = []
    var isConnected = false
    var messages: Int32 = 0
    var steps = 0

    while marked.count < Int(total) && steps < 200_000 {
      steps += 1
      // Once all is recorded the weather clears, or it could go on for ever.
      let isStorm = recorded < total
      if recorded < total && random.below(3) == 0 {
        recorded += 1
        waiting.insert(recorded)
        courier.answersCame()
      }
      switch courier.nextAction(now: now) {
      case .nothing:
        if isConnected && !unanswered.isEmpty && random.below(4) != 0 {
          let answer = unanswered.remove(at: random.below(unanswered.count))
          let isAccepted = !isStorm || random.below(12) != 0
          if isAccepted { arrived.insert(answer.sequence) }
          courier.acknowledged(answer.message, isAccepted: isAccepted, now: now)
        } else if isConnected && isStorm && random.below(20) == 0 {
          isConnected = false
          // Some had arrived, and their acknowledgements are lost.
          for answer in unanswered where random.below(2) == 0 { arrived.insert(answer.sequence) }
          unanswered = []
          courier.disconnected(now: now)
        } else {
          now = max(now + 1, isStorm || !unanswered.isEmpty ? now + 1_000_000 : courier.deadline ?? now + 1_000_000)
        }
      case .connect:
        if isStorm && random.below(3) == 0 {
          courier.disconnected(now: now)
        } else {
          courier.connectionBegan(now: now)
          courier.connected(now: now)
          isConnected = true
        }
      case .disconnect: Issue.record("no connection took that long")
      case .fetch(let after, let limit):
        #expect(isConnected)
        let found = waiting.filter { $0 > after }.sorted().prefix(Int(limit))
        courier.fetched(upTo: found.last, isAll: found.count < Int(limit))
        for sequence in found where courier.wants(sequence) {
          messages += 1
          courier.sent(sequence, as: messages, now: now)
          unanswered.append((messages, sequence))
          #expect(unanswered.count <= Int(window))
        }
      case .mark(let sequences):
        if isStorm && random.below(5) == 0 {
          courier.markingFailed(now: now)
          continue
        }
        #expect(arrived.isSuperset(of: sequences))
        #expect(marked.isDisjoint(with: sequences))
        marked.formUnion(sequences)
        waiting.subtract(sequences)
        courier.marked()
      }
    }
    #expect(marked == Set(1...total))
    #expect(courier.isAtRest && waiting.isEmpty)
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
