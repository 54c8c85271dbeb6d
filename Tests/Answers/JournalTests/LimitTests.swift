import CSQLite
import Foundation
import Testing

@testable import Journal

/// The size limit: the oldest delivered answers are deleted first, and pending ones never.
@Suite struct LimitTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  @Test func theOldestDeliveredAnswersAreDeletedFirst() throws {
    let journal = try Journal(path: path, limit: 5)
    let outbox = try Outbox(path: path)
    for number: Int32 in 0..<5 { try journal.record(sample(number)) }
    // 0, 2 and 3 are delivered; 1 and 4 are pending.
    try outbox.markDelivered([1, 3, 4], at: 1)
    try journal.record(sample(5))
    #expect(try answers(at: path) == [1, 2, 3, 4, 5].map(sample))
    try journal.record([sample(6), sample(7)])
    #expect(try answers(at: path) == [1, 4, 5, 6, 7].map(sample))
    #expect(journal.fault == nil)
  }

  @Test func pendingAnswersAreNeverDeletedAndCauseAFault() throws {
    let journal = try Journal(path: path, limit: 3)
    for number: Int32 in 0..<3 { try journal.record(sample(number)) }
    #expect(journal.fault == nil)
    try journal.record(sample(3))
    #expect(journal.fault == Journal.Fault(answers: 4, limit: 3))
    try journal.record([sample(4), sample(5)])
    #expect(journal.fault == Journal.Fault(answers: 6, limit: 3))
    #expect(journal.fault?.message.contains("holds 6 answers, more than its limit of 3") == true)
    #expect(try answers(at: path) == (0..<6).map(sample))
    // A duplicate changes neither.
    try journal.record(sample(5))
    #expect(journal.fault == Journal.Fault(answers: 6, limit: 3))
    journal.close()

    let again = try Journal(path: path, limit: 3)
    #expect(again.fault == Journal.Fault(answers: 6, limit: 3))
    try Outbox(path: path).markDelivered([1, 2, 3, 4], at: 1)
    try again.record(sample(6))
    #expect(again.fault == nil)
    #expect(try answers(at: path) == [4, 5, 6].map(sample))
  }

  @Test func aLoweredLimitIsReachedInSmallSteps() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<500).map(sample))
    try Outbox(path: path).markDelivered(Array(1...500), at: 1)
    journal.close()
    let lowered = try Journal(path: path, limit: 10)
    var counts: [Int] = []
    for number: Int32 in 500..<507 {
      try lowered.record(sample(number))
      counts.append(try answers(at: path).count)
    }
    #expect(counts == [401, 302, 203, 104, 10, 10, 10])
    #expect(try answers(at: path) == (497..<507).map(sample))
  }

  @Test func theDefaultIsAMillion() { #expect(Journal.defaultLimit == 1_000_000) }

  @Test func statementsUseTheIndexes() throws {
    let journal = try Journal(path: path)
    try journal.record(sample(0))
    for (sql, bound) in [
      (Schema.trim, "is_delivered=?"), (Schema.nextPending, "is_delivered=? AND rowid>?"), (Schema.repair, "boot_id=?"),
      (Schema.countPending, "is_delivered=?"),
    ] {
      let connection = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
      let plan = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
      var steps: [String] = []
      while plan.step() == SQLITE_ROW { steps.append(plan.text(3)) }
      #expect(steps.contains { $0.contains("INDEX") && $0.contains(bound) }, "\(steps)")
      #expect(!steps.contains { $0.hasPrefix("SCAN answers") || $0.contains("TEMP B-TREE") }, "\(steps)")
    }
  }
}
