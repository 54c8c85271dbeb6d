import CSQLite
import Foundation
import Testing

@testable import Journal

@Suite struct OutboxTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  @Test func pendingAnswersComeInOrderUntilTheyAreMarked() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<10).map(sample))
    var outbox: Outbox? = try Outbox(path: path)
    let first = try #require(outbox).next(after: 0, limit: 4)
    #expect(first.map(\.answer) == (0..<4).map(sample))
    #expect(first.map(\.sequence) == [1, 2, 3, 4])
    #expect(try outbox?.next(after: 4, limit: 100).map(\.answer) == (4..<10).map(sample))
    // Out of order, with a duplicate and an unknown number.
    try #require(outbox).markDelivered([3, 1, 3, 999], at: 1_709_210_100_000)
    #expect(try outbox?.backlog() == 8)
    #expect(try outbox?.next(after: 0, limit: 3).map(\.sequence) == [2, 4, 5])
    #expect(try value(path, "SELECT group_concat(sequence) FROM answers WHERE delivered_ms = 1709210100000") == "1,3")
    // A second acknowledgment does not change the time.
    try #require(outbox).markDelivered([1], at: 5)
    #expect(try value(path, "SELECT delivered_ms FROM answers WHERE sequence = 1") == "1709210100000")
    // The marks survive closing both.
    outbox = nil
    journal.close()
    #expect(try Outbox(path: path).next(after: 0, limit: 100).map(\.sequence) == [2, 4, 5, 6, 7, 8, 9, 10])
    #expect(try answers(at: path) == (0..<10).map(sample))
  }

  @Test func newlyRecordedAnswersAreFound() throws {
    let journal = try Journal(path: path)
    let outbox = try Outbox(path: path)
    #expect(try outbox.next(after: 0, limit: 10) == [])
    #expect(try outbox.newestWall() == nil)
    try journal.record(sample(7))
    let pending = try outbox.next(after: 0, limit: 10)
    #expect(pending.map(\.answer) == [sample(7)])
    #expect(try outbox.newestWall() == sample(7).time.wall)
    try outbox.markDelivered(pending.map(\.sequence), at: 1)
    try journal.record(sample(8))
    #expect(try outbox.next(after: pending[0].sequence, limit: 10).map(\.answer) == [sample(8)])
  }

  /// If a sequence number named two answers, one could be marked in place of the other.
  @Test func aSequenceNumberIsNeverUsedTwice() throws {
    let journal = try Journal(path: path, limit: 1)
    let outbox = try Outbox(path: path)
    var seen: [Int64] = []
    for number: Int32 in 0..<20 {
      try journal.record(sample(number))
      seen += try outbox.next(after: 0, limit: 9).map(\.sequence)
      try outbox.markDelivered(seen, at: 1)
      try journal.record(sample(number))
    }
    #expect(seen == Array(1...20))
  }

  /// A receiver finds missing answers by their numbers, so what fails, comes twice or is deleted must not leave any out.
  @Test func sequenceNumbersHaveNoGaps() throws {
    let journal = try Journal(path: path, limit: 10)
    let outbox = try Outbox(path: path)
    var seen: [Int64] = []
    for number: Int32 in 0..<50 {
      var wrong = sample(number)
      wrong.steps = 99
      #expect(throws: JournalError.self) { try journal.record([sample(number + 100), wrong]) }
      try journal.record([sample(number), sample(number)])
      seen += try outbox.next(after: seen.last ?? 0, limit: 9).map(\.sequence)
      #expect(try outbox.lastSequence() == Int64(number) + 1)
      if number % 3 == 0 { try outbox.markDelivered(seen, at: 1) }
    }
    #expect(seen == Array(1...50))
    #expect(try outbox.backlog() == 1 && answers(at: path).count <= 10)
  }

  @Test func answersOfARangeAreReadWhetherDeliveredOrNot() throws {
    let journal = try Journal(path: path, limit: 4)
    let outbox = try Outbox(path: path)
    try journal.record((0..<6).map(sample))
    try outbox.markDelivered([1, 2, 5], at: 1)
    try journal.record(sample(6))
    #expect(try outbox.answers(from: 1, to: 7, limit: 100).map(\.sequence) == [3, 4, 6, 7])
    #expect(try outbox.answers(from: 4, to: 6, limit: 100).map(\.answer) == [sample(3), sample(5)])
    #expect(try outbox.answers(from: 3, to: .max, limit: 2).map(\.sequence) == [3, 4])
    for (first, last) in [(8, 20), (6, 3), (.min, 0)] as [(Int64, Int64)] {
      #expect(try outbox.answers(from: first, to: last, limit: 9) == [])
    }
    // Reading marks nothing, and a row without a valid answer is left out.
    try sql(path, "PRAGMA ignore_check_constraints = 1; UPDATE answers SET steps = 99 WHERE sequence = 4")
    #expect(try outbox.answers(from: 3, to: 4, limit: 9).map(\.sequence) == [3])
    #expect(try outbox.backlog() == 4)
    // A journal whose identity is damaged still delivers.
    try sql(path, "UPDATE journal SET uuid = replace(uuid, '-', '+')")
    #expect(try Outbox(path: path).journal == nil)
    #expect(try Outbox(path: path).next(after: 0, limit: 9).count == 3)
  }

  @Test func aVisitIsStoredCompletelyOrNotAtAll() throws {
    let journal = try Journal(path: path)
    var wrong = sample(2)
    wrong.steps = 99
    #expect(#expect(throws: JournalError.self) { try journal.record([sample(1), wrong]) }?.kind == .invalid)
    #expect(try answers(at: path) == [])
    // The database rejects the second answer: the first one is rolled back, and the journal keeps working.
    try sql(
      path, "CREATE TRIGGER no BEFORE INSERT ON answers WHEN new.steps = 4 BEGIN SELECT raise(FAIL, 'no'); END")
    #expect(throws: JournalError.self) { try journal.record([sample(3), sample(4), sample(5)]) }
    #expect(try answers(at: path) == [])
    try journal.record([sample(3), sample(5)])
    #expect(try answers(at: path) == [sample(3), sample(5)])
    try journal.record([])
  }

  @Test func aMissingOrEmptyJournalIsReported() throws {
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .missing)
    _ = try folder.write("answers.db", [])
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .missing)
    _ = try folder.write("answers.db", "no database".utf8)
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .notADatabase)
  }

  /// A journal is not opened while it is created or set aside: SQLite could combine one database with the log of another.
  @Test func aLockedFolderIsReported() throws {
    try Journal(path: path).record(sample(1))
    do {
      let lock = try Place(path, forWriting: true, busyTimeout: 0, for: "test").lockFolder()
      let error = #expect(throws: JournalError.self) { try Outbox(path: path, busyTimeout: 30) }
      #expect(error?.kind == .busy)
      extendLifetime(lock)
    }
    #expect(try Outbox(path: path, busyTimeout: 0).backlog() == 1)
  }

  /// Every call of the outbox ends its transaction: recording without a busy timeout succeeds between any two.
  @Test func theOutboxHoldsNoLockBetweenCalls() throws {
    let journal = try Journal(path: path, busyTimeout: 0)
    let outbox = try Outbox(path: path)
    var number: Int32 = 0
    func record() throws {
      try journal.record(sample(number))
      number += 1
    }
    for _ in 0..<50 {
      try record()
      let pending = try outbox.next(after: 0, limit: 3)
      try record()
      try outbox.markDelivered(pending.map(\.sequence), at: 1)
      try record()
      _ = try outbox.backlog()
      try record()
      try outbox.repairTimes(bootID: sample(0).time.bootID, wall: 5, monotonic: 5)
    }
    #expect(try answers(at: path).count == 200)
  }

  /// IN_ATTRIB of inotify(7) on the journal wakes a courier once new answers are visible.
  @Test func recordingWakesAWatcherOfTheFolder() throws {
    let journal = try Journal(path: path)
    let outbox = try Outbox(path: path)
    try journal.record(sample(0))
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(watch) }
    inotify_add_watch(watch, folder.path, UInt32(IN_ATTRIB))
    var buffer = [UInt8](repeating: 0, count: 4_096)
    #expect(read(watch, &buffer, buffer.count) < 0)
    try journal.record([sample(1), sample(2)])
    #expect(read(watch, &buffer, buffer.count) > 0)
    // Reading and marking cause no event, or the courier would wake itself.
    try outbox.markDelivered(outbox.next(after: 0, limit: 2).map(\.sequence), at: 1)
    #expect(read(watch, &buffer, buffer.count) < 0)
  }

  @Test func aDamagedJournalIsSetAsideWhileAnOutboxIsOpen() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<300).map(sample))
    journal.close()
    var outbox: Outbox? = try Outbox(path: path)
    let waiting = try #require(outbox).next(after: 0, limit: 5)
    #expect(outbox?.isInPlace == true)
    // Failing flash changes the file in place.
    let file = try #require(FileHandle(forWritingAtPath: path))
    for page: UInt64 in 3..<12 {
      try file.seek(toOffset: page * 4_096)
      try file.write(contentsOf: Data(repeating: 0xa5, count: 4_096))
    }
    let renewed = try Journal(path: path, whenDamaged: .setAside)
    #expect(renewed.setAsidePath != nil)
    #expect(outbox?.isInPlace == false)
    try renewed.record(sample(1_000))
    // The outbox still writes to the file that it has open. Closing it must not delete the new log.
    try? outbox?.markDelivered(waiting.map(\.sequence), at: 1)
    outbox = nil
    try renewed.record(sample(1_001))
    let after = try folder.afterPowerCut("answers.db")
    #expect(try answers(at: after.file("answers.db")).suffix(2) == [sample(1_000), sample(1_001)])
    let fresh = try Outbox(path: path)
    #expect(try fresh.next(after: 0, limit: 1_000).map(\.answer).suffix(2) == [sample(1_000), sample(1_001)])
  }
}
