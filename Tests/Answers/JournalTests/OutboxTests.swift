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

  @Test func whatWaitsComesInOrderAndGoesWhenMarked() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<10).map(sample))
    let outbox = try Outbox(path: path)
    let first = try outbox.next(after: 0, limit: 4)
    #expect(first.map(\.answer) == (0..<4).map(sample))
    #expect(first.map(\.sequence) == [1, 2, 3, 4])
    #expect(try outbox.next(after: 4, limit: 100).map(\.answer) == (4..<10).map(sample))
    // Out of order, one twice, one that is not there.
    try outbox.markDelivered([3, 1, 3, 999], at: 1_709_210_100_000)
    #expect(try outbox.backlog() == 8)
    #expect(try outbox.next(after: 0, limit: 3).map(\.sequence) == [2, 4, 5])
    #expect(try value(path, "SELECT group_concat(sequence) FROM answers WHERE delivered_ms = 1709210100000") == "1,3")
    // A second acknowledgement does not change when it was.
    try outbox.markDelivered([1], at: 5)
    #expect(try value(path, "SELECT delivered_ms FROM answers WHERE sequence = 1") == "1709210100000")
    // It survives the kiosk and itself.
    outbox.close()
    journal.close()
    #expect(try Outbox(path: path).next(after: 0, limit: 100).map(\.sequence) == [2, 4, 5, 6, 7, 8, 9, 10])
    #expect(try answers(at: path) == (0..<10).map(sample))
  }

  @Test func answersThatAreRecordedMeanwhileAreSeen() throws {
    let journal = try Journal(path: path)
    let outbox = try Outbox(path: path)
    #expect(try outbox.next(after: 0, limit: 10) == [])
    #expect(try outbox.newestWall() == nil)
    try journal.record(sample(7))
    let letters = try outbox.next(after: 0, limit: 10)
    #expect(letters.map(\.answer) == [sample(7)])
    #expect(try outbox.newestWall() == sample(7).wall)
    try outbox.markDelivered(letters.map(\.sequence), at: 1)
    try journal.record(sample(8))
    #expect(try outbox.next(after: letters[0].sequence, limit: 10).map(\.answer) == [sample(8)])
  }

  /// A sequence number that names two answers would let one be marked for the other.
  @Test func aSequenceNumberIsNeverUsedTwice() throws {
    let journal = try Journal(path: path, limit: .init(answers: 1))
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

  @Test func aVisitIsStoredWholeOrNotAtAll() throws {
    let journal = try Journal(path: path)
    var wrong = sample(2)
    wrong.steps = 99
    #expect(#expect(throws: JournalError.self) { try journal.record([sample(1), wrong]) }?.kind == .invalid)
    #expect(try answers(at: path) == [])
    // What the database itself refuses, in the middle: the first is taken back, and the journal goes on.
    try sql(
      path, "CREATE TRIGGER no BEFORE INSERT ON answers WHEN new.steps = 4 BEGIN SELECT raise(FAIL, 'no'); END")
    #expect(throws: JournalError.self) { try journal.record([sample(3), sample(4), sample(5)]) }
    #expect(try answers(at: path) == [])
    try journal.record([sample(3), sample(5)])
    #expect(try answers(at: path) == [sample(3), sample(5)])
    try journal.record([])
  }

  @Test func aMissingOrEmptyJournalIsWaitedFor() throws {
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .missing)
    _ = try folder.write("answers.db", [])
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .missing)
    _ = try folder.write("answers.db", "no database".utf8)
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .notADatabase)
  }

  /// While a journal is made or moved aside nobody opens it: SQLite could take one file's database and another's log.
  @Test func aLockedFolderIsWaitedFor() throws {
    try Journal(path: path).record(sample(1))
    let lock = try lockFolder(folder.path, path, busyTimeout: 0, for: "test")
    let error = #expect(throws: JournalError.self) { try Outbox(path: path, busyTimeout: 30) }
    #expect(error?.kind == .busy)
    close(lock)
    #expect(try Outbox(path: path, busyTimeout: 0).backlog() == 1)
  }

  /// The kiosk's recording is not held up by a courier at work: counted, not timed. Each call of the courier's ends its
  /// transaction, so a recording with no patience at all succeeds between any two.
  @Test func theCourierHoldsNothingBetweenCalls() throws {
    let journal = try Journal(path: path, busyTimeout: 0)
    let outbox = try Outbox(path: path)
    var number: Int32 = 0
    func record() throws {
      try journal.record(sample(number))
      number += 1
    }
    for _ in 0..<50 {
      try record()
      let letters = try outbox.next(after: 0, limit: 3)
      try record()
      try outbox.markDelivered(letters.map(\.sequence), at: 1)
      try record()
      _ = try outbox.backlog()
      try record()
      try outbox.repairTimes(bootID: sample(0).bootID, wall: 5, monotonic: 5)
    }
    #expect(try answers(at: path).count == 200)
  }

  /// What wakes a courier that watches the folder with inotify(7): IN_ATTRIB of the journal, once it can be read.
  @Test func aRecordingRingsTheBell() throws {
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
    // Sending and marking ring nothing, or the courier would wake itself.
    try outbox.markDelivered(outbox.next(after: 0, limit: 2).map(\.sequence), at: 1)
    #expect(read(watch, &buffer, buffer.count) < 0)
  }

  @Test func aDamagedJournalIsMovedFromUnderTheCourier() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<300).map(sample))
    journal.close()
    let outbox = try Outbox(path: path)
    let waiting = try outbox.next(after: 0, limit: 5)
    #expect(outbox.isInPlace)
    // As failing flash would: in place, the same file.
    let file = try #require(FileHandle(forWritingAtPath: path))
    for page: UInt64 in 3..<12 {
      try file.seek(toOffset: page * 4_096)
      try file.write(contentsOf: Data(repeating: 0xa5, count: 4_096))
    }
    let renewed = try Journal(path: path, whenDamaged: .setAside)
    #expect(renewed.setAsidePath != nil)
    #expect(!outbox.isInPlace)
    try renewed.record(sample(1_000))
    // What the courier still does goes to the file that it has open; and its leaving must not take the new log away.
    try? outbox.markDelivered(waiting.map(\.sequence), at: 1)
    outbox.close()
    try renewed.record(sample(1_001))
    let after = try folder.afterPowerCut("answers.db")
    #expect(try answers(at: after.file("answers.db")) == [sample(1_000), sample(1_001)])
    let fresh = try Outbox(path: path)
    #expect(try fresh.next(after: 0, limit: 9).map(\.answer) == [sample(1_000), sample(1_001)])
  }
}
