import CSQLite
import Foundation
import Testing

@testable import Journal

/// Migration from each earlier schema version.
@Suite struct MigrationTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// Returns an answer of another boot: one of the same boot would correct the old answers' times.
  private func current(_ number: Int32) -> Answer {
    var answer = sample(number)
    answer.time.bootID = "another"
    return answer
  }

  private func old(_ numbers: Range<Int32>, _ version: Int64) -> [Answer] {
    numbers.map { EarlierSchema.answer($0, version: version) }
  }

  @Test(arguments: [1, 2, 3, 4, 7] as [Int64], [false, true])
  func answersInTheDatabaseAndInTheLogAreMigrated(version: Int64, index: Bool) throws {
    let old = try EarlierSchema.Running(path: path, version: version, answers: 0..<40)
    try old.run("PRAGMA wal_checkpoint(TRUNCATE)")
    for number: Int32 in 40..<50 { try old.record(number) }
    let after = try folder.afterPowerCut("answers.db", index: index)
    #expect(try after.read("answers.db-wal").count > 10 * 4_096)
    let place = after.file("answers.db")

    let journal = try Journal(path: place)
    #expect(try value(place, "PRAGMA user_version") == "8")
    #expect(try answers(at: place) == self.old(0..<50, version))
    try journal.record(current(50))
    #expect(try answers(at: place) == self.old(0..<50, version) + [current(50)])
    #expect(try Outbox(path: place).backlog() == 51)
    journal.close()
    #expect(try value(place, "PRAGMA integrity_check") == "ok")
  }

  /// What was delivered or repaired stays so.
  @Test func whatVersion2KnewOfDeliveryIsKept() throws {
    let old = try EarlierSchema.Running(path: path, version: 2, answers: 0..<4)
    try old.run("UPDATE answers SET delivered_ms = 5 WHERE sequence < 3; UPDATE answers SET wall_repaired_ms = 7")
    let journal = try Journal(path: path)
    let pending = try Outbox(path: path).next(after: 0, limit: 9)
    #expect(pending.map(\.sequence) == [3, 4])
    #expect(pending.map(\.answer.time.repairedWall) == [7, 7])
    journal.close()
  }

  /// ALTER TABLE changes the schema alone, and the journal's identity needs a page.
  @Test(arguments: [2, 3, 4, 7] as [Int64]) func migrationRewritesNoRows(version: Int64) throws {
    _ = try EarlierSchema.Running(path: path, version: version, answers: 0..<2_000)
    let before = try folder.read("answers.db")
    let journal = try Journal(path: path)
    #expect(try folder.read("answers.db-wal").count < 12 * 4_096)
    journal.close()
    let after = try folder.read("answers.db")
    #expect(after.count - before.count <= 4_096)
    let pages = stride(from: 4_096, to: before.count, by: 4_096)
    #expect(pages.filter { before[$0..<$0 + 4_096] != after[$0..<$0 + 4_096] }.count <= 1)
  }

  @Test(arguments: [1, 2, 3, 4, 7] as [Int64]) func aMigratedJournalHasTheSchemaOfANewOne(version: Int64) throws {
    let schema = "SELECT group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), char(10)) FROM sqlite_schema"
    _ = try EarlierSchema.Running(path: path, version: version, answers: 0..<3)
    try Journal(path: path).close()
    try Journal(path: folder.file("new.db")).close()
    let migrated = try value(path, schema)
    #expect(try migrated == value(folder.file("new.db"), schema))
    #expect(migrated.contains("delivered_ms") && migrated.contains("chosen"))
    #expect(try value(path, "SELECT strict FROM pragma_table_list WHERE name = 'answers'") == "1")
  }

  @Test(arguments: [1, 2, 3, 4, 7] as [Int64]) func readingAnOldJournalChangesNothing(version: Int64) throws {
    let old = try EarlierSchema.Running(path: path, version: version, answers: 0..<5)
    #expect(try answers(at: path) == self.old(0..<5, version))
    #expect(try value(path, "PRAGMA user_version") == "\(version)")
    let error = #expect(throws: JournalError.self) { try Outbox(path: path) }
    #expect(error?.kind == .olderSchema)
    #expect(error?.message.contains("start the kiosk") == true)
    try old.record(5)
  }

  /// Sequence numbers mean something only together with the identity, so migration gives one and keeps the numbers.
  @Test(arguments: [1, 2, 3, 4, 7] as [Int64]) func aMigratedJournalGetsAnIdentityForItsNumbers(version: Int64) throws {
    let old = try EarlierSchema.Running(path: path, version: version, answers: 0..<5)
    if version > 1 { try old.run("UPDATE answers SET delivered_ms = 5 WHERE sequence < 3") }
    let journal = try Journal(path: path)
    try journal.record(current(5))
    let outbox = try Outbox(path: path)
    let identity = try #require(outbox.journal)
    #expect(identity.high >> 12 & 15 == 4 && identity.low >> 62 == 2)
    #expect(try outbox.answers(from: 1, to: 9, limit: 9).map(\.sequence) == [1, 2, 3, 4, 5, 6])
    #expect(try outbox.lastSequence() == 6)
    journal.close()
    // It is the journal's for good, and another journal has another one.
    try Journal(path: path).close()
    #expect(try Outbox(path: path).journal == identity)
    try Journal(path: folder.file("other.db")).close()
    #expect(try Outbox(path: folder.file("other.db")).journal != identity)
  }

  /// A new journal is made at once, and gets what migrating an empty one leaves.
  @Test func aNewJournalHasTheTablesOfAMigratedOne() throws {
    let made = try Connection("made", .memory, busyTimeout: 0, for: "test")
    try made.execute(Schema.steps(from: 0))
    let migrated = try Connection("migrated", .memory, busyTimeout: 0, for: "test")
    try migrated.execute(Schema.steps(from: 0, to: 1))
    for last in 2...Schema.version { try migrated.execute(Schema.steps(from: last - 1, to: last)) }
    #expect(try made.text(Schema.objects) == migrated.text(Schema.objects))
    #expect(try made.text(Schema.objects) == Schema.currentObjects)
    #expect(try made.number("PRAGMA user_version") == Schema.version)
  }

  /// During the migration, the log holds uncommitted pages of the new schema.
  @Test func aPowerCutDuringMigrationLeavesTheOldJournal() throws {
    let old = try EarlierSchema.Running(path: path, version: 1, answers: 0..<0)
    try old.run("BEGIN")
    for number: Int32 in 0..<3_000 { try old.record(number) }
    try old.run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    let migration = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    // A cache of two pages makes SQLite write changed pages before the commit.
    try migration.execute("PRAGMA cache_size = 2; BEGIN IMMEDIATE; \(Schema.steps(from: 1))")
    let after = try folder.afterPowerCut("answers.db", index: true)
    try migration.execute("ROLLBACK")
    #expect(try after.read("answers.db-wal").count > 4 * 4_096)

    let place = after.file("answers.db")
    #expect(try value(place, "PRAGMA user_version") == "1")
    #expect(try answers(at: place) == self.old(0..<3_000, 1))
    try Journal(path: place).record(sample(3_000))
    #expect(try answers(at: place).count == 3_001)
    #expect(try value(place, "PRAGMA user_version") == "8")
  }

  @Test func kiosksThatStartAtOnceMigrateOnce() async throws {
    for round in 0..<40 {
      let path = folder.file("\(round).db")
      _ = try EarlierSchema.Running(path: path, version: 2, answers: 0..<100)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number: Int32 in 100..<106 {
          group.addTask { [answer = current(number)] in try Journal(path: path).record(answer) }
        }
        try await group.waitForAll()
      }
      #expect(try Set(answers(at: path)) == Set(old(0..<100, 2) + (100..<106).map(current)))
    }
  }
}
