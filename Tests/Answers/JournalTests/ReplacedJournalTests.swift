import Foundation
import Testing

@testable import Journal

/// A journal that is deleted, moved or overwritten under the running kiosk.
@Suite struct ReplacedJournalTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// What an operator may do, and how many delivered answers are then still in the file of that name.
  @Test(arguments: [
    "rm answers.db*", "rm answers.db", "rm answers.db answers.db-wal", "rm answers.db-wal",
    "mv answers.db old.db", "mkdir old && mv answers.db* old", "mv answers.db old.db && cp old.db answers.db",
    ": > answers.db", ": > answers.db && rm answers.db-wal answers.db-shm",
    "rm answers.db* && cp other.db answers.db", "mv other.db answers.db",
  ])
  func noAnswerIsLost(command: String) throws {
    try Journal(path: folder.file("other.db")).record(sample(90))
    let journal = try Journal(path: path, whenDamaged: .setAside)
    try journal.record((0..<40).map(sample))
    var outbox = try Outbox(path: path)
    try outbox.markDelivered((1...10).map { $0 }, at: 1)
    #expect(!journal.isReplaced)

    let shell = try Process.run(
      URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "cd \(folder.path) && \(command)"])
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    try journal.record(sample(40))
    #expect(journal.isReplaced)
    // Answers after the replacement go to the same file.
    try journal.record(sample(41))
    #expect(!outbox.isInPlace)
    outbox = try Outbox(path: path)
    let pending = Set(try outbox.next(after: 0, limit: 100).map(\.answer.uuid))
    #expect(pending.isSuperset(of: (10..<42).map { sample($0).uuid }), "\(pending.count)")
    #expect(command.contains("other.db") == pending.contains(sample(90).uuid))
    journal.close()
    // All is on disk, and the next start finds nothing to repair.
    let again = try Journal(path: path, whenDamaged: .setAside)
    #expect(again.setAsidePath == nil)
    #expect(try value(path, "PRAGMA integrity_check") == "ok")
    #expect(Set(try answers(at: path).map(\.uuid)).isSuperset(of: pending))
  }

  @Test func aFileOfAnotherApplicationIsRefused() throws {
    let journal = try Journal(path: path, whenDamaged: .setAside)
    try journal.record(sample(0))
    try FileManager.default.removeItem(atPath: path)
    try sql(path, "CREATE TABLE photos (name TEXT)")
    let before = try folder.read("answers.db")
    for _ in 0..<2 {
      #expect(#expect(throws: JournalError.self) { try journal.record(sample(1)) }?.kind == .otherApplication)
    }
    #expect(try folder.read("answers.db") == before)
    // Once it is gone, both answers are kept.
    try FileManager.default.removeItem(atPath: path)
    try journal.record(sample(1))
    #expect(Set(try answers(at: path)) == [sample(0), sample(1)])
  }

  @Test func aJournalInPlaceIsKept() throws {
    let journal = try Journal(path: path, whenDamaged: .setAside)
    for number: Int32 in 0..<2_000 { try journal.record(sample(number)) }
    #expect(!journal.isReplaced)
  }
}
