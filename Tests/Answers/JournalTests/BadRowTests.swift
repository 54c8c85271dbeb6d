import Foundation
import Testing

@testable import Journal

/// Rows that no journal can have written, as a flipped bit leaves them: they are skipped, counted and kept, and delivery goes on.
@Suite struct BadRowTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  @Test(arguments: [
    "steps = -1", "steps = 11", "steps = steps + 4294967296", "steps = 9000000000, star_count = 9000000000",
    "star_count = -5", "star_count = 1001", "star_count = 2147483647", "steps_per_star = 1000001",
    "uuid = 'short' || sequence", "visit = replace(visit, '-', '_')", "reasons = '[1]'", "reasons = '{'",
    "flags = 1 << 40", "kind = 'rtars'", "kind = ''", "chosen = '[1]'", "chosen = '[\"a\"'",
  ])
  func aBadRowIsSkippedAndCounted(change: String) throws {
    let journal = try Journal(path: path)
    try journal.record((0..<6).map(sample))
    journal.close()
    try sql(path, "PRAGMA ignore_check_constraints = 1; UPDATE answers SET \(change) WHERE sequence IN (2, 5)")
    let outbox = try Outbox(path: path)
    // Read in any portions, once or again, each bad row counts once.
    #expect(try outbox.next(after: 0, limit: 1).map(\.sequence) == [1])
    #expect(outbox.badRows == 0)
    #expect(try outbox.next(after: 1, limit: 2).map(\.sequence) == [3, 4])
    #expect(try outbox.next(after: 4, limit: 9).map(\.sequence) == [6])
    #expect(try outbox.next(after: 4, limit: 9).map(\.sequence) == [6])
    #expect(outbox.badRows == 2)
    #expect(try outbox.next(after: 0, limit: 9).map(\.answer) == [0, 2, 3, 5].map(sample))
    #expect(outbox.badRows == 2)

    let reader = try JournalReader(path: path)
    for number: Int32 in [0, 2, 3, 5] { #expect(try reader.next() == sample(number)) }
    let error = #expect(throws: JournalError.self) { try reader.next() }
    #expect(error?.kind == .damaged)
    #expect(error?.reason.contains("2 of its rows were skipped") == true, "\(error?.message ?? "")")
    #expect(try reader.next() == nil)

    // The kiosk starts with it, records, and deletes nothing.
    let again = try Journal(path: path, whenDamaged: .setAside)
    #expect(again.setAsidePath == nil)
    try again.record(sample(6))
    #expect(try value(path, "SELECT count(*) FROM answers") == "7")
    #expect(try outbox.next(after: 0, limit: 9).map(\.sequence) == [1, 3, 4, 6, 7])
    try outbox.markDelivered([1, 3, 4, 6, 7], at: 1)
    #expect(try outbox.next(after: 0, limit: 9) == [])
    #expect(try outbox.backlog() == 2)
  }

  /// A journal whose own tables and indexes were changed; see `AdditionTests` for others. A view may stand in for the table.
  @Test(arguments: [
    "DROP INDEX answers_outbox", "ALTER TABLE answers RENAME TO rows; CREATE VIEW answers AS SELECT * FROM rows",
    "ALTER TABLE answers ADD COLUMN more TEXT",
  ])
  func aJournalWithAnotherSchemaIsSetAside(change: String) throws {
    let journal = try Journal(path: path)
    try journal.record((0..<3).map(sample))
    journal.close()
    try sql(path, change)
    #expect(refusal(path)?.kind == .damaged)
    #expect(#expect(throws: JournalError.self) { try Outbox(path: path) }?.kind == .damaged)
    let again = try Journal(path: path, whenDamaged: .setAside)
    #expect(again.setAsidePath != nil)
    try again.record(sample(9))
    #expect(try Outbox(path: path).next(after: 0, limit: 9).map(\.answer).last == sample(9))
  }

  @Test func statisticsAreNoDamage() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<3).map(sample))
    journal.close()
    try sql(path, "ANALYZE")
    #expect(try Journal(path: path, whenDamaged: .setAside).setAsidePath == nil)
    #expect(try Outbox(path: path).backlog() == 3)
  }
}
