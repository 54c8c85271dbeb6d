import Foundation
import System
import Testing

@testable import Journal

/// A damaged journal is renamed, and the kiosk continues with a new one.
@Suite struct SetAsideTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// Writes a damaged journal and its log, and returns their content.
  private func damage() throws -> (database: Data, log: Data) {
    let whole = try TemporaryFolder()
    let journal = try Journal(path: whole.file("a.db"))
    try journal.record((0..<200).map(sample))
    journal.close()
    let again = try Journal(path: whole.file("a.db"))
    try again.record(sample(200))
    var database = try whole.read("a.db")
    for i in 4_096..<database.count where i % 64 == 0 { database[i] = 0xa5 }
    let log = try whole.read("a.db-wal")
    _ = try folder.write("answers.db", database)
    _ = try folder.write("answers.db-wal", log)
    return (database, log)
  }

  /// The pages in the log are sound, so the answers on the last one may be copied.
  private func expectCopiedAnswers(before new: [Answer]) throws {
    let found = try answers(at: path)
    #expect(found.suffix(new.count) == new[...])
    #expect(found.dropLast(new.count).allSatisfy { found in (100...200).contains { sample($0) == found } })
  }

  @Test(arguments: [false, true]) func aDamagedJournalIsRenamedWithItsCompanions(index: Bool) throws {
    let (database, log) = try damage()
    if index { _ = try folder.write("answers.db-shm", Data(count: 32_768)) }
    let journal = try Journal(path: path, whenDamaged: .setAside)
    let aside = try #require(journal.setAsidePath)
    let name = try #require(aside.split(separator: "/").last.map(String.init))
    #expect(name.wholeMatch(of: #/answers\.db\.damaged-20\d\d[01]\d[0-3]\dT[0-2]\d[0-5]\d[0-6]\dZ/#) != nil)
    #expect(try folder.read(name) == database)
    #expect(try folder.read(name + "-wal") == log)
    #expect(FileManager.default.fileExists(atPath: aside + "-shm") == index)
    try journal.record(sample(1))
    try expectCopiedAnswers(before: [sample(1)])
    journal.close()
    let sound = try Journal(path: path, whenDamaged: .setAside)
    #expect(sound.setAsidePath == nil)
  }

  @Test func repeatedDamageOverwritesNothing() throws {
    var asides: Set<String> = []
    for _ in 0..<4 {
      _ = try damage()
      let journal = try Journal(path: path, whenDamaged: .setAside)
      asides.insert(try #require(journal.setAsidePath))
    }
    #expect(asides.count == 4)
    for aside in asides {
      #expect(FileManager.default.fileExists(atPath: aside) && FileManager.default.fileExists(atPath: aside + "-wal"))
    }
  }

  /// If two kiosks find the same damage, the second one keeps the first one's new journal.
  @Test func aNewJournalOfAnotherKioskStays() throws {
    _ = try damage()
    let found = try Place(path, forWriting: true, mayMove: true, busyTimeout: 0, for: "test")
    let journal = try Journal(path: path, whenDamaged: .setAside)
    try journal.record(sample(1))
    #expect(try found.setAside() == nil)
    #expect(try found.setAsideOrphans() == nil)
    let identity = try FileStatus(path).identity
    try found.create()
    #expect(try FileStatus(path).identity == identity)
    try journal.record(sample(2))
    try expectCopiedAnswers(before: [sample(1), sample(2)])
  }

  /// A power cut between the two renames leaves a log without its database.
  @Test func aLogWithoutItsDatabaseIsSetAside() throws {
    let (_, log) = try damage()
    try FileManager.default.removeItem(atPath: path)
    #expect(refusal(path)?.reason.contains("still holds answers") == true)
    let journal = try Journal(path: path, whenDamaged: .setAside)
    let aside = try #require(journal.setAsidePath)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside + "-wal")) == log)
    try journal.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test func repeatedOrphanLogsOverwriteNothing() throws {
    var logs: [String: Data] = [:]
    for number: UInt8 in 1...4 {
      try? FileManager.default.removeItem(atPath: path)
      let log = Data(repeating: number, count: 5_000)
      _ = try folder.write("answers.db-wal", log)
      let journal = try Journal(path: path, whenDamaged: .setAside)
      logs[try #require(journal.setAsidePath)] = log
      journal.close()
    }
    #expect(logs.count == 4)
    for (aside, log) in logs { #expect(try Data(contentsOf: URL(fileURLWithPath: aside + "-wal")) == log) }
  }

  /// A power cut leaves such a file if its length reached the disk before its content.
  @Test(arguments: [4_096, 12_288, 200_000]) func aFirstPageOfZerosIsSetAside(zeros: Int) throws {
    let whole = try TemporaryFolder()
    let journal = try Journal(path: whole.file("a.db"))
    try journal.record((0..<200).map(sample))
    journal.close()
    var database = try whole.read("a.db")
    for i in 0..<min(zeros, database.count) { database[i] = 0 }
    _ = try folder.write("answers.db", database)
    let before = try folder.snapshot()
    #expect(refusal(path)?.kind == .damaged && readRefusal(path)?.kind == .damaged)
    #expect(throws: JournalError.self) { try Outbox(path: path) }
    #expect(try folder.snapshot() == before)
    let again = try Journal(path: path, whenDamaged: .setAside)
    let aside = try #require(again.setAsidePath)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == database)
    try again.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  /// After a power cut during a checkpoint, the log still has the page, and SQLite restores it.
  @Test func aFirstPageOfZerosIsRestoredFromTheLog() throws {
    let whole = try TemporaryFolder()
    let journal = try Journal(path: whole.file("a.db"))
    try journal.record((0..<200).map(sample))
    var database = try whole.read("a.db")
    for i in 0..<4_096 { database[i] = 0 }
    _ = try folder.write("answers.db", database)
    _ = try folder.write("answers.db-wal", try whole.read("a.db-wal"))
    let restored = try Journal(path: path, whenDamaged: .setAside)
    #expect(restored.setAsidePath == nil)
    #expect(try Outbox(path: path).backlog() == 200)
    try restored.record(sample(200))
    #expect(try answers(at: path) == (0...200).map(sample))
    restored.close()
    #expect(try folder.read("answers.db").prefix(15) == Data("SQLite format 3".utf8))
  }

  /// An unrelated log is set aside together with the database.
  @Test func aFirstPageOfZerosIsSetAsideWithItsLog() throws {
    _ = try folder.write("answers.db", Data(count: 8_192))
    _ = try folder.write("answers.db-wal", Data(repeating: 7, count: 5_000))
    let journal = try Journal(path: path, whenDamaged: .setAside)
    let aside = try #require(journal.setAsidePath)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside + "-wal")) == Data(repeating: 7, count: 5_000))
    try journal.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  /// A file that only begins with zeros may belong to another application.
  @Test func aPartlyBlankFirstPageIsRejected() throws {
    var bytes = Data(count: 9_000)
    bytes[4_095] = 1
    // No journal is shorter than a page.
    for content in [bytes, Data(count: 4_095)] {
      _ = try folder.write("answers.db", content)
      let before = try folder.snapshot()
      let error = #expect(throws: JournalError.self) { try Journal(path: path, whenDamaged: .setAside) }
      #expect(error?.kind == .notADatabase)
      #expect(try folder.snapshot() == before)
    }
  }

  @Test func otherFilesAndNewerJournalsAreStillRejected() throws {
    try sql(folder.file("photos.db"), "CREATE TABLE photos (name TEXT)")
    try Journal(path: folder.file("new.db")).record(sample(1))
    try sql(folder.file("new.db"), "PRAGMA user_version = 9")
    _ = try folder.write("note.db", "hello, this is a note".utf8)
    let before = try folder.snapshot()
    for (name, kind) in [
      ("photos.db", JournalFault.otherApplication), ("new.db", .newerSchema), ("note.db", .notADatabase),
    ] {
      let error = #expect(throws: JournalError.self) { try Journal(path: folder.file(name), whenDamaged: .setAside) }
      #expect(error?.kind == kind)
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func readersAndTheDefaultPolicyRenameNothing() throws {
    _ = try damage()
    let before = try folder.snapshot()
    #expect(refusal(path)?.kind == .damaged)
    _ = try? Outbox(path: path).next(after: 0, limit: 10)
    let after = try folder.snapshot().filter { !$0.key.hasPrefix("answers.db-shm") }
    #expect(after == before)
    _ = try? answers(at: path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.allSatisfy { $0 == "answers.db" || $0.hasPrefix("answers.db-") }, "\(names)")
  }
}
