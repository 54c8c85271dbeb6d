import Foundation
import System
import Testing

@testable import Journal

/// Answers that the journal cannot take: they go to the reserve, or stay in memory, and to the journal once it takes answers again.
@Suite struct AnswerStoreTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  private func store() throws -> AnswerStore { try AnswerStore(path: path, limit: 1_000, mayWait: true) }

  /// Another program that holds the journal's lock.
  private func lock() throws -> Connection {
    let other = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    try other.execute("BEGIN IMMEDIATE")
    return other
  }

  @Test func aLockedJournalLeavesAnswersInTheReserve() throws {
    let store = try store()
    try store.record([sample(0)])
    let other = try lock()
    try store.record([sample(1), sample(2)])
    #expect(store.isWaiting && !store.isOutOfOrder && store.failure?.kind == .busy)
    // No visitor waits for the lock again.
    let start = ContinuousClock.now
    for number: Int32 in 3..<10 { try store.record([sample(number)]) }
    #expect(ContinuousClock.now - start < .seconds(6))
    #expect(throws: JournalError.self) { try store.retry() }
    #expect(store.spilledCount == 9)
    #expect(try answers(at: path) == [sample(0)])

    // A power cut: the next start finds all.
    let after = try TemporaryFolder()
    for name in ["answers.db", "answers.db-wal", "answers.db.spill"] { _ = try after.write(name, folder.read(name)) }
    let restarted = try AnswerStore(path: after.file("answers.db"), limit: 1_000, mayWait: false)
    #expect(!restarted.isWaiting && restarted.spilledCount == 0)
    #expect(try answers(at: after.file("answers.db")) == (0..<10).map(sample))

    try other.execute("ROLLBACK")
    #expect(try store.retry() == [])
    #expect(!store.isWaiting && store.failure == nil)
    #expect(try answers(at: path) == (0..<10).map(sample))
    try store.record([sample(10)])
    #expect(try answers(at: path) == (0...10).map(sample))
    #expect(try folder.read("answers.db.spill") == Data(count: Spill.size))
  }

  /// What was moved before a power cut is moved again, and counts once.
  @Test func aReserveThatWasMovedAlreadyAddsNothing() throws {
    var spill = Spill(path: path + ".spill")
    try spill.add([sample(1), sample(2)])
    let store = try store()
    try store.record([sample(3)])
    try spill.add([sample(3)])
    _ = try self.store()
    #expect(try answers(at: path) == (1...3).map(sample))
  }

  @Test(arguments: [0, 1, 100, 511, 512, 900]) func aTornLineIsIgnored(kept: Int) throws {
    var spill = Spill(path: path + ".spill")
    try spill.add([sample(1)])
    let whole = sample(1).jsonBytes.count + 1
    try spill.add([sample(2)])
    var bytes = try folder.read("answers.db.spill")
    for i in min(whole + kept, whole + sample(2).jsonBytes.count)..<bytes.count { bytes[i] = 0 }
    _ = try folder.write("answers.db.spill", bytes)
    #expect(Spill(path: path + ".spill").answers == [sample(1)])
    _ = try store()
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test func everyFieldSurvivesTheReserve() throws {
    var special = sample(7)
    (special.question, special.language) = ("\"q\"\n\u{1F600}", "")
    special.reasons = ["a,\"b\"", "\u{e9}"]
    special.time.isSynchronised = false
    (special.kind, special.chosen) = ("choice", ["\"x\"", "y"])
    var far = sample(8)
    (far.steps, far.stepsPerStar, far.starCount) = (1_000_000_000, 1_000_000, 1_000)
    (far.time.wall, far.time.monotonic) = (.min, .max)
    var spill = Spill(path: path + ".spill")
    try spill.add([special, far])
    #expect(Spill(path: path + ".spill").answers == [special, far])
  }

  /// A reserve that the version before kinds has left, which named the kiosk `terminal`.
  @Test func aReserveOfAnEarlierVersionIsRead() throws {
    let old = EarlierSchema.answer(7, version: 2)
    var line = old.json
    let new = #","version":5,"kind":"stars","value":3.5,"chosen":[]"#
    #expect(line.contains(new))
    line = line.replacingOccurrences(of: new, with: "").replacingOccurrences(of: #""kiosk":"#, with: #""terminal":"#)
    _ = try folder.write("answers.db.spill", Data((line + "\n").utf8) + Data(count: Spill.size - line.utf8.count - 1))
    #expect(Spill(path: path + ".spill").answers == [old])
  }

  @Test func aFullReserveIsOutOfOrder() throws {
    let store = try store()
    let other = try lock()
    var stored: Int32 = 0
    while (try? store.record([sample(stored)])) != nil { stored += 1 }
    #expect(stored > 100)
    #expect(store.isOutOfOrder && store.unsavedCount == 1)
    #expect(throws: JournalError.self) { try store.retry() }
    #expect(store.isOutOfOrder)
    try other.execute("ROLLBACK")
    #expect(try store.retry() == [sample(stored)])
    #expect(!store.isOutOfOrder && !store.isWaiting)
    #expect(try answers(at: path) == (0...stored).map(sample))
  }

  @Test func aLockedJournalAtTheStartIsOpenedLater() throws {
    try store().close()
    var other: Connection? = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    try other?.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let store = try store()
    #expect(store.isWaiting && !store.isOutOfOrder)
    try store.record([sample(1)])
    other = nil
    _ = try store.retry()
    #expect(try answers(at: path) == [sample(1)])
  }

  /// A kiosk gets the lock while a courier corrects many times.
  @Test func correctionsOfTimesLetTheKioskIn() throws {
    let count: Int32 = 50_000
    let journal = try Journal(path: path, busyTimeout: 1_000)
    try journal.record((0..<count).map { sample($0) })
    try sql(path, "UPDATE answers SET wall_synchronised = 0")
    let path = path
    Thread.detachNewThread {
      // On a loaded machine the kiosk may keep the lock for longer than the outbox waits. The courier tries again, too.
      var repaired: Int64?
      while repaired == nil {
        repaired = try? Outbox(path: path).repairTimes(
          bootID: sample(0).time.bootID, wall: 1_800_000_000_000, monotonic: 100_000_000_000_000)
      }
    }
    let left = "SELECT count(*) FROM answers WHERE wall_synchronised = 0 AND wall_repaired_ms IS NULL"
    var during = 0
    var number = count
    while try value(path, left) != "0" {
      if try value(path, left) != "\(count)" { during += 1 }
      var answer = sample(number)
      answer.time.bootID = "other"
      #expect(throws: Never.self) { try journal.record(answer) }
      number += 1
    }
    #expect(during > 0)
  }
}
