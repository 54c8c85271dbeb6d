import Testing

@testable import Courier

/// The cells of the transition table of `Resending`, and which requests are refused.
@Suite struct ResendingTests {
  static let journal = "f47ac10b-58cc-4372-a567-0e02b2c3d479"

  func request(_ text: String) -> ResendRequest? { ResendRequest(Array(text.utf8)) }

  func request(_ first: Int64, _ last: Int64) -> ResendRequest { request("\(Self.journal) \(first) \(last)")! }

  @Test func requestsNameAJournalAndARange() {
    #expect(request("\(Self.journal) 120 125")?.range == 120...125)
    #expect(request("\(Self.journal) 7 7")?.range == 7...7)
    #expect(request("\(Self.journal) 007 1006")?.range == 7...1_006)
    #expect(request("\(Self.journal) 999999999999999999 999999999999999999")?.journal == Self.journal)
  }

  @Test(arguments: [
    "", " ", "1 2", "\(journal)", "\(journal) 1", "\(journal) 1 ", "\(journal)  1 2", "\(journal) 1 2 ",
    "\(journal) 1 2 3",
    "\(journal) 0 5", "\(journal) 5 4", "\(journal) -1 5", "\(journal) +1 5", "\(journal) 1 1001", "\(journal) 1 1e3",
    "\(journal) 1 9223372036854775807", "\(journal) 1 18446744073709551617",
    "\(journal) 1000000000000000000 1000000000000000001",
    "F47AC10B-58CC-4372-A567-0E02B2C3D479 1 2", "f47ac10b-58cc-4372-a567-0e02b2c3d47\n 1 2", "x 1 2",
    "\(journal)\u{0} 1 2",
    "\(journal) 1 ２", "\(journal)\t1\t2",
  ])
  func otherMessagesAreNotRequests(text: String) { #expect(request(text) == nil) }

  @Test func aLongMessageIsNotARequest() {
    #expect(ResendRequest([UInt8](repeating: UInt8(ascii: "1"), count: 10_000_000)) == nil)
    #expect(ResendRequest([255, 32, 49, 32, 50]) == nil)
  }

  @Test func answersAreSentInSlicesAtALimitedRate() {
    var resending = Resending()
    #expect(resending.nextAction(now: 0) == .nothing && resending.deadline == nil)
    let isAdded = resending.add(request(5, 24))
    #expect(isAdded)
    var sent: [Int64] = []
    var now: Int64 = 0
    while case .read(Self.journal, let range, 10) = resending.nextAction(now: now) {
      for sequence in range.prefix(10) {
        resending.sent(sequence)
        sent.append(sequence)
      }
      resending.read(isAll: false, now: now)
      // Nothing until every answer is acknowledged and the pause is over.
      for sequence in range.prefix(10) {
        #expect(resending.nextAction(now: now + second) == .nothing && resending.deadline == now + 60 * second)
        resending.acknowledged(sequence)
      }
      #expect(resending.nextAction(now: now) == .nothing)
      #expect(resending.deadline == now + second / 5)
      now += second / 5
    }
    #expect(sent == Array(5...24) && now == 2 * second / 5)
    #expect(resending.nextAction(now: now) == .report(request(5, 24), absent: []))
    resending.reported()
    #expect(resending.nextAction(now: now) == .nothing && resending.deadline == nil)
  }

  @Test func numbersThatTheJournalLacksAreReported() {
    var resending = Resending()
    _ = resending.add(request(1, 12))
    for sequence: Int64 in [3, 4, 8] { resending.sent(sequence) }
    resending.read(isAll: false, now: 0)
    for sequence: Int64 in [4, 3, 8] { resending.acknowledged(sequence) }
    #expect(resending.nextAction(now: second) == .read(journal: Self.journal, range: 9...12, limit: 10))
    resending.read(isAll: true, now: second)
    #expect(resending.nextAction(now: 2 * second) == .report(request(1, 12), absent: [1...2, 5...7, 9...12]))
    // Those of another journal are all absent, and the list starts anew.
    _ = resending.add(request(7, 9))
    resending.reported()
    #expect(resending.nextAction(now: 2 * second) == .read(journal: Self.journal, range: 7...9, limit: 10))
    resending.read(isAll: true, now: 2 * second)
    #expect(resending.nextAction(now: 3 * second) == .report(request(7, 9), absent: [7...9]))
  }

  @Test func requestsWaitInABoundedQueue() {
    var resending = Resending()
    for number in 1...Int64(Resending.capacity) {
      let isAdded = resending.add(request(number, number))
      // The same one again does not count.
      let isWaiting = resending.add(request(number, number))
      #expect(isAdded && isWaiting)
    }
    let isAdded = resending.add(request(99, 99))
    #expect(!isAdded)
    for number in 1...Int64(Resending.capacity) {
      #expect(
        resending.nextAction(now: number * second) == .read(journal: Self.journal, range: number...number, limit: 10))
      resending.read(isAll: true, now: number * second)
      guard case .report(request(number, number), [number...number]) = resending.nextAction(now: (number + 1) * second)
      else { return #expect(Bool(false), "no report of \(number)") }
      resending.reported()
    }
    #expect(resending.deadline == nil)
  }

  /// A lost connection, or a minute without acknowledgments.
  @Test func aSilentBrokerDropsRequests() {
    for isLost in [true, false] {
      var resending = Resending()
      _ = resending.add(request(1, 500))
      _ = resending.add(request(600, 700))
      resending.sent(1)
      resending.sent(2)
      resending.read(isAll: false, now: 0)
      if isLost {
        resending.stop()
      } else {
        #expect(resending.nextAction(now: 60 * second - 1) == .nothing && resending.deadline == 60 * second)
      }
      #expect(resending.nextAction(now: 60 * second) == .nothing && resending.deadline == nil)
      // Acknowledgments of answers that are not in flight, or not any more.
      for sequence: Int64 in [0, 1, 2] { resending.acknowledged(sequence) }
      _ = resending.add(request(3, 3))
      #expect(resending.nextAction(now: 90 * second) == .read(journal: Self.journal, range: 3...3, limit: 10))
    }
  }

  /// The others of the slice and of the request follow, and it is not reported as absent.
  @Test func anAnswerThatIsTooLargeIsSkipped() {
    var resending = Resending()
    _ = resending.add(request(1, 3))
    resending.sent(1)
    resending.refused(2)
    resending.sent(3)
    resending.read(isAll: false, now: 0)
    for sequence: Int64 in [1, 3] { resending.acknowledged(sequence) }
    #expect(resending.nextAction(now: second) == .report(request(1, 3), absent: []))
  }
}
